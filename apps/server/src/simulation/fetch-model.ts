import { algorithms } from '@lumenloom/engine/catalogue';
import type { SimulationPlan } from '@lumenloom/engine';
import type { ModelFetcher } from '@lumenloom/node-host';
import { eventLine, logLine } from './event-line.ts';
import type { RunWatch } from './job-queue.ts';

/** Milliseconds between two download events. */
const EVENT_INTERVAL_MS = 100;

/**
 * Fetches the files of the plan's network where they are absent and may be fetched, and reports the
 * progress to the client.
 *
 * @returns undefined for a plan without a network of the choice list.
 */
export function fetchModel(
  models: ModelFetcher,
  { algorithm }: SimulationPlan,
  { emit, signal }: RunWatch,
): Promise<void> | undefined {
  if (typeof algorithm !== 'string') return undefined;
  const { label } = algorithms[algorithm];
  let last = 0;
  return models.ensure(label, {
    signal,
    say: (sentence) => {
      emit(logLine(sentence, 'Algorithm'));
    },
    progress: (bytes, totalBytes) => {
      const now = performance.now();
      if (bytes !== totalBytes && now - last < EVENT_INTERVAL_MS) return;
      last = now;
      emit(eventLine({ type: 'download', content: { label, bytes, totalBytes } }));
    },
  });
}
