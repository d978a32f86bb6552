import { deserialize, serialize } from 'node:v8';
import {
  createPostgresBackend,
  Queue,
  runMigrations,
  type PostgresConnectionOptions,
  type PostgresPoolConfig,
  type PostgresQueueBackend,
} from 'bullmq';
import { messages } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import pg from 'pg';
import { MINUTE_MS } from '../clock.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import { openPatiently } from '../database/open-database.ts';
import { isSame, PROGRAMS, type Programs } from '../programs.ts';

/** Plan of a simulation that somebody waits for. */
export interface RunJob {
  /** The job's id: each is of one request. */
  readonly id: string;
  /** Server that passes the lines of the answer on. */
  readonly server: string;
  /** Whose results of earlier runs may be used; absent where none may. */
  readonly owner?: string | undefined;
  /** What `packPlan` gives. */
  readonly plan: string;
}

/**
 * A plan as text that keeps its typed arrays and every number bit for bit, which JSON does not.
 * Readable by the same version of Node.
 */
export const packPlan = (plan: SimulationPlan): string => serialize(plan).toString('base64');
export const unpackPlan = (text: string): SimulationPlan =>
  deserialize(Buffer.from(text, 'base64')) as SimulationPlan;

/** Consecutive runs of a sweep, from `first` to before `end`. */
export interface BatchJob {
  readonly sweepId: string;
  readonly first: number;
  readonly end: number;
}

/** A part of a study or an evaluation. */
export interface OrderJob {
  readonly order: {
    readonly table: 'evaluations' | 'studies' | 'reports';
    readonly workId: string;
    readonly key: string;
    readonly task: unknown;
    /** Who is told that it has ended. */
    readonly conductor: string;
  };
}

/** What waits in the queue of runs. */
export type RunsJob = BatchJob | OrderJob;

export type ComputeQueue<Data> = Queue<
  Data,
  void,
  string,
  Data,
  void,
  string,
  PostgresQueueBackend,
  PostgresConnectionOptions
>;

/** Two queues: simulations that somebody waits for, and batches of sweeps. */
const KINDS = ['simulations', 'batches'] as const;
export type QueueKind = (typeof KINDS)[number];

/**
 * Each engine and Node version has queues of its own, so that only workers that plan and read a job
 * as its server does take it.
 */
export const queueOf = ({ version, node }: Programs, kind: QueueKind): string =>
  `lumenloom-${version}-node-${node}-${kind}`;
export const SIMULATIONS = queueOf(PROGRAMS, 'simulations');
export const BATCHES = queueOf(PROGRAMS, 'batches');

/** Whose queue it is; undefined: none of ours. */
export function partsOfQueue(name: string): (Programs & { readonly kind: QueueKind }) | undefined {
  const [, version, node, kind] = /^lumenloom-(.+)-node-(v[^-]+.*)-([a-z]+)$/.exec(name) ?? [];
  const known = KINDS.find((one) => one === kind);
  return known && { version: version!, node: node!, kind: known };
}

/** BullMQ's last priority. */
export const LAST_PRIORITY = 2_097_151;

/**
 * Priority of somebody's next job. What somebody asks for stands in the queue one run after the
 * other, beginning with the priority of the next job in the queue, so that all take turns, run by
 * run.
 *
 * @param after their last job; undefined: they had none.
 */
export async function nextPriority(
  queue: Pick<ComputeQueue<RunsJob>, 'getPrioritized'>,
  after = 0,
): Promise<number> {
  const [next] = await queue.getPrioritized(0, 0);
  return Math.min(Math.max(next?.priority ?? 1, after), LAST_PRIORITY);
}

/** What is said of a run whose job was given up. @param reason as the queue has it. */
export const whyGivenUp = (reason: string): string =>
  reason.includes('stalled') ? messages.endedItsWorkers : messages.runNotStored(reason);

/** How often a job is tried that fails for another reason than the database or the disk. */
const ATTEMPTS = 10;
/** For the queue, which wants a number: months, with the longest pauses. */
const MOST_TRIES = 1e6;
/** First and longest pause between two tries, in milliseconds; they double. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 64_000;

/**
 * Pause before the next try of a job, in milliseconds; -1 ends it. One that the database or the
 * disk has refused is tried until they take it.
 */
export const pauseAfter = (tries: number, _type?: string, error?: Error): number =>
  tries < ATTEMPTS || isStorageUnavailable(error)
    ? Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS)
    : -1;
