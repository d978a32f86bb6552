import { useCallback, useEffect, useEffectEvent, useReducer, useState } from 'react';
import type { WorkbenchFeature } from '@lumenloom/contract';
import { loadDeployment } from '../../api/load-deployment.ts';
import { actions } from './actions/actions.ts';
import type { Action, Workbench } from './actions/action.ts';
import { newAction } from './actions/new.ts';
import { checkDevice } from './checks/device-check.ts';
import {
  changesFieldOfView,
  checkFieldOfView,
  hasFieldOfView,
  isOtherFieldOfView,
} from './checks/field-of-view-check.ts';
import { showSpectrum } from './checks/show-spectrum.ts';
import {
  initialRecipe,
  reduceRecipe,
  type Recipe,
  type RecipeChange,
} from '../model/recipe/recipe.ts';
import { isSameRecipe } from '../model/recipe/recipe-json.ts';
import { useRecipe } from '../model/recipe/use-recipe.ts';
import { keepRun, keptRun, noteOpen } from '../model/kept-workbench.ts';
import { useRecipeLink } from '../features/links/use-recipe-link.ts';
import { useProject, type OpenProject } from '../features/save/use-project.ts';
import { createRequestSlots } from '../model/run/request-slots.ts';
import { initialRun, reduceRun, type RunEvent, type RunState } from '../model/run/run-store.ts';

/** What New has cleared. */
interface Cleared {
  readonly recipe: Recipe;
  readonly run: RunState;
  readonly project: OpenProject | undefined;
}

function perform(action: Action, workbench: Workbench): void {
  if (action.whyDisabled(workbench) === undefined) void action.perform(workbench);
}

/** Whether an element takes text, which has keys of its own. */
const isTextField = (element: EventTarget | null): boolean =>
  element instanceof Element &&
  element.matches('textarea, [contenteditable], input:not([type=range], [type=checkbox])');

/**
 * Performs actions by their keys; Ctrl+O, which has no button, opens the projects.
 * @param isOn false while a dialog is open: keys then belong to the dialog.
 */
function useShortcuts(
  isOn: boolean,
  features: readonly WorkbenchFeature[],
  onAction: (action: Action) => void,
  onOpen: () => void,
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Caps lock swaps small and capital letters.
    const key =
      event.key.length > 1
        ? event.key
        : event.shiftKey
          ? event.key.toUpperCase()
          : event.key.toLowerCase();
    if (!isOn || !(event.ctrlKey || event.metaKey)) return;
    if (key === 'o' && features.includes('save')) {
      event.preventDefault();
      onOpen();
    }
    const action = actions.find(({ controlKey }) => controlKey === key);
    if (!action) return;
    if (action.feature && !features.includes(action.feature)) return;
    if (action.leavesTextFields && isTextField(event.target)) return;
    event.preventDefault();
    onAction(action);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/** Keeps the last picture with its log over a reload. */
function useKeptRun(run: RunState, tellRun: (event: RunEvent) => void): void {
  useEffect(() => {
    void keptRun().then((kept) => {
      if (kept) tellRun({ type: 'restored', run: kept });
    });
    noteOpen();
  }, [tellRun]);
  const keepPicture = useEffectEvent(() => void keepRun(run));
  const hasPicture = run.phase === 'ended' && run.image !== undefined;
  useEffect(() => {
    if (hasPicture) keepPicture();
  }, [hasPicture]);
}

/**
 * The state of the workbench and the ways to change it.
 *
 * @param hasShortcuts false while a dialog is open: keys then belong to the dialog.
 * @param showSfr opens the Measure tab at its SFR.
 */
export function useWorkbench(hasShortcuts: boolean, showSfr: () => void) {
  const [run, dispatch] = useReducer(
    (state: RunState, { event, at }: { readonly event: RunEvent; readonly at: number }) =>
      reduceRun(state, event, at),
    initialRun,
  );
  const tellRun = useCallback((event: RunEvent) => dispatch({ event, at: Date.now() }), []);
  const [requests] = useState(createRequestSlots);
  const checkField = (checkedRecipe: Recipe): void => {
    const signal = requests.begin('field of view');
    if (hasFieldOfView(checkedRecipe))
      void checkFieldOfView(checkedRecipe, signal, (content) => tellRun({ type: 'log', content }));
  };
  const { recipe, changeRecipe, steps, moveRecipe, moved } = useRecipe((before, after) => {
    if (isOtherFieldOfView(before, after)) checkField(after);
  });
  const project = useProject(recipe);
  const [features, setFeatures] = useState<readonly WorkbenchFeature[]>([]);
  const workbench: Workbench = {
    recipe,
    run,
    requests,
    features,
    changeRecipe,
    steps,
    moveRecipe,
    project,
    tellRun,
    showSfr,
  };
  const linkProblem = useRecipeLink(features, (linked) => {
    changeRecipe({ type: 'restored', recipe: linked, name: 'Link' });
    project.change(undefined);
  });

  useEffect(() => {
    // The deployment says where the server is. All other calls wait for it.
    void loadDeployment().then(({ workbenchFeatures }) => setFeatures(workbenchFeatures));
    void checkDevice(requests.begin('device'), (content) => tellRun({ type: 'log', content }));
    return () => requests.abortAll();
  }, [requests, tellRun]);

  useKeptRun(run, tellRun);

  const [cleared, setCleared] = useState<Cleared>();
  const onAction = (action: Action): void => {
    if (action === newAction && action.whyDisabled(workbench) === undefined) {
      if (!isSameRecipe(recipe, initialRecipe) || run.phase !== 'fresh')
        setCleared({ recipe, run, project: project.project });
      project.change(undefined);
      void keepRun(undefined);
    }
    perform(action, workbench);
  };
  const undoNew = (): void => {
    if (!cleared) return;
    changeRecipe({ type: 'restored', recipe: cleared.recipe, name: 'Undo of New' });
    project.change(cleared.project);
    tellRun({ type: 'restored', run: cleared.run });
    setCleared(undefined);
  };

  useShortcuts(hasShortcuts && !project.dialog, features, onAction, project.openDialog);

  const onChange = (change: RecipeChange): void => {
    changeRecipe(change);
    if (changesFieldOfView(change)) checkField(reduceRecipe(recipe, change));
  };

  return {
    workbench,
    onChange,
    onAction,
    /** Brings back what New has cleared, until the next run; undefined where there is nothing. */
    onUndoNew: cleared && run.phase === 'fresh' ? undoNew : undefined,
    /** Why the link in the address has no recipe; '' where it has, or is none. */
    linkProblem,
    moved,
    onSpectrum: (): void => void showSpectrum(recipe, requests.begin('spectrum')),
  };
}
