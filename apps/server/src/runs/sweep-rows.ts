import type { SweepDocument } from '@lumenloom/contract';
import type { RunOutcome } from '@lumenloom/experiment';
import { messages } from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { requireRoom, type Store } from '../disk-ledger.ts';
import { HttpProblem } from '../http-problem.ts';
import { OUR_PROGRAMS, PROGRAMS, type Programs } from '../programs.ts';
import type { BegunBy, Judge } from '../leased-work/claims.ts';
import { isForUs, UNFINISHED, type OwnRow, type RowChange } from '../leased-work/leased-rows.ts';
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

/**
 * What computes sweeps.
 *
 * @param by what computes those of some programs: undefined where nothing can; 'later' where that
 * is not known yet.
 * @param own name of the GPU that computes them; undefined: the processor.
 */
export const judgeSweep =
  (
    by: (began: BegunBy) => Programs | 'later' | undefined,
    own: () => string | undefined = () => undefined,
  ): Judge =>
  (began) => {
    const { version, node, device } = began;
    const programs = by(began);
    if (programs === 'later') return programs;
    if (!programs) {
      const began = { version: version ?? '', node: node ?? '' };
      return { message: messages.otherPrograms(began, PROGRAMS) };
    }
    if (device === (own() ?? null)) return programs;
    return { message: messages.otherDevice(device ?? undefined, own()) };
  };

/** The numbers of the runs that have ended, and whether one of them gave figures. */
export async function outcomesOf(
  database: Database,
  sweepId: string,
): Promise<{ readonly ended: ReadonlySet<number>; readonly hasFigures: boolean }> {
  const rows = await database
    .selectFrom('experimentRuns')
    .select(['run', 'resultKey'])
    .where('experimentId', '=', sweepId)
    .execute();
  return {
    ended: new Set(rows.map(({ run }) => run)),
    hasFigures: rows.some(({ resultKey }) => resultKey !== null),
  };
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

/** What the row of a sweep becomes whose runs have all ended. */
export const endOfSweep = (hasFigures: boolean, now: number): RowChange => ({
  state: hasFigures ? 'done' : 'failed',
  message: hasFigures ? '' : messages.everyRunFailed,
  endedAt: now,
});
