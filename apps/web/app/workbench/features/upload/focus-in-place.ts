/** A ref that gives an element the focus when it appears, and leaves what is above it in view. */
export const focusInPlace = (element: HTMLElement | null): void =>
  element?.focus({ preventScroll: true });
