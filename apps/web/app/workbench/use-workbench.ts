import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { loadDeployment } from '../api/load-deployment.ts';
import { actions } from './actions/actions.ts';
import type { Action, Workbench } from './actions/action.ts';
import { checkDevice } from './checks/device-check.ts';
import {
  changesFieldOfView,
  checkFieldOfView,
  hasFieldOfView,
} from './checks/field-of-view-check.ts';
import { showSpectrum } from './checks/show-spectrum.ts';
import { initialRecipe, reduceRecipe, type RecipeChange } from './recipe/recipe.ts';
import { createRequestSlots } from './run/request-slots.ts';
import { initialRun, reduceRun, type RunEvent, type RunState } from './run/run-store.ts';

function perform(action: Action, workbench: Workbench): void {
  if (action.whyDisabled(workbench) === undefined) void action.perform(workbench);
}

/**
 * The state of the workbench and the ways to change it.
 *
 * @param hasShortcuts false while a dialog is open: keys then belong to the dialog.
 */
export function useWorkbench(hasShortcuts: boolean) {
  const [recipe, changeRecipe] = useReducer(reduceRecipe, initialRecipe);
  const [run, dispatch] = useReducer(
    (state: RunState, { event, at }: { readonly event: RunEvent; readonly at: number }) =>
      reduceRun(state, event, at),
    initialRun,
  );
  const tellRun = useCallback((event: RunEvent) => dispatch({ event, at: Date.now() }), []);
  const [requests] = useState(createRequestSlots);
  const [features, setFeatures] = useState<readonly WorkbenchFeature[]>([]);
  const workbench: Workbench = { recipe, run, requests, features, changeRecipe, tellRun };

  useEffect(() => {
    // The deployment says where the server is. All other calls wait for it.
    void loadDeployment().then(({ workbenchFeatures }) => setFeatures(workbenchFeatures));
    void checkDevice(requests.begin('device'), (content) => tellRun({ type: 'log', content }));
    return () => requests.abortAll();
  }, [requests, tellRun]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions.find(
      ({ controlKey }) => controlKey === event.key && (event.ctrlKey || event.metaKey),
    );
    if (!action || !hasShortcuts) return;
    event.preventDefault();
    perform(action, workbench);
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
    onAction: (action: Action): void => perform(action, workbench),
    onSpectrum: (): void => void showSpectrum(recipe, requests.begin('spectrum')),
  };
}