/**
 * Jobs that failed for good are read by the server that has their sweep; a job that no server reads
 * is removed after this many seconds.
 */
const KEEP_FAILED_SECONDS = 7 * 24 * 3600;
/** Events of jobs that BullMQ keeps; nobody here reads them. */
const KEEP_EVENTS = 256;

/** Connections for queries of one queue, worker or relay; each that listens has one more. */
const POOL_SIZE = 2;
/**
 * Longest times of the operations, in milliseconds: a network that swallows packets must not hold a
 * worker for ever.
 */
const TIMEOUTS = { connectionTimeoutMillis: 5000, query_timeout: 5000, keepAlive: true };

/**
 * Without waiting for the disk: jobs that a crash of PostgreSQL loses are found again by the rows
 * of the sweeps, whose connections do wait.
 */
export const connectionTo = (url: string): PostgresPoolConfig => ({
  connectionString: url,
  max: POOL_SIZE,
  options: '-c synchronous_commit=off',
  ...TIMEOUTS,
});

/**
 * Brings the queue's tables up to date, in one transaction. Several processes may do this at once.
 *
 * @throws ConfigError when the database cannot be used.
 */
export const migrateQueue = (url: string): Promise<void> =>
  openPatiently('The queue at COMPUTE_QUEUE', async () => {
    const client = new pg.Client({ connectionString: url, ...TIMEOUTS });
    try {
      await client.connect();
      await runMigrations(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  });

/** Jobs of every version's queues, by their state. */
export interface QueuedJobs extends Programs {
  readonly queue: QueueKind;
  readonly state: string;
  readonly jobs: number;
}

/** Counts the jobs of all queues. @throws what PostgreSQL throws. */
export async function queuedJobs(url: string): Promise<readonly QueuedJobs[]> {
  const client = new pg.Client({ connectionString: url, ...TIMEOUTS });
  try {
    await client.connect();
    const { rows } = await client.query<{ queue: string; state: string; jobs: number }>(
      'select queue, state::text, count(*)::int as jobs from bullmq.job group by queue, state',
    );
    return rows.flatMap(({ queue, state, jobs }) => {
      const parts = partsOfQueue(queue);
      return parts
        ? [{ queue: parts.kind, version: parts.version, node: parts.node, state, jobs }]
        : [];
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Warn = (error: unknown, sentence: string) => void;

/** Pause between two warnings of one kind while PostgreSQL is away, in milliseconds. */
const WARN_AGAIN_MS = MINUTE_MS;

/** Warns now, and of what follows at most once in a minute. */
export function throttled(warn: Warn): Warn {
  let next = -Infinity;
  return (error, sentence) => {
    if (performance.now() < next) return;
    next = performance.now() + WARN_AGAIN_MS;
    warn(error, sentence);
  };
}

/** A queue whose tables are up to date. */
export function openQueue<Data>(name: string, url: string, warn: Warn): ComputeQueue<Data> {
  const queue: ComputeQueue<Data> = new Queue(
    name,
    {
      connection: connectionTo(url),
      streams: { events: { maxLen: KEEP_EVENTS } },
      defaultJobOptions: {
        attempts: MOST_TRIES,
        backoff: { type: 'custom' },
        removeOnComplete: true,
        removeOnFail: { age: KEEP_FAILED_SECONDS },
      },
    },
    createPostgresBackend,
  );
  const warnSeldom = throttled(warn);
  queue.on('error', (error) => {
    warnSeldom(error, 'the queue lost a connection; it connects again');
  });
  return queue;
}

/**
 * Deletes the jobs of other versions whose servers and workers are gone. What a sweep still has to
 * do stands in its rows, and who waited for a simulation has been told that its server stopped.
 *
 * @throws what PostgreSQL throws.
 */
export async function dropQueues(
  url: string,
  areGone: (programs: Programs) => boolean,
  warn: Warn,
): Promise<void> {
  const jobs = await queuedJobs(url);
  const others = jobs.filter((some) => !isSame(some, PROGRAMS) && areGone(some));
  for (const name of new Set(others.map((some) => queueOf(some, some.queue)))) {
    const queue = openQueue<unknown>(name, url, warn);
    try {
      await queue.obliterate({ force: true });
    } finally {
      await queue.close();
    }
  }
}
