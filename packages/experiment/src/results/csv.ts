import type { SweepDocument, SweepOutcome } from '@lumenloom/contract';
import { csvText } from '@lumenloom/engine/catalogue';

/** The results of a sweep as CSV: a header and a row per run, in their order. */
export function csvOf(
  { vary, measure }: Pick<SweepDocument, 'vary' | 'measure'>,
  runs: readonly SweepOutcome[],
): string {
  const paths = vary.map(({ path }) => path);
  return csvText([
    ['run', 'seed', ...paths, ...measure, 'status', 'message'],
    ...runs.map(({ run, seed, values, figures, status, message }) => [
      run,
      seed,
      ...paths.map((path) => values[path]),
      ...measure.map((name) => figures[name]),
      status,
      message,
    ]),
  ]);
}
