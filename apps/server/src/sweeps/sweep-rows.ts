import { randomUUID } from 'node:crypto';
import type { SweepDocument, SweepStatus } from '@lumenloom/contract';
import type { RunOutcome } from '@lumenloom/sweep';
import { messages } from '@lumenloom/contract';
import type { ExpressionBuilder } from 'kysely';
import type { Config } from '../config.ts';
import { alone } from '../database/alone.ts';
import type { Database, Tables } from '../database/schema.ts';
import { requireRoom, type Store } from '../disk-ledger.ts';
import { HttpProblem, httpProblem } from '../http-problem.ts';
import { haveOurBits, OUR_PROGRAMS, PROGRAMS, type Programs } from '../programs.ts';
import {
  cancelOrDelete,
  claimRow,
  freeRows,
  isoTime,
  UNFINISHED,
  unfinishedDocuments,
  type OwnRow,
} from '../leased-work/leased-rows.ts';
import { requireRuns } from '../folder-work/run-quota.ts';

/** Unfinished sweeps of an account. */
const MOST_SWEEPS = 10;

export interface CheckedSweep {
  readonly document: SweepDocument;
  readonly count: number;
  /** That its results may take. */
  readonly bytes: number;
  /** Name of the GPU that is to compute it; absent: the processor. */
  readonly device?: string | undefined;
}

/** @throws HttpProblem 429 where the quota of an account has no room for so many runs. */
export const requireSweepRuns = (
  database: Database,
  userId: string,
  runs: number,
  mostRuns: number,
): Promise<void> =>
  requireRuns(database, mostRuns, { userId, runs, sentence: messages.tooManySweepRuns });

/**
 * The store of the ledger for results of sweeps: all that the unfinished ones may have, and what
 * the others have. What is deleted is held until its files are.
 */
const RESULTS: Store = {
  name: 'results',
  usedBy: async (database, userId) => {
    const rows = await database
      .selectFrom('sweeps')
      .leftJoin('sweepRuns', 'sweepRuns.sweepId', 'sweeps.id')
      .select(({ fn }) => [
        'sweeps.state',
        'sweeps.runs',
        'sweeps.bytes',
        fn.count<number>('sweepRuns.resultKey').as('done'),
      ])
      .where('sweeps.userId', '=', userId)
      .groupBy(['sweeps.id', 'sweeps.state', 'sweeps.runs', 'sweeps.bytes'])
      .execute();
    return rows.reduce(
      (used, { state, runs, bytes, done }) =>
        used + (UNFINISHED.some((one) => one === state) ? bytes : (bytes * done) / runs),
      0,
    );
  },
  full: (quota, used, held, wanted) => {
    const left = Math.max(0, quota - used - held);
    const message = messages.resultsOverQuota(wanted / 1e9, quota / 1e9, left / 1e9, held / 1e9);
    return new HttpProblem(wanted > quota ? 422 : 429, [{ field: 'keep', message }]);
  },
};

/**
 * Stores a new sweep.
 *
 * @param most runs of the unfinished sweeps and studies of an account together, and bytes of the
 * results of all its sweeps.
 * @returns its id.
 * @throws HttpProblem 429 beyond the quotas.
 */
export async function addSweep(
  database: Database,
  userId: string,
  { document, count, bytes, device }: CheckedSweep,
  most: Pick<Config, 'sweepRuns' | 'resultsBytes'>,
  now: number,
): Promise<string> {
  const id = randomUUID();
  await alone(database, userId, async (transaction) => {
    const { length } = await unfinishedDocuments(transaction, 'sweeps', userId);
    if (length >= MOST_SWEEPS) throw httpProblem(429, messages.tooManySweeps(MOST_SWEEPS));
    await requireSweepRuns(transaction, userId, count, most.sweepRuns);
    const holding = { store: RESULTS, userId, id, quota: most.resultsBytes };
    await requireRoom(transaction, holding, bytes);
    await transaction
      .insertInto('sweeps')
      .values({
        id,
        userId,
        document: JSON.stringify(document),
        ...OUR_PROGRAMS,
        device: device ?? null,
        runs: count,
        bytes,
        state: 'waiting',
        message: '',
        createdAt: now,
        endedAt: null,
        runner: null,
        leaseUntil: 0,
      })
      .execute();
  });
  return id;
}

