import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { RunState } from '../../model/run/run-store.ts';
import { LiveStore, type LiveFigures, type LivePicture, type LiveStatus } from './live-store.ts';

/** Live as the workbench sees it. */
export interface LiveView {
  readonly isOn: boolean;
  readonly status: LiveStatus;
  /** Undefined where live shows none, or a run has made another one since. */
  readonly picture: LivePicture | undefined;
  /** A picture is being computed or shown. */
  readonly isBusy: boolean;
  /** The measurements of the last full picture, where figures are wanted. */
  readonly figures: LiveFigures | undefined;
  readonly toggle: () => void;
}

/**
 * Shows a picture for every change of the recipe while it is on, computed in workers of the page.
 *
 * @param wantsFigures whether full pictures are measured after they are shown.
 */
export function useLive(recipe: Recipe, run: RunState, wantsFigures: boolean): LiveView {
  const [store] = useState(() => new LiveStore());
  const { isOn, isBusy, status, shown, figures } = useSyncExternalStore(
    store.subscribe,
    store.current,
    store.current,
  );
  useEffect(() => {
    store.follow(recipe, run.image);
  }, [store, isOn, recipe, run.image]);
  useEffect(() => {
    store.wantFigures(wantsFigures);
  }, [store, wantsFigures]);
  useEffect(() => () => store.close(), [store]);
  return {
    isOn,
    isBusy,
    status,
    picture: shown && shown.over === run.image ? shown : undefined,
    figures,
    toggle: store.toggle,
  };
}
