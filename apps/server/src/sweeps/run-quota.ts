import type { Database } from '../database/schema.ts';
import { UNFINISHED } from './leased-rows.ts';

/**
 * Runs that an account may still ask for: those of its unfinished sweeps and the budgets of its
 * unfinished studies count.
 *
 * @param mostRuns of all of them together.
 */
export async function runsLeft(
  database: Database,
  userId: string,
  mostRuns: number,
): Promise<number> {
  const sweeps = await database
    .selectFrom('sweeps')
    .select('runs')
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  const studies = await database
    .selectFrom('studies')
    .select('parts as runs')
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  return Math.max(
    0,
    [...sweeps, ...studies].reduce((left, { runs }) => left - runs, mostRuns),
  );
}
