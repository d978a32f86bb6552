import type { SweepDocument } from '@lumenloom/contract';
import type { RunOutcome } from '@lumenloom/experiment';
import { messages } from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Database, Tables } from '../database/schema.ts';
import { requireRoom, type Store } from '../disk-ledger.ts';
import { HttpProblem } from '../http-problem.ts';
import { haveOurBits, OUR_PROGRAMS, PROGRAMS, type Programs } from '../programs.ts';
import {
  changeRow,
  claimRow,
  freeRows,
  isForUs,
  UNFINISHED,
  type OwnRow,
} from '../leased-work/leased-rows.ts';
import { addExperiment, requireRuns } from './experiment-rows.ts';

export interface CheckedSweep {
  readonly document: SweepDocument;
  readonly count: number;
  /** That its results may take. */
  readonly bytes: number;
  /** Name of the GPU that is to compute it; absent: the processor. */
  readonly device?: string | undefined;
}

/**
 * The store of the ledger for results of sweeps: all that the unfinished ones may have, and what
 * the others have. What is deleted is held until its files are.
 */
const RESULTS: Store = {
  name: 'results',
  usedBy: async (database, userId) => {
    const rows = await database
      .selectFrom('experiments')
      .leftJoin('experimentRuns', 'experimentRuns.experimentId', 'experiments.id')
      .select(({ fn }) => [
        'experiments.state',
        'experiments.parts',
        'experiments.bytes',
        fn.count<number>('experimentRuns.resultKey').as('done'),
      ])
      .where('experiments.userId', '=', userId)
      .where('experiments.goal', '=', 'sweeps')
      .groupBy(['experiments.id', 'experiments.state', 'experiments.parts', 'experiments.bytes'])
      .execute();
    return rows.reduce(
      (used, { state, parts, bytes, done }) =>
        used + (UNFINISHED.some((one) => one === state) ? bytes : (bytes * done) / parts),
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
export const addSweep = (
  database: Database,
  userId: string,
  { document, count, bytes, device }: CheckedSweep,
  most: Pick<Config, 'sweepRuns' | 'resultsBytes'>,
  now: number,
): Promise<string> => {
  const columns = { ...OUR_PROGRAMS, device: device ?? null, bytes };
  const row = { userId, document, parts: count, now, columns };
  return addExperiment(database, 'sweeps', row, async (transaction, id) => {
    await requireRuns(transaction, most, 'sweeps', { userId, runs: count });
    const holding = { store: RESULTS, userId, id, quota: most.resultsBytes };
    await requireRoom(transaction, holding, bytes);
  });
};

/**
 * Before the rows of a sweep are deleted: room is held for its results until `purgeResults` has
 * deleted their files.
 */
export async function holdResults(transaction: Database, own: OwnRow): Promise<void> {
  const row = await transaction
    .selectFrom('experiments')
    .select(['parts', 'bytes'])
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
      bytes: Math.ceil((row.bytes * done) / row.parts),
      heldAt: Date.now(),
    })
    .execute();
}

/** Programs that began a sweep, and the name of their bits. */
export type BegunBy = Programs & Pick<Tables['experiments'], 'bits'>;

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
      .selectFrom('experiments')
      .select(['id', 'userId', 'document', 'parts', 'version', 'node', 'bits', 'device'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) continue;
    const { document, parts, version, node, bits, device, ...sweep } = row;
    const began = { version: version ?? '', node: node ?? '', bits };
    const programs = computedBy(began);
    if (programs === 'later') continue;
    const isOther = !programs || device !== (own ?? null);
    const message = programs
      ? messages.otherDevice(device ?? undefined, own)
      : messages.otherPrograms(began, PROGRAMS);
    const isOurs = await claimRow(
      database,
      id,
      now,
      isOther
        ? { state: 'failed', message, endedAt: now }
        : { state: 'running', runner, leaseUntil: until },
    );
    if (!isOurs || isOther) continue;
    const ended = await database
      .selectFrom('experimentRuns')
      .select(['run', 'resultKey'])
      .where('experimentId', '=', sweep.id)
      .execute();
    claimed.push({
      ...sweep,
      runs: parts,
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
    .updateTable('experiments')
    .set({ leaseUntil: until })
    .where('goal', '=', 'sweeps')
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
    .updateTable('experiments')
    .set({ runner: null, leaseUntil: 0 })
    .where('runner', '=', runner);
  if (ids) update = update.where('id', 'in', ids);
  await update.execute();
}

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
    .insertInto('experimentRuns')
    .columns(['experimentId', 'run', 'outcome', 'resultKey'])
    .expression((from) =>
      from
        .selectFrom('experiments')
        .select((is) => [
          'experiments.id',
          is.val(outcome.run).as('run'),
          is.val(JSON.stringify(outcome)).as('outcome'),
          is.val(resultKey).as('resultKey'),
        ])
        .where('experiments.id', '=', sweepId)
        .where('experiments.state', '=', 'running')
        .$if(hasFigures, (query) => query.where(isForUs)),
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
    .selectFrom('experimentRuns')
    .select('run')
    .where('experimentId', '=', sweepId)
    .where('run', '>=', first)
    .where('run', '<', end)
    .execute();
  return new Set(rows.map(({ run }) => run));
}

/** How many runs of a sweep have ended, and how many of them gave figures. */
export async function progressOf(
  database: Database,
  sweepId: string,
): Promise<{ readonly all: number; readonly done: number }> {
  return database
    .selectFrom('experimentRuns')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('resultKey').as('done')])
    .where('experimentId', '=', sweepId)
    .executeTakeFirstOrThrow();
}

/** Ends a sweep whose runs have all ended. */
export const endSweep = (
  database: Database,
  id: string,
  hasFigures: boolean,
  now: number,
): Promise<boolean> =>
  changeRow(
    database,
    { id },
    {
      state: hasFigures ? 'done' : 'failed',
      message: hasFigures ? '' : messages.everyRunFailed,
      endedAt: now,
    },
  );
