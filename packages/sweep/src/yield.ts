import type { RunOutcome } from './run-sweep.ts';

/** A limit that a figure has to keep. */
export interface Limit {
  readonly figure: string;
  readonly relation: '>=' | '<=';
  readonly value: number;
}

/**
 * Share of the runs with that figure which keep the limit, 0 to 1; undefined when no run has the
 * figure. Failed runs have none.
 */
export function yieldOf(outcomes: readonly RunOutcome[], limit: Limit): number | undefined {
  const values = outcomes
    .map(({ figures }) => figures[limit.figure])
    .filter((figure) => typeof figure === 'number');
  const kept = values.filter((figure) =>
    limit.relation === '>=' ? figure >= limit.value : figure <= limit.value,
  );
  return values.length === 0 ? undefined : kept.length / values.length;
}
