import { follow } from '../../model/store.ts';
import type { Bench } from './bench.ts';

/** Starts the document that another part of the workbench asks a tab to compute. */
export const startAsked = (
  { place, show, signal }: Pick<Bench, 'place' | 'show' | 'signal'>,
  asked: string,
  start: (document: object) => unknown,
): void =>
  follow(
    [place],
    () => {
      const { tab, document } = place.current();
      if (tab !== asked || document === undefined) return;
      show({ document: undefined });
      void start(document);
    },
    signal,
  );
