import { useState, type FocusEvent, type KeyboardEvent } from 'react';

const stopsIn = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[data-stop]'),
];

/**
 * A row or column of controls as one tab stop: arrow keys, Home and End move the focus within it.
 * Each control has `data-stop`, and `tabIndex` 0 when its place in the row is `current`, else -1.
 *
 * @see WAI-ARIA Authoring Practices, toolbar pattern.
 */
export function useRoving() {
  const [current, setCurrent] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const stops = stopsIn(event.currentTarget);
    const at = stops.indexOf(event.target as HTMLElement);
    const next = {
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      Home: 0,
      End: -1,
    }[event.key];
    if (at < 0 || next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    stops.at(next % stops.length)?.focus();
  };
  const onFocus = (event: FocusEvent<HTMLElement>): void => {
    const at = stopsIn(event.currentTarget).indexOf(event.target);
    if (at >= 0) setCurrent(at);
  };
  return { current, row: { onKeyDown, onFocus } };
}
