import type { EvaluationDocument } from '@lumenloom/contract';
import type { Database } from '../database/schema.ts';
import { picturesOf } from '../datasets/dataset-rows.ts';
import { httpProblem } from '../http-problem.ts';
import { UNFINISHED } from '../leased-work/leased-rows.ts';

/** What somebody asks for. */
export interface AskedRuns {
  readonly userId: string;
  readonly runs: number;
  /** The sentence where the quota has room for fewer. */
  readonly sentence: (runs: number, left: number) => string;
}

/**
 * Runs of unfinished sweeps count, and what is left of unfinished studies and evaluations.
 *
 * @param mostRuns of an account, of all of them together.
 * @throws HttpProblem 429 where its quota has no room for so many more.
 */
export async function requireRuns(
  database: Database,
  mostRuns: number,
  { userId, runs, sentence }: AskedRuns,
): Promise<void> {
  const left = await runsLeft(database, userId, mostRuns);
  if (runs > left) throw httpProblem(429, sentence(runs, left));
}

async function runsLeft(database: Database, userId: string, mostRuns: number): Promise<number> {
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
  const evaluations = await database
    .selectFrom('evaluations')
    .select(['document', 'done'])
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  let left = mostRuns;
  for (const { runs } of [...sweeps, ...studies]) left -= runs;
  for (const { document, done } of evaluations)
    left -= await evaluationRuns(
      database,
      userId,
      JSON.parse(document) as EvaluationDocument,
      done,
    );
  return Math.max(0, left);
}

/**
 * A run of an evaluation is a picture through one camera under one condition.
 *
 * @param done pictures that have ended.
 */
export async function evaluationRuns(
  database: Database,
  userId: string,
  { dataset, images = Infinity, cameras, conditions }: EvaluationDocument,
  done = 0,
): Promise<number> {
  const pictures = Math.min(images, await picturesOf(database, userId, dataset));
  const setups = Object.keys(cameras).length * Math.max(1, conditions.length);
  return Math.max(0, pictures - done) * setups;
}
