import { randomUUID } from 'node:crypto';
import { alone } from '../database/alone.ts';
import type { Database, SweepState } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import { OUR_PROGRAMS, type Programs } from '../programs.ts';
import type { Turns } from '../turns.ts';
import {
  UNFINISHED,
  claimRow,
  isForUs,
  isoTime,
  nextInTurn,
  type OwnRow,
} from '../leased-work/leased-rows.ts';

/** Tables of work that a process computes into a folder. */
export type WorkTable = 'evaluations' | 'studies';

/** Both tables have the same columns; a statement is typed for one of them. */
const either = (table: WorkTable): 'evaluations' => table as 'evaluations';

/** How many rows an account may have, and what it is told beyond. */
export interface WorkLimits {
  readonly table: WorkTable;
  /** That have not ended, and in all. */
  readonly unfinished: number;
  readonly kept: number;
  readonly tooManyUnfinished: string;
  readonly tooManyKept: string;
  /** Why only some can go on. */
  readonly notResumable: string;
}

/** A new row. */
interface NewWork {
  readonly userId: string;
  /** Checked; stored as JSON. */
  readonly document: object;
  /** Number of its parts; 0 where that shows later. */
  readonly parts: number;
  readonly now: number;
}

/**
 * Stores new work.
 *
 * @param checked is called with the transaction, and throws where something that it needs is gone.
 * @returns its id.
 * @throws HttpProblem 429 beyond the limits.
 */
export async function addWork(
  database: Database,
  limits: WorkLimits,
  { userId, document, parts, now }: NewWork,
  checked: (transaction: Database) => Promise<unknown>,
): Promise<string> {
  const id = randomUUID();
  await alone(database, userId, async (transaction) => {
    await checked(transaction);
    const rows = await transaction
      .selectFrom(either(limits.table))
      .select('state')
      .where('userId', '=', userId)
      .execute();
    if (rows.length >= limits.kept) throw httpProblem(429, limits.tooManyKept);
    requireRoom(rows, limits);
    await transaction
      .insertInto(either(limits.table))
      .values({
        ...{ id, userId, document: JSON.stringify(document), state: 'waiting', message: '' },
        ...{ parts, done: 0, createdAt: now, endedAt: null, runner: null, leaseUntil: 0 },
      })
      .execute();
  });
  return id;
}

/** @throws HttpProblem 429 where so many of these have not ended that none may be added. */
function requireRoom(
  rows: readonly { readonly state: SweepState }[],
  { unfinished, tooManyUnfinished }: WorkLimits,
): void {
  if (rows.filter(({ state }) => UNFINISHED.some((one) => one === state)).length >= unfinished)
    throw httpProblem(429, tooManyUnfinished);
}

/**
 * Lets work that was cancelled or has failed wait again; its folder has the parts that have ended.
 *
 * @param checked is called with the transaction, and throws where there is no room.
 * @param more what it is to compute besides; also lets work that is done go on.
 * @throws HttpProblem 409 where it has not ended or is done, 429 beyond the limits.
 */
export async function resumeWork(
  database: Database,
  limits: WorkLimits,
  { userId, id }: OwnRow,
  checked: (transaction: Database) => Promise<unknown>,
  more?: Pick<NewWork, 'document' | 'parts'>,
): Promise<void> {
  await alone(database, userId, async (transaction) => {
    await checked(transaction);
    const rows = await transaction
      .selectFrom(either(limits.table))
      .select('state')
      .where('userId', '=', userId)
      .execute();
    requireRoom(rows, limits);
    const { numUpdatedRows } = await transaction
      .updateTable(either(limits.table))
      .set({
        ...{ state: 'waiting', message: '', endedAt: null, runner: null, leaseUntil: 0 },
        ...(more && { document: JSON.stringify(more.document), parts: more.parts }),
      })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('state', 'in', ['cancelled', 'failed', ...(more ? (['done'] as const) : [])])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw httpProblem(409, limits.notResumable);
  });
}

