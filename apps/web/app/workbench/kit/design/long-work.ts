import type { EngineProgress } from '@lumenloom/browser-host';
import { createSmallEngine } from '../small-engine.ts';
import { NO_ENGINE } from './failure.ts';

interface Changes {
  readonly progress?: EngineProgress | undefined;
  readonly note?: string;
}

/**
 * Work that takes long, one piece at a time, in an engine of its own, so that what is computed at
 * once follows meanwhile.
 *
 * @param stopped sentence for the note where the work is stopped.
 * @param hasHelpers see `createSmallEngine`.
 */
export function longWork(
  set: (changes: Changes) => void,
  signal: AbortSignal,
  stopped: string,
  hasHelpers = false,
) {
  let life: AbortController | undefined;
  return {
    /** Begins, where no work is going on. */
    start: async (
      work: (engine: ReturnType<typeof createSmallEngine>, isOver: () => boolean) => Promise<void>,
    ): Promise<void> => {
      if (life) return;
      const own = new AbortController();
      life = own;
      const either = AbortSignal.any([own.signal, signal]);
      set({ progress: { done: 0, all: 0 }, note: '' });
      try {
        await work(createSmallEngine(either, hasHelpers), () => either.aborted);
      } catch {
        if (!either.aborted) set({ note: NO_ENGINE });
      } finally {
        own.abort();
        if (life === own) {
          life = undefined;
          if (!signal.aborted) set({ progress: undefined });
        }
      }
    },
    stop: (): void => {
      if (!life) return;
      life.abort();
      life = undefined;
      set({ progress: undefined, note: stopped });
    },
  };
}
