import type { PlannedSweep } from '../../plan/plan-sweep.ts';
import { evaluated, runSweep, type RunOutcome, type SweepOptions } from './run-sweep.ts';

/** What is computed of cameras: figures of all of them first, then their scores. */
export type PredictionPass = 'figures' | 'scores';

export interface PredictionOptions extends SweepOptions {
  /** Runs side by side while figures are computed; then it is pictures. */
  readonly runs: number;
  readonly evaluate: NonNullable<SweepOptions['evaluate']>;
  /** Called before a pass, with how many cameras it has. */
  readonly begins: (pass: PredictionPass, cameras: number) => void;
}

/**
 * Computes the cameras of a prediction in two passes, so that no figure is computed after a score
 * was.
 *
 * @param before outcomes of an earlier start.
 */
export async function runPrediction(
  planned: PlannedSweep,
  before: readonly RunOutcome[],
  { evaluate, runs: jobs, begins, ...options }: PredictionOptions,
): Promise<void> {
  const known = new Map(before.map((outcome) => [outcome.run, outcome]));
  const left = numbersTo(planned.count).filter((run) => !known.has(run));
  if (left.length > 0) {
    begins('figures', left.length);
    await runSweep(planned, left, {
      ...options,
      jobs,
      ended: async (outcome) => {
        const kept = outcome.status === 'done' ? { ...outcome, isScored: false } : outcome;
        known.set(outcome.run, kept);
        await options.ended(kept);
      },
    });
  }
  const unscored = numbersTo(planned.count).filter((run) => known.get(run)?.isScored === false);
  if (options.signal.aborted || unscored.length === 0) return;
  begins('scores', unscored.length);
  for (const run of unscored) {
    const { isScored: _, ...outcome } = known.get(run)!;
    const found = await evaluated(evaluate, planned.runAt(run));
    if (found === 'stopped') return;
    await options.ended(withScore(outcome, found));
  }
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** The outcome of a camera with the figures of the data set, or why it has none. */
function withScore(
  outcome: RunOutcome,
  found: Exclude<Awaited<ReturnType<typeof evaluated>>, 'stopped'>,
): RunOutcome {
  if ('message' in found)
    return { ...outcome, figures: {}, status: 'failed', message: found.message };
  const { figures, floor } = found;
  return {
    ...outcome,
    figures: Object.fromEntries(
      Object.entries(outcome.figures).map(([name, value]) => [name, figures[name] ?? value]),
    ),
    ...(outcome.conditions && {
      conditions: { ...outcome.conditions, ...(floor !== undefined && { floor }) },
    }),
  };
}
