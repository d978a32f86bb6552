import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { actions } from './actions/actions.ts';
import type { Action, Workbench } from './actions/action.ts';
import { checkDevice } from './checks/device-check.ts';
import { checkFieldOfView, hasFieldOfView } from './checks/field-of-view-check.ts';
import { initialRecipe, reduceRecipe, type Choice } from './recipe/recipe.ts';
import { createRequestSlots } from './run/request-slots.ts';
import { initialRun, reduceRun } from './run/run-store.ts';

function perform(action: Action, workbench: Workbench): void {
  if (action.whyDisabled(workbench) === undefined) void action.perform(workbench);
}

/** The state of the workbench and the ways to change it. */
export function useWorkbench() {
  const [recipe, changeRecipe] = useReducer(reduceRecipe, initialRecipe);
  const [run, tellRun] = useReducer(reduceRun, initialRun);
  const [requests] = useState(createRequestSlots);
  const workbench: Workbench = { recipe, run, requests, changeRecipe, tellRun };

  useEffect(() => {
    void checkDevice(requests.begin('device'), (content) => tellRun({ type: 'log', content }));
    return () => {
      requests.abort('device');
      requests.abort('field of view');
      requests.abort('run');
    };
  }, [requests]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actions.find(({ controlKey }) => controlKey === event.key && (event.ctrlKey || event.metaKey));
    if (!action) return;
    event.preventDefault();
    perform(action, workbench);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return {
    workbench,
    onAction: (action: Action): void => perform(action, workbench),
    onChoose: (choice: Choice, label: string): void => {
      const change = { type: 'chosen', choice, label } as const;
      changeRecipe(change);
      if (choice !== 'scene' && choice !== 'optics') return;
      const signal = requests.begin('field of view');
      const next = reduceRecipe(recipe, change);
      if (hasFieldOfView(next)) void checkFieldOfView(next, signal, (content) => tellRun({ type: 'log', content }));
    },
  };
}
