import type { Database } from '../database/schema.ts';
import type { RunAnswer, RunOrder } from './run-order.ts';

/** Answers to orders of one experiment, by their keys. */
export async function answersOf(
  database: Database,
  orders: readonly Pick<RunOrder, 'workId' | 'key'>[],
): Promise<ReadonlyMap<string, RunAnswer>> {
  const [first] = orders;
  if (!first) return new Map();
  const rows = await database
    .selectFrom('runAnswers')
    .select(['key', 'answer'])
    .where('experimentId', '=', first.workId)
    .where(
      'key',
      'in',
      orders.map(({ key }) => key),
    )
    .execute();
  return new Map(rows.map(({ key, answer }) => [key, JSON.parse(answer) as RunAnswer]));
}

/** Keeps an answer, unless there is one already, or its experiment has ended. */
export async function addAnswer(
  database: Database,
  { workId, key }: Pick<RunOrder, 'workId' | 'key'>,
  answer: RunAnswer,
): Promise<void> {
  await database
    .insertInto('runAnswers')
    .columns(['experimentId', 'key', 'answer'])
    .expression((from) =>
      from
        .selectFrom('experiments')
        .select((is) => [
          'id as experimentId',
          is.val(key).as('key'),
          is.val(JSON.stringify(answer)).as('answer'),
        ])
        .where('id', '=', workId)
        .where('state', '=', 'running'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the answers of an experiment that has ended: they stand in its folder. */
export const deleteAnswers = (database: Database, workId: string): Promise<unknown> =>
  database.deleteFrom('runAnswers').where('experimentId', '=', workId).execute();
