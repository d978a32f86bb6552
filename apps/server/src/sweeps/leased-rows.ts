import { messages } from '@lumenloom/contract';
import type { Database, SweepState } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';

/**
 * A server or worker that has not renewed its claims for so many times RECOVERY_SECONDS is taken
 * for dead.
 */
export const LEASE_FACTOR = 2;
export const UNFINISHED = ['waiting', 'running'] as const satisfies readonly SweepState[];

/** Tables of what takes long: a row belongs to a runner until its lease ends. */
type LeasedTable = 'sweeps' | 'evaluations' | 'studies';
/** What a row of each is called in sentences. */
const ROWS = {
  sweeps: 'A sweep',
  evaluations: 'An evaluation',
  studies: 'A study',
} as const satisfies Readonly<Record<LeasedTable, string>>;

/** All tables have the columns that are used here; a statement is typed for one of them. */
const either = (table: LeasedTable): 'sweeps' => table as 'sweeps';

/** A row of an account. */
export interface OwnRow {
  readonly id: string;
  readonly userId: string;
}

/** The documents of an account's unfinished rows, as JSON. */
export async function unfinishedDocuments(
  database: Database,
  table: LeasedTable,
  userId: string,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom(either(table))
    .select('document')
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
  for (const table of Object.keys(ROWS) as LeasedTable[]) {
    const documents = await unfinishedDocuments(database, table, userId);
    // It stands in the JSON as a text, wherever a document may name it.
    if (documents.some((document) => document.includes(JSON.stringify(name))))
      throw httpProblem(409, messages.stillNeeded(ROWS[table], what));
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
  table: LeasedTable,
  { id, userId }: OwnRow,
  now: number,
  discard: (transaction: Database) => Promise<unknown> = async () => undefined,
): Promise<'cancelled' | 'deleted' | undefined> {
  return database.transaction().execute(async (transaction) => {
    const cancelled = await transaction
      .updateTable(either(table))
      .set({ state: 'cancelled', message: '', endedAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('state', 'in', UNFINISHED)
      .executeTakeFirst();
    if (cancelled.numUpdatedRows > 0n) return 'cancelled';
    await discard(transaction);
    const deleted = await transaction
      .deleteFrom(either(table))
      .where('id', '=', id)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n ? 'deleted' : undefined;
  });
}

/** The identifiers of the unfinished rows that nobody computes, the oldest first. */
export async function freeRows(
  database: Database,
  table: LeasedTable,
  now: number,
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom(either(table))
    .select('id')
    .where('state', 'in', UNFINISHED)
    .where('leaseUntil', '<', now)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ id }) => id);
}

/** Who computes a row, and until when unless the lease is renewed; or why nobody does. */
type Claim =
  | { readonly state: 'running'; readonly runner: string; readonly leaseUntil: number }
  | { readonly state: 'failed'; readonly message: string; readonly endedAt: number };

/** Takes a free row over. @returns false where somebody else was faster. */
export async function claimRow(
  database: Database,
  table: LeasedTable,
  id: string,
  now: number,
  claim: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable(either(table))
    .set(claim)
    .where('id', '=', id)
    .where('state', 'in', UNFINISHED)
    .where('leaseUntil', '<', now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Epoch milliseconds as calls tell them. */
export const isoTime = (at: number): string => new Date(at).toISOString();
