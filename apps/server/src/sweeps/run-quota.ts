import type { Database } from '../database/schema.ts';
import { UNFINISHED } from './leased-rows.ts';

/**
 * Runs that an account may still ask for: those of its unfinished sweeps count, and of its
 * unfinished studies what is left of their budgets.
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
    .select((row) => [row('parts', '-', row.ref('done')).as('runs')])
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  return Math.max(
    0,
    [...sweeps, ...studies].reduce((left, { runs }) => left - runs, mostRuns),
  );
}
