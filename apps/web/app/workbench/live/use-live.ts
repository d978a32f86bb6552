import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Recipe } from '../recipe/recipe.ts';
import type { RunState } from '../run/run-store.ts';
import { LiveStore, type LivePicture, type LiveStatus } from './live-store.ts';

/** Live as the workbench sees it. */
export interface LiveView {
  readonly isOn: boolean;
  readonly status: LiveStatus;
  /** Undefined where live shows none, or a run has made another one since. */
  readonly picture: LivePicture | undefined;
  /** A picture is being computed. */
  readonly isBusy: boolean;
  readonly toggle: () => void;
}

/** Shows a picture for every change of the recipe while it is on, computed in workers of the page. */
export function useLive(recipe: Recipe, run: RunState): LiveView {
  const [store] = useState(() => new LiveStore());
  const { isOn, isBusy, status, shown } = useSyncExternalStore(
    store.subscribe,
    store.current,
    store.current,
  );
  useEffect(() => {
    store.follow(recipe, run.image);
  }, [store, isOn, recipe, run.image]);
  useEffect(() => () => store.close(), [store]);
  return {
    isOn,
    isBusy,
    status,
    picture: shown && shown.over === run.image ? shown : undefined,
    toggle: store.toggle,
  };
}
