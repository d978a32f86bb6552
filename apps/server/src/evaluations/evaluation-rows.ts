import { randomUUID } from 'node:crypto';
import { messages, type EvaluationDocument, type EvaluationStatus } from '@lumenloom/contract';
import type { Database, SweepState } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import { alone } from '../library/library-rows.ts';
import {
  UNFINISHED,
  cancelOrDelete,
  claimRow,
  freeRows,
  isoTime,
  unfinishedDocuments,
  type OwnRow,
} from '../sweeps/leased-rows.ts';

/** Evaluations of an account that have not ended, and all. */
const MOST_UNFINISHED = 5;
const MOST_KEPT = 100;

/** Not in the messages of the contract, which the pages of the site load. */
const NOT_RESUMABLE =
  'Only an evaluation that was cancelled or has failed can go on: this one is computed, or is done.';

/** Whether an unfinished evaluation of an account needs this data set, network or part. */
export async function isEvaluated(
  database: Database,
  userId: string,
  name: string,
): Promise<boolean> {
  const documents = await unfinishedDocuments(database, 'evaluations', userId);
  // It stands in the JSON as a text, wherever a document may name it.
  return documents.some((document) => document.includes(JSON.stringify(name)));
}

/**
 * Stores a new evaluation.
 *
 * @param checked is called with the transaction, and throws where the data set or the network is
 * gone.
 * @returns its id.
 * @throws HttpProblem 429 beyond the quota.
 */
export async function addEvaluation(
  database: Database,
  userId: string,
  document: EvaluationDocument,
  now: number,
  checked: (transaction: Database) => Promise<unknown>,
): Promise<string> {
  const id = randomUUID();
  await alone(database, userId, async (transaction) => {
    await checked(transaction);
    const rows = await transaction
      .selectFrom('evaluations')
      .select('state')
      .where('userId', '=', userId)
      .execute();
    if (rows.length >= MOST_KEPT)
      throw httpProblem(429, messages.tooManyKeptEvaluations(MOST_KEPT));
    requireRoom(rows);
    await transaction
      .insertInto('evaluations')
      .values({
        ...{ id, userId, document: JSON.stringify(document), state: 'waiting', message: '' },
        ...{ images: 0, done: 0, createdAt: now, endedAt: null, runner: null, leaseUntil: 0 },
      })
      .execute();
  });
  return id;
}

/** @throws HttpProblem 429 where so many of these have not ended that none may be added. */
function requireRoom(rows: readonly { readonly state: SweepState }[]): void {
  if (rows.filter(({ state }) => UNFINISHED.some((one) => one === state)).length >= MOST_UNFINISHED)
    throw httpProblem(429, messages.tooManyEvaluations(MOST_UNFINISHED));
}

/**
 * Lets an evaluation that was cancelled or has failed wait again; its folder has the pictures that
 * have ended.
 *
 * @throws HttpProblem 409 where it has not ended or is done, 429 beyond the quota.
 */
export async function resumeEvaluation(
  database: Database,
  userId: string,
  id: string,
): Promise<void> {
  await alone(database, userId, async (transaction) => {
    const rows = await transaction
      .selectFrom('evaluations')
      .select('state')
      .where('userId', '=', userId)
      .execute();
    requireRoom(rows);
    const { numUpdatedRows } = await transaction
      .updateTable('evaluations')
      .set({ state: 'waiting', message: '', endedAt: null, runner: null, leaseUntil: 0 })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('state', 'in', ['cancelled', 'failed'])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw httpProblem(409, NOT_RESUMABLE);
  });
}

/** The evaluations of an account, the newest first, or only the one with that id. */
export async function evaluationsOf(
  database: Database,
  userId: string,
  id?: string,
): Promise<readonly (EvaluationStatus & { readonly document: EvaluationDocument })[]> {
  let query = database
    .selectFrom('evaluations')
    .select(['id', 'document', 'state', 'message', 'images', 'done', 'createdAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc');
  if (id !== undefined) query = query.where('id', '=', id);
  const rows = await query.execute();
  const queue = rows.some(({ state }) => state === 'waiting')
    ? await database
        .selectFrom('evaluations')
        .select('createdAt')
        .where('state', 'in', UNFINISHED)
        .execute()
    : [];
  return rows.map(({ document: text, createdAt, endedAt, ...row }) => {
    const document = JSON.parse(text) as EvaluationDocument;
    return {
      ...row,
      document,
      ...(row.state === 'waiting' && {
        ahead: queue.filter((other) => other.createdAt < createdAt).length,
      }),
      name: document.name,
      createdAt: isoTime(createdAt),
      endedAt: endedAt === null ? null : isoTime(endedAt),
    };
  });
}

/** Cancels an unfinished evaluation; deletes the row of one that has ended. */
export const cancelOrDeleteEvaluation = (
  database: Database,
  own: OwnRow,
  now: number,
): ReturnType<typeof cancelOrDelete> => cancelOrDelete(database, 'evaluations', own, now);

/** An evaluation that a server or worker has taken over. */
export interface ClaimedEvaluation {
  readonly id: string;
  readonly userId: string;
  readonly document: EvaluationDocument;
  /** Number of its pictures; 0 where nobody has begun it. */
  readonly images: number;
}

/** Takes the oldest unfinished evaluation over that nobody computes, until `until`. */
export async function claimEvaluation(
  database: Database,
  runner: string,
  now: number,
  until: number,
): Promise<ClaimedEvaluation | undefined> {
  const [id] = await freeRows(database, 'evaluations', now);
  const claim = { state: 'running', runner, leaseUntil: until } as const;
  if (id === undefined || !(await claimRow(database, 'evaluations', id, now, claim)))
    return undefined;
  const row = await database
    .selectFrom('evaluations')
    .select(['id', 'userId', 'document', 'images'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as EvaluationDocument };
}

/** What a server or worker writes of an evaluation that it computes. */
export type EvaluationChange = Partial<
  Pick<EvaluationStatus, 'images' | 'done' | 'state' | 'message'> & {
    readonly endedAt: number;
    readonly runner: null;
    readonly leaseUntil: number;
  }
>;

/** @returns whether this runner still computes it: neither cancelled, deleted nor taken over. */
export async function changeEvaluation(
  database: Database,
  runner: string,
  id: string,
  change: EvaluationChange,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('evaluations')
    .set(change)
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
