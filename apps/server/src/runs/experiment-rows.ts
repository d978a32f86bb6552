import { randomUUID } from 'node:crypto';
import {
  isGoalDocument,
  messages,
  type EvaluationDocument,
  type EvaluationStatus,
  type GoalDocument,
  type ReportDocument,
  type ReportStatus,
  type StudyDocument,
  type StudyStatus,
  type SweepDocument,
  type SweepStatus,
} from '@lumenloom/contract';
import type { Insertable } from 'kysely';
import type { Config } from '../config.ts';
import { alone } from '../database/alone.ts';
import type { Database, Goal, SweepState, Tables } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import { UNFINISHED, isoTime, type OwnRow } from '../leased-work/leased-rows.ts';
import { runsLeft } from './run-quota.ts';

/** How many experiments of a goal an account may have, and what it is told beyond. */
interface Limits {
  /** That have not ended, and in all. */
  readonly unfinished: number;
  readonly kept: number;
  readonly tooManyUnfinished: (most: number) => string;
  readonly tooManyKept: (most: number) => string;
  /** Where the quota has room for fewer runs. */
  readonly tooManyRuns: (runs: number, left: number) => string;
  /** Why only some can go on. */
  readonly notResumable: string;
}

const LIMITS: Readonly<Record<Goal, Limits>> = {
  sweeps: {
    unfinished: 10,
    kept: Infinity,
    tooManyUnfinished: messages.tooManySweeps,
    tooManyKept: messages.tooManySweeps,
    tooManyRuns: messages.tooManySweepRuns,
    notResumable: '',
  },
  studies: {
    unfinished: 10,
    kept: 100,
    tooManyUnfinished: messages.tooManyStudies,
    tooManyKept: messages.tooManyKeptStudies,
    tooManyRuns: messages.tooManyStudyRuns,
    notResumable: messages.studyNotResumable,
  },
  evaluations: {
    unfinished: 5,
    kept: 100,
    tooManyUnfinished: messages.tooManyEvaluations,
    tooManyKept: messages.tooManyKeptEvaluations,
    tooManyRuns: messages.tooManyEvaluationRuns,
    // Not in the messages of the contract, which the pages of the site load.
    notResumable:
      'Only an evaluation that was cancelled or has failed can go on: this one is computed, or is done.',
  },
  reports: {
    unfinished: 10,
    kept: 100,
    tooManyUnfinished: messages.tooManyReports,
    tooManyKept: messages.tooManyKeptReports,
    tooManyRuns: messages.tooManyReportRuns,
    notResumable: messages.reportNotResumable,
  },
};

/**
 * Runs of unfinished sweeps count, and what is left of other unfinished experiments.
 *
 * @throws HttpProblem 429 where the quota of an account has no room for so many more.
 */
export async function requireRuns(
  database: Database,
  { sweepRuns }: Pick<Config, 'sweepRuns'>,
  goal: Goal,
  { userId, runs }: { readonly userId: string; readonly runs: number },
): Promise<void> {
  const left = await runsLeft(database, userId, sweepRuns);
  if (runs > left) throw httpProblem(429, LIMITS[goal].tooManyRuns(runs, left));
}

/** @throws HttpProblem 429 where so many have not ended that no further one may wait. */
async function requirePlace(
  transaction: Database,
  goal: Goal,
  userId: string,
  isNew: boolean,
): Promise<void> {
  const { unfinished, kept, tooManyUnfinished, tooManyKept } = LIMITS[goal];
  const rows = await transaction
    .selectFrom('experiments')
    .select('state')
    .where('goal', '=', goal)
    .where('userId', '=', userId)
    .execute();
  if (isNew && rows.length >= kept) throw httpProblem(429, tooManyKept(kept));
  if (rows.filter(({ state }) => UNFINISHED.some((one) => one === state)).length >= unfinished)
    throw httpProblem(429, tooManyUnfinished(unfinished));
}

type Columns = Insertable<Tables['experiments']>;

/** A new row. */
export interface NewExperiment {
  readonly userId: string;
  /** Checked; stored as JSON. */
  readonly document: object;
  /** Number of its parts; 0 where that shows later. */
  readonly parts: number;
  readonly now: number;
  /** Further columns of a sweep: what begins it, and what its results may take. */
  readonly columns?: Partial<Pick<Columns, 'version' | 'node' | 'bits' | 'device' | 'bytes'>>;
}

/** Nobody has begun it, or it goes on. */
const WAITING = {
  state: 'waiting',
  message: '',
  endedAt: null,
  runner: null,
  leaseUntil: 0,
} as const satisfies Partial<Columns>;

/**
 * Stores a new experiment.
 *
 * @param checked is called with the transaction and the id, and throws where there is no room, or
 * something that it needs is gone.
 * @returns its id.
 * @throws HttpProblem 429 beyond the limits.
 */
export async function addExperiment(
  database: Database,
  goal: Goal,
  { userId, document, parts, now, columns }: NewExperiment,
  checked: (transaction: Database, id: string) => Promise<unknown> = async () => undefined,
): Promise<string> {
  const id = randomUUID();
  await alone(database, userId, async (transaction) => {
    await requirePlace(transaction, goal, userId, true);
    await checked(transaction, id);
    const text = JSON.stringify(document);
    await transaction
      .insertInto('experiments')
      .values({ id, userId, goal, document: text, parts, createdAt: now, ...WAITING, ...columns })
      .execute();
  });
  return id;
}

