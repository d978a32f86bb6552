import type { EvaluationDocument } from '@lumenloom/contract';
import type { Database } from '../database/schema.ts';
import { picturesOf } from '../datasets/dataset-rows.ts';
import { UNFINISHED } from '../leased-work/leased-rows.ts';

/**
 * Runs that an account may still start: those of unfinished sweeps count, and what is left of
 * other unfinished experiments.
 */
export async function runsLeft(
  database: Database,
  userId: string,
  mostRuns: number,
): Promise<number> {
  const rows = await database
    .selectFrom('experiments')
    .select(['goal', 'document', 'parts', 'done'])
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  let left = mostRuns;
  for (const { goal, document, parts, done } of rows)
    left -=
      goal === 'evaluations'
        ? await evaluationRuns(database, userId, JSON.parse(document) as EvaluationDocument, done)
        : parts - done;
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
