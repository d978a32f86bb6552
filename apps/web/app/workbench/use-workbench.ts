import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { loadDeployment } from '../api/load-deployment.ts';
import { actions } from './actions/actions.ts';
import type { Action, Workbench } from './actions/action.ts';
import { newAction } from './actions/new.ts';
import { checkDevice } from './checks/device-check.ts';
import {
  changesFieldOfView,
  checkFieldOfView,
  hasFieldOfView,
} from './checks/field-of-view-check.ts';
import { showSpectrum } from './checks/show-spectrum.ts';
import { initialRecipe, reduceRecipe, type Recipe, type RecipeChange } from './recipe/recipe.ts';
import { keepRecipe, keepRun, keptRecipe, keptRun, noteOpen } from './kept-workbench.ts';
import { createRequestSlots } from './run/request-slots.ts';
import { initialRun, reduceRun, type RunEvent, type RunState } from './run/run-store.ts';

function perform(action: Action, workbench: Workbench): void {
  if (action.whyDisabled(workbench) === undefined) void action.perform(workbench);
}

/**
 * The state of the workbench and the ways to change it.
 *
 * @param hasShortcuts false while a dialog is open: keys then belong to the dialog.
 * @param showSfr opens the Measure tab at its SFR.
 */
export function useWorkbench(hasShortcuts: boolean, showSfr: () => void) {
  const [recipe, changeRecipe] = useReducer(reduceRecipe, undefined, keptRecipe);
  const [run, dispatch] = useReducer(
    (state: RunState, { event, at }: { readonly event: RunEvent; readonly at: number }) =>
      reduceRun(state, event, at),
    initialRun,
  );
  const tellRun = useCallback((event: RunEvent) => dispatch({ event, at: Date.now() }), []);
  const [requests] = useState(createRequestSlots);
  const [features, setFeatures] = useState<readonly WorkbenchFeature[]>([]);
  const workbench: Workbench = {
    recipe,
    run,
    requests,
    features,
    changeRecipe,
    tellRun,
    showSfr,
  };

  useEffect(() => {
    // The deployment says where the server is. All other calls wait for it.
    void loadDeployment().then(({ workbenchFeatures }) => setFeatures(workbenchFeatures));
    void checkDevice(requests.begin('device'), (content) => tellRun({ type: 'log', content }));
    return () => requests.abortAll();
  }, [requests, tellRun]);

  useEffect(() => {
    void keptRun().then((kept) => {
      if (kept) tellRun({ type: 'restored', run: kept });
    });
    noteOpen();
  }, [tellRun]);
  useEffect(() => keepRecipe(recipe), [recipe]);
  const keepPicture = useEffectEvent(() => void keepRun(run));
  const hasPicture = run.phase === 'ended' && run.image !== undefined;
  useEffect(() => {
    if (hasPicture) keepPicture();
  }, [hasPicture]);

  const [cleared, setCleared] = useState<{ readonly recipe: Recipe; readonly run: RunState }>();
  const onAction = (action: Action): void => {
    if (action === newAction && action.whyDisabled(workbench) === undefined) {
      if (recipe !== initialRecipe || run.phase !== 'fresh') setCleared({ recipe, run });
      void keepRun(undefined);
    }
    perform(action, workbench);
  };
  const undoNew = (): void => {
    if (!cleared) return;
    changeRecipe({ type: 'restored', recipe: cleared.recipe });
    tellRun({ type: 'restored', run: cleared.run });
    setCleared(undefined);
  };

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions.find(
      ({ controlKey }) => controlKey === event.key && (event.ctrlKey || event.metaKey),
    );
    if (!action || !hasShortcuts) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const onChange = (change: RecipeChange): void => {
    changeRecipe(change);
    if (!changesFieldOfView(change)) return;
    const signal = requests.begin('field of view');
    const next = reduceRecipe(recipe, change);
    if (hasFieldOfView(next))
      void checkFieldOfView(next, signal, (content) => tellRun({ type: 'log', content }));
  };

  return {
    workbench,
    onChange,
    onAction,
    /** Brings back what New has cleared, until the next run; undefined where there is nothing. */
    onUndoNew: cleared && run.phase === 'fresh' ? undoNew : undefined,
    onSpectrum: (): void => void showSpectrum(recipe, requests.begin('spectrum')),
  };
}
