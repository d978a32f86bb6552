import { messages } from '@lumenloom/contract';
import type { ExpressionBuilder, Updateable } from 'kysely';
import type { Database, Goal, SweepState, Tables } from '../database/schema.ts';
import { OUR_PROGRAMS } from '../programs.ts';
import { httpProblem } from '../http-problem.ts';

/**
 * A server or worker that has not renewed its claims for so many times RECOVERY_SECONDS is taken
 * for dead.
 */
export const LEASE_FACTOR = 2;
export const UNFINISHED = ['waiting', 'running'] as const satisfies readonly SweepState[];

/** What an experiment of each goal is called in sentences. */
const ROWS = {
  sweeps: 'A sweep',
  evaluations: 'An evaluation',
  studies: 'A study',
  reports: 'A report',
} as const satisfies Readonly<Record<Goal, string>>;

/** What an experiment of a goal is called: 'study'. */
export const nounOf = (goal: Goal): string => ROWS[goal].replace(/^An? /, '').toLowerCase();

/** A row of an account. */
export interface OwnRow {
  readonly id: string;
  readonly userId: string;
}

/** The documents of an account's unfinished rows, as JSON. */
export async function unfinishedDocuments(
  database: Database,
  goal: Goal,
  userId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('experiments')
    .select('document')
    .where('goal', '=', goal)
    .where('userId', '=', userId)
    .where('state', 'in', UNFINISHED)
    .execute();
  return rows.map(({ document }) => document);
}

/**
 * Keeps what unfinished rows of an account need.
 *
 * @param name of the file or data set, as documents have it.
 * @throws HttpProblem 409 where one needs it.
 */
export async function requireUnneeded(
  database: Database,
  userId: string,
  name: string,
  what: 'file' | 'data set',
): Promise<void> {
  for (const goal of Object.keys(ROWS) as Goal[]) {
    const documents = await unfinishedDocuments(database, goal, userId);
    // It stands in the JSON as a text, wherever a document may name it.
    if (documents.some((document) => document.includes(JSON.stringify(name))))
      throw httpProblem(409, messages.stillNeeded(ROWS[goal], what));
  }
}

/**
 * Cancels an unfinished row; deletes one that has ended.
 *
 * @param discard deletes what refers to the row, before it.
 * @returns what was done; undefined: the account has no such row.
 */
export async function cancelOrDelete(
  database: Database,
  goal: Goal,
  { id, userId }: OwnRow,
  now: number,
  discard: (transaction: Database) => Promise<unknown> = async () => undefined,
): Promise<'cancelled' | 'deleted' | undefined> {
  return database.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .updateTable('experiments')
      .set({ state: 'cancelled', message: '', endedAt: now })
      .where('id', '=', id)
      .where('goal', '=', goal)
      .where('userId', '=', userId)
      .where('state', 'in', UNFINISHED)
      .executeTakeFirst();
    if (cancelled.numUpdatedRows > 0n) return 'cancelled';
    await discard(transaction);
    const deleted = await transaction
      .deleteFrom('experiments')
      .where('id', '=', id)
      .where('goal', '=', goal)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n ? 'deleted' : undefined;
  });
}

/** A condition: the row was begun with our bits, or by nobody yet. */
export const isForUs = (is: ExpressionBuilder<Tables, 'experiments'>) =>
  is.or([
    is('version', 'is', null),
    is('version', '=', OUR_PROGRAMS.version),
    is('bits', '=', OUR_PROGRAMS.bits),
  ]);

/** A row of our bits that is computed; undefined: there is no such row. */
export async function runningRow(
  database: Database,
  id: string,
): Promise<(OwnRow & { readonly document: unknown }) | undefined> {
  const row = await database
    .selectFrom('experiments')
    .select(['id', 'userId', 'document'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(isForUs)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as unknown };
}

/** What a server or worker writes of a row that is computed. */
export type RowChange = Partial<Omit<Updateable<Tables['experiments']>, 'id' | 'userId' | 'goal'>>;

/**
 * @param runner the one that must compute it still; absent: any may.
 * @returns whether it is computed: neither cancelled, deleted nor taken over.
 */
export async function changeRow(
  database: Database,
  { id, runner }: { readonly id: string; readonly runner?: string },
  change: RowChange,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('experiments')
    .set(change)
    .where('id', '=', id)
    .$if(runner !== undefined, (query) => query.where('runner', '=', runner!))
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Epoch milliseconds as calls tell them. */
export const isoTime = (at: number): string => new Date(at).toISOString();

/** What says why nothing is computed; undefined while something is there that computes. */
interface WaitedFor {
  readonly presence: { readonly waiting: string | undefined };
}

/** A row as its account sees it: while no worker is there to compute it, it says so. */
export const withWait = <Row extends { readonly state: SweepState; readonly message: string }>(
  { workers }: { readonly workers: WaitedFor | undefined },
  row: Row,
): Row =>
  UNFINISHED.some((state) => state === row.state)
    ? { ...row, message: workers?.presence.waiting ?? row.message }
    : row;
