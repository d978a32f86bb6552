import { useEffect, useEffectEvent, useRef, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { useReadable } from '../../model/store.ts';
import type { Action, ActionBody } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import type { Bodies } from '../actions/bodies.ts';
import type { Key } from '../bench/feature.ts';
import { allOf } from '../bench/registries.ts';
import type { Workbench } from '../bench/workbench.ts';

/** A key as `aria-keyshortcuts` names it, without Shift: 'W', 'Space', 'Control+O'. */
function nameOf({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  return ctrlKey || metaKey ? `Control+${name}` : name;
}

/** A key as actions name theirs: a capital letter is the key with Shift, also with Caps lock. */
const controlKeyOf = ({ key, shiftKey }: KeyboardEvent): string =>
  key.length > 1 ? key : shiftKey ? key.toUpperCase() : key.toLowerCase();

/** Whether an element takes text, which has keys of its own. */
const isTextField = (element: EventTarget | null): boolean =>
  element instanceof Element &&
  element.matches('textarea, [contenteditable], input:not([type=range], [type=checkbox])');

export function perform({ now, perform: run }: ActionBody): void {
  if (now.current().reason === undefined) void run();
}

/** The action of a key that is pressed, where there is something behind its button. */
const actionOf = (event: KeyboardEvent, bodies: Bodies): [Action, ActionBody] | undefined => {
  const action = actions.find(({ controlKey }) => controlKey === controlKeyOf(event));
  const body = action && bodies[action.label];
  return body && !(action.leavesTextFields && isTextField(event.target))
    ? [action, body]
    : undefined;
};

/** Keys of the page: those of the toolbar and those of features; off while a dialog is open. */
export function usePageKeys(workbench: Workbench, bodies: Bodies): void {
  const hasTools = useReadable(workbench.switches).length > 0;
  const { dialog, modal } = useReadable(workbench.place);
  const keys = allOf(useReadable(workbench.features), 'keys').filter(
    ({ where }) => where === 'page',
  );
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (dialog || modal !== undefined) return;
    if (event.key === '?' && hasTools && !isTextField(event.target)) {
      event.preventDefault();
      workbench.show({ modal: 'keys' });
      return;
    }
    const key = keys.find((one) => one.key === nameOf(event) && !one.isIdle?.());
    if (key && (event.ctrlKey || event.metaKey || !isTextField(event.target))) {
      event.preventDefault();
      key.perform();
      return;
    }
    const action = event.ctrlKey || event.metaKey ? actionOf(event, bodies) : undefined;
    if (!action) return;
    event.preventDefault();
    perform(action[1]);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

/**
 * Keys of the picture and its strip, beyond those of the picture itself; Escape leaves one level.
 *
 * @returns the handler for both.
 */
export function usePictureKeys(workbench: Workbench): (event: ReactKeyboardEvent) => void {
  const features = useReadable(workbench.features);
  const keys = allOf(features, 'keys').filter(({ where }) => where === 'picture');
  /** The key that is held. */
  const held = useRef<Key>(undefined);
  useEffect(() => {
    const onRelease = (event: Event): void => {
      if ('key' in event && held.current?.key !== nameOf(event as KeyboardEvent)) return;
      held.current?.release?.();
      held.current = undefined;
    };
    window.addEventListener('keyup', onRelease);
    window.addEventListener('blur', onRelease);
    return () => {
      window.removeEventListener('keyup', onRelease);
      window.removeEventListener('blur', onRelease);
    };
  }, []);
  /** Whether the key means something here. */
  const take = (event: ReactKeyboardEvent): boolean => {
    if (event.key === 'Escape') return allOf(features, 'leave').some((leave) => leave());
    const key = keys.find((one) => one.key === nameOf(event) && !one.isIdle?.());
    if (!key) return false;
    if (key.release) held.current = key;
    key.perform();
    return true;
  };
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.matches('input:not([type=range]), select')) return;
    // Space presses these.
    if (event.key === ' ' && target.matches('[data-mode]')) return;
    if (take(event)) event.preventDefault();
  };
}
