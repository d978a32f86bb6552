import type { KeyboardEvent } from 'react';

/** The handler of ⇧Ctrl+⏎ in a workspace, which uses its design. */
export const onUseKey =
  (use: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    // A button with the focus is not pressed, and the page does not run, as Ctrl+⏎ asks.
    event.preventDefault();
    event.stopPropagation();
    use();
  };

/** Work that is joined where it is asked for again before it has ended. */
export function joined<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}