/** The sweeps of an account, the newest first, or only the one with that id. */
export async function sweepsOf(
  database: Database,
  userId: string,
  id?: string,
): Promise<readonly SweepStatus[]> {
  let query = database
    .selectFrom('sweeps')
    .select([
      'id',
      'document',
      'version',
      'node',
      'device',
      'state',
      'message',
      'runs',
      'createdAt',
      'endedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(200);
  if (id !== undefined) query = query.where('id', '=', id);
  const sweeps = await query.execute();
  if (sweeps.length === 0) return [];
  const counts = await database
    .selectFrom('sweepRuns')
    .select(({ fn }) => [
      'sweepId',
      fn.countAll<number>().as('all'),
      fn.count<number>('resultKey').as('done'),
    ])
    .where(
      'sweepId',
      'in',
      sweeps.map((sweep) => sweep.id),
    )
    .groupBy('sweepId')
    .execute();
  return sweeps.map(({ document, device, createdAt, endedAt, ...sweep }) => {
    const count = counts.find(({ sweepId }) => sweepId === sweep.id);
    const done = count?.done ?? 0;
    return {
      ...sweep,
      ...(device !== null && { device }),
      name: (JSON.parse(document) as SweepDocument).name,
      done,
      failed: (count?.all ?? 0) - done,
      createdAt: isoTime(createdAt),
      endedAt: endedAt === null ? null : isoTime(endedAt),
    };
  });
}

/** The document of a sweep of an account; undefined: there is no such sweep. */
export async function documentOf(
  database: Database,
  userId: string,
  id: string,
): Promise<SweepDocument | undefined> {
  const row = await database
    .selectFrom('sweeps')
    .select('document')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && (JSON.parse(row.document) as SweepDocument);
}

/**
 * Cancels an unfinished sweep; deletes one that has ended. Room is held for its results until
 * their files are deleted (`purgeResults`).
 * @returns what was done; undefined: there is no such sweep.
 */
export const cancelOrDeleteSweep = (
  database: Database,
  own: OwnRow,
  now: number,
): ReturnType<typeof cancelOrDelete> =>
  cancelOrDelete(database, 'sweeps', own, now, async (transaction) => {
    const row = await transaction
      .selectFrom('sweeps')
      .select(['runs', 'bytes'])
      .where('id', '=', own.id)
      .where('userId', '=', own.userId)
      .executeTakeFirst();
    if (!row) return;
    const { done } = await progressOf(transaction, own.id);
    await transaction
      .insertInto('reservations')
      .values({
        ...own,
        store: RESULTS.name,
        bytes: Math.ceil((row.bytes * done) / row.runs),
        heldAt: Date.now(),
      })
      .execute();
    await transaction.deleteFrom('sweepRuns').where('sweepId', '=', own.id).execute();
  });

/** Programs that began a sweep, and the name of their bits. */
export type BegunBy = Programs & Pick<Tables['sweeps'], 'bits'>;

/** An unfinished sweep that a server computes. */
export interface ClaimedSweep {
  readonly id: string;
  readonly userId: string;
  readonly document: SweepDocument;
  readonly runs: number;
  /** What began it, and what is to compute it now. */
  readonly began: BegunBy;
  readonly programs: Programs;
  /** Numbers of the runs that have ended. */
  readonly ended: readonly number[];
  /** Whether one of them gave figures. */
  readonly hasFigures: boolean;
}

/**
 * What computes a sweep of these programs: undefined where nothing can; 'later' where that is not
 * known yet.
 */
export type ComputedBy = (began: BegunBy) => Programs | 'later' | undefined;

/** This process alone. */
const computedHere: ComputedBy = (began) => (haveOurBits(began) ? PROGRAMS : undefined);

/**
 * Takes over the unfinished sweeps that no server computes, until `until`; sweeps of other bits
 * that nothing can compute any more, or of another device, fail with a sentence.
 *
 * @param own name of the GPU that computes them; undefined: the processor.
 */
export async function claimSweeps(
  database: Database,
  runner: string,
  { now, until }: { readonly now: number; readonly until: number },
  {
    own,
    computedBy = computedHere,
  }: { readonly own?: string | undefined; readonly computedBy?: ComputedBy } = {},
): Promise<readonly ClaimedSweep[]> {
  const claimed: ClaimedSweep[] = [];
  for (const id of await freeRows(database, 'sweeps', now)) {
    const row = await database
      .selectFrom('sweeps')
      .select(['id', 'userId', 'document', 'runs', 'version', 'node', 'bits', 'device'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) continue;
    const { document, version, node, bits, device, ...sweep } = row;
    const began = { version, node, bits };
    const programs = computedBy(began);
    if (programs === 'later') continue;
    const isOther = !programs || device !== (own ?? null);
    const message = programs
      ? messages.otherDevice(device ?? undefined, own)
      : messages.otherPrograms(began, PROGRAMS);
    const isOurs = await claimRow(
      database,
      'sweeps',
      id,
      now,
      isOther
        ? { state: 'failed', message, endedAt: now }
        : { state: 'running', runner, leaseUntil: until },
    );
    if (!isOurs || isOther) continue;
    const ended = await database
      .selectFrom('sweepRuns')
      .select(['run', 'resultKey'])
      .where('sweepId', '=', sweep.id)
      .execute();
    claimed.push({
      ...sweep,
      began,
      programs,
      document: JSON.parse(document) as SweepDocument,
      ended: ended.map(({ run }) => run),
      hasFigures: ended.some(({ resultKey }) => resultKey !== null),
    });
  }
  return claimed;
}

/**
 * Renews the claims of a server.
 * @returns the ids of the sweeps that it still computes: neither cancelled, deleted nor taken over.
 */
export async function renewClaims(
  database: Database,
  runner: string,
  until: number,
): Promise<ReadonlySet<string>> {
  const rows = await database
    .updateTable('sweeps')
    .set({ leaseUntil: until })
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * Gives the claims of a server back, or those on some sweeps, so that another one, or its next
 * look, goes on at once.
 */
export async function releaseClaims(
  database: Database,
  runner: string,
  ids?: readonly string[],
): Promise<void> {
  let update = database
    .updateTable('sweeps')
    .set({ runner: null, leaseUntil: 0 })
    .where('runner', '=', runner);
  if (ids) update = update.where('id', 'in', ids);
  await update.execute();
}

/** The condition that a sweep has the bits of these programs. */
const isOfOurBits = (is: ExpressionBuilder<Tables, 'sweeps'>) =>
  is.or([
    is('sweeps.version', '=', OUR_PROGRAMS.version),
    is('sweeps.bits', '=', OUR_PROGRAMS.bits),
  ]);

/**
 * Keeps the outcome of a run, unless that run has one already, or the sweep has ended or has other
 * bits.
 *
 * @param hasFigures false: the run was given up, which is the same whatever bits it would have.
 * @returns whether it was kept.
 */
export async function addOutcome(
  database: Database,
  sweepId: string,
  outcome: RunOutcome,
  resultKey: string | null,
  hasFigures = true,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('sweepRuns')
    .columns(['sweepId', 'run', 'outcome', 'resultKey'])
    .expression((from) =>
      from
        .selectFrom('sweeps')
        .select((is) => [
          'sweeps.id',
          is.val(outcome.run).as('run'),
          is.val(JSON.stringify(outcome)).as('outcome'),
          is.val(resultKey).as('resultKey'),
        ])
        .where('sweeps.id', '=', sweepId)
        .where('sweeps.state', '=', 'running')
        .$if(hasFigures, (query) => query.where(isOfOurBits)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** How far the runs of a sweep are: those that have ended, of `first` to before `end`. */
export async function endedRuns(
  database: Database,
  sweepId: string,
  first: number,
  end: number,
): Promise<ReadonlySet<number>> {
  const rows = await database
    .selectFrom('sweepRuns')
    .select('run')
    .where('sweepId', '=', sweepId)
    .where('run', '>=', first)
    .where('run', '<', end)
    .execute();
  return new Set(rows.map(({ run }) => run));
}

/** A sweep of our bits that is running; undefined: there is no such sweep. */
export async function runningSweep(
  database: Database,
  id: string,
): Promise<Pick<ClaimedSweep, 'userId' | 'document'> | undefined> {
  const row = await database
    .selectFrom('sweeps')
    .select(['userId', 'document'])
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where(isOfOurBits)
    .executeTakeFirst();
  return row && { ...row, document: JSON.parse(row.document) as SweepDocument };
}

/** How many runs of a sweep have ended, and how many of them gave figures. */
export async function progressOf(
  database: Database,
  sweepId: string,
): Promise<{ readonly all: number; readonly done: number }> {
  return database
    .selectFrom('sweepRuns')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('resultKey').as('done')])
    .where('sweepId', '=', sweepId)
    .executeTakeFirstOrThrow();
}

/** Says why a sweep does not go on, or '' where it does. */
export async function noteTrouble(database: Database, id: string, message: string): Promise<void> {
  await database
    .updateTable('sweeps')
    .set({ message })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** Ends a sweep whose runs have all ended. */
export async function endSweep(
  database: Database,
  id: string,
  hasFigures: boolean,
  now: number,
): Promise<void> {
  await database
    .updateTable('sweeps')
    .set({
      state: hasFigures ? 'done' : 'failed',
      message: hasFigures ? '' : messages.everyRunFailed,
      endedAt: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}