/** Work of an account, with its document. */
export interface WorkStatus<Document> {
  readonly id: string;
  readonly document: Document;
  readonly state: SweepState;
  readonly message: string;
  readonly parts: number;
  readonly done: number;
  /**
   * While it waits: how many others have their turn before it, the account's older ones and one of
   * each other account.
   */
  readonly ahead?: number;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** The rows of an account, the newest first, or only the one with that id. */
export async function workOf<Document>(
  database: Database,
  table: WorkTable,
  userId: string,
  id?: string,
): Promise<readonly WorkStatus<Document>[]> {
  let query = database
    .selectFrom(either(table))
    .select(['id', 'document', 'state', 'message', 'parts', 'done', 'createdAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc');
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  const queue = rows.some(({ state }) => state === 'waiting')
    ? await database
        .selectFrom(either(table))
        .select(['userId', 'createdAt'])
        .where('state', 'in', UNFINISHED)
        .execute()
    : [];
  const others = new Set(queue.map((other) => other.userId)).size - 1;
  const own = queue.filter((other) => other.userId === userId);
  return rows.map(({ document, createdAt, endedAt, ...row }) => ({
    ...row,
    document: JSON.parse(document) as Document,
    ...(row.state === 'waiting' && {
      ahead: others + own.filter((other) => other.createdAt < createdAt).length,
    }),
    createdAt: isoTime(createdAt),
    endedAt: endedAt === null ? null : isoTime(endedAt),
  }));
}

/** Work that a server or worker has taken over. */
export interface ClaimedWork {
  readonly id: string;
  readonly userId: string;
  /** As it was checked. */
  readonly document: unknown;
  /** Number of its parts; 0 where nobody has begun it. */
  readonly parts: number;
  /** Whether its folder is known to have our bits, by whatever version. */
  readonly hasOurBits: boolean;
}

/**
 * Fails unfinished work that programs with other bits began and that no process of theirs can go on
 * with.
 */
export async function failOfOtherBits(
  database: Database,
  table: WorkTable,
  { message, now }: { readonly message: string; readonly now: number },
  areGone: (programs: Programs) => boolean,
): Promise<void> {
  const rows = await database
    .selectFrom(either(table))
    .select(['id', 'version', 'node'])
    .where('state', 'in', UNFINISHED)
    .where('leaseUntil', '<', now)
    .where((is) => is.not(isForUs(is)))
    .execute();
  for (const { id, version, node } of rows)
    if (areGone({ version: version ?? '', node: node ?? '' }))
      await claimRow(database, table, id, now, { state: 'failed', message, endedAt: now });
}

/** Takes unfinished work over that nobody computes, of the account whose turn it is. */
export async function claimWork(
  database: Database,
  table: WorkTable,
  runner: string,
  { now, until, turns }: { readonly now: number; readonly until: number; readonly turns: Turns },
): Promise<ClaimedWork | undefined> {
  const next = await nextInTurn(database, table, now, turns);
  const claim = { state: 'running', runner, leaseUntil: until } as const;
  if (!next || !(await claimRow(database, table, next.id, now, claim))) return undefined;
  const { id } = next;
  turns.serve(next.userId);
  const row = await database
    .selectFrom(either(table))
    .select(['id', 'userId', 'document', 'parts', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, ...work } = row;
  if (version === null) await changeWork(database, table, { id, runner }, OUR_PROGRAMS);
  return {
    ...work,
    document: JSON.parse(row.document) as unknown,
    hasOurBits: version !== null,
  };
}

/** What a server or worker writes of work that it computes. */
export interface WorkChange extends Partial<typeof OUR_PROGRAMS> {
  readonly parts?: number;
  readonly done?: number;
  readonly state?: SweepState;
  readonly message?: string;
  readonly endedAt?: number;
  readonly runner?: null;
  readonly leaseUntil?: number;
}

/** @returns whether this runner still computes it: neither cancelled, deleted nor taken over. */
export async function changeWork(
  database: Database,
  table: WorkTable,
  { id, runner }: { readonly id: string; readonly runner: string },
  change: WorkChange,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable(either(table))
    .set(change)
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