/**
 * Lets an experiment that was cancelled or has failed wait again; its folder has the parts that
 * have ended.
 *
 * @param checked is called with the transaction, and throws where there is no room.
 * @param more what it is to compute besides; also lets one that is done go on.
 * @throws HttpProblem 409 where it has not ended or is done, 429 beyond the limits.
 */
export async function resumeExperiment(
  database: Database,
  goal: Goal,
  { userId, id }: OwnRow,
  checked: (transaction: Database) => Promise<unknown>,
  more?: Pick<NewExperiment, 'document' | 'parts'>,
): Promise<void> {
  await alone(database, userId, async (transaction) => {
    await checked(transaction);
    await requirePlace(transaction, goal, userId, false);
    const { numUpdatedRows } = await transaction
      .updateTable('experiments')
      .set({
        ...WAITING,
        ...(more && { document: JSON.stringify(more.document), parts: more.parts }),
      })
      .where('id', '=', id)
      .where('goal', '=', goal)
      .where('userId', '=', userId)
      .where('state', 'in', ['cancelled', 'failed', ...(more ? (['done'] as const) : [])])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw httpProblem(409, LIMITS[goal].notResumable);
  });
}

/** Experiments of the goals as their accounts see them, with their documents. */
export interface Stored {
  readonly sweeps: SweepStatus & { readonly document: SweepDocument };
  readonly studies: StudyStatus & { readonly document: StudyDocument | GoalDocument };
  readonly evaluations: EvaluationStatus & { readonly document: EvaluationDocument };
  readonly reports: ReportStatus & { readonly document: ReportDocument };
}

/** What a row of each goal says of its parts. */
const PARTS = {
  sweeps: 'runs',
  studies: 'runs',
  evaluations: 'images',
  reports: 'runs',
} as const;

/** Sweeps of an account that are listed, the newest ones. */
const MOST_LISTED = 200;

/**
 * The experiments of an account, the newest first, or only the one with that id, or those in some
 * states.
 */
export async function experimentsOf<Name extends Goal>(
  database: Database,
  goal: Name,
  userId: string,
  { id, state }: { readonly id?: string; readonly state?: readonly SweepState[] } = {},
): Promise<readonly Stored[Name][]> {
  const rows = await database
    .selectFrom('experiments')
    .select(['id', 'document', 'state', 'message', 'parts', 'done', 'createdAt', 'endedAt'])
    .select(['version', 'node', 'device'])
    .where('goal', '=', goal)
    .where('userId', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(state !== undefined, (query) => query.where('state', 'in', state!))
    .orderBy('createdAt', 'desc')
    .limit(MOST_LISTED)
    .execute();
  const isSweep = goal === 'sweeps';
  const counts =
    isSweep && rows.length > 0
      ? await endedOf(
          database,
          rows.map((row) => row.id),
        )
      : [];
  const aheadOf =
    !isSweep && rows.some(({ state }) => state === 'waiting')
      ? await queueOf(database, goal, userId)
      : undefined;
  return rows.map(({ version, node, device, parts, createdAt, endedAt, ...row }) => {
    const document = JSON.parse(row.document) as Stored[Name]['document'];
    const { all = 0, done = 0 } = counts.find((one) => one.experimentId === row.id) ?? {};
    const ofSweep = { version: version ?? '', node: node ?? '', done, failed: all - done };
    return {
      ...row,
      document,
      name: document.name,
      ...(isGoalDocument(document) && { goal: document.goal }),
      [PARTS[goal]]: parts,
      ...(isSweep && { ...ofSweep, ...(device !== null && { device }) }),
      ...(row.state === 'waiting' && aheadOf && { ahead: aheadOf(createdAt) }),
      createdAt: isoTime(createdAt),
      endedAt: endedAt === null ? null : isoTime(endedAt),
    } as unknown as Stored[Name];
  });
}

/** How many runs of sweeps have ended, and how many of them gave figures. */
const endedOf = (database: Database, ids: readonly string[]) =>
  database
    .selectFrom('experimentRuns')
    .select(({ fn }) => [
      'experimentId',
      fn.countAll<number>().as('all'),
      fn.count<number>('resultKey').as('done'),
    ])
    .where('experimentId', 'in', ids)
    .groupBy('experimentId')
    .execute();

/**
 * How many others have their turn before one that waits: the account's older ones and one of each
 * other account.
 */
async function queueOf(
  database: Database,
  goal: Goal,
  userId: string,
): Promise<(createdAt: number) => number> {
  const queue = await database
    .selectFrom('experiments')
    .select(['userId', 'createdAt'])
    .where('goal', '=', goal)
    .where('state', 'in', UNFINISHED)
    .execute();
  const others = new Set(queue.map((other) => other.userId)).size - 1;
  const own = queue.filter((other) => other.userId === userId);
  return (createdAt) => others + own.filter((other) => other.createdAt < createdAt).length;
}
