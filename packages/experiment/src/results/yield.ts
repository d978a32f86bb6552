import { wilsonInterval } from '@lumenloom/engine';
import type { RunOutcome } from '../evaluate/run/run-sweep.ts';

/** A limit that a figure has to keep. */
export interface Limit {
  readonly figure: string;
  readonly relation: '>=' | '<=';
  readonly value: number;
}

/** How many of some runs keep a limit: a share, 0 to 1, and its 95 % interval (Wilson). */
export interface Yield {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Share of the runs with that figure which keep the limit; undefined when no run has the figure.
 * Failed runs have none.
 */
export function yieldOf(outcomes: readonly RunOutcome[], limit: Limit): Yield | undefined {
  const values = outcomes
    .map(({ figures }) => figures[limit.figure])
    .filter((figure) => typeof figure === 'number');
  const kept = values.filter((figure) =>
    limit.relation === '>=' ? figure >= limit.value : figure <= limit.value,
  );
  if (values.length === 0) return undefined;
  return {
    share: kept.length / values.length,
    ...wilsonInterval(kept.length, values.length),
  };
}
