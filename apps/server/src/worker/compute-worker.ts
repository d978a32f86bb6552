import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPostgresBackend,
  UnrecoverableError,
  WaitingError,
  Worker,
  type Job,
  type PostgresConnectionOptions,
  type PostgresQueueBackend,
} from 'bullmq';
import { messages } from '@lumenloom/contract';
import type { ModelFetcher } from '@lumenloom/node-host';
import { codeOf, isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import type { Config } from '../config.ts';
import { replanOwn, type StoredSweep } from '../sweeps/own-document.ts';
import { fetchModel } from '../simulation/fetch-model.ts';
import { Places } from '../simulation/places.ts';
import {
  computeRun,
  prepareRun,
  type ComputedRun,
  type ComputeParts,
  type PreparedRun,
} from '../sweeps/compute-run.ts';
import { addOutcome, endedRuns, noteTrouble, runningSweep } from '../sweeps/sweep-rows.ts';
import {
  BATCHES,
  connectionTo,
  pauseAfter,
  throttled,
  SIMULATIONS,
  unpackPlan,
  type BatchJob,
  type ComputeQueue,
  type RunJob,
} from '../queue/queue-connection.ts';
import type { Relay } from '../queue/relay.ts';
import { STOP_TOPIC, type StopMessage } from '../queue/remote-runs.ts';
import { LineSender } from '../queue/send-lines.ts';

/**
 * Looks for jobs without a lock during RECOVERY_SECONDS: two looks after its lock has run out, a
 * job begins again.
 */
const STALLED_LOOKS = 10 / 3;
/**
 * How often a job may lose its worker and begin again. A run that has ended three workers is taken
 * for the cause.
 */
const MOST_STALLS = 2;
/** How long an idle worker waits for a notification before it looks for itself, in seconds. */
const IDLE_LOOK_SECONDS = 5;
/** Sweeps whose plans are kept. */
const KEPT_SWEEPS = 8;
/** How long stopped runs are remembered that this worker does not have (yet), in milliseconds. */
const REMEMBER_MS = 10_000;

/** Pause after the queue could not be asked for a job, in milliseconds. */
const ASK_AGAIN_MS = 1000;

type QueuedJob<Data> = Job<Data, void, string, number>;
type Process<Data> = (job: QueuedJob<Data>, token: string, signal: AbortSignal) => Promise<void>;

/**
 * Takes the jobs of one queue. BullMQ's worker waits only after some errors of a connection; after
 * others, such as a socket that is gone, it would ask again at once and for ever.
 */
class PatientWorker<Data> extends Worker<
  Data,
  void,
  string,
  PostgresQueueBackend,
  number,
  PostgresConnectionOptions
> {
  readonly #ready: () => Promise<void>;
  readonly #warn: WorkerParts['warn'];

  /** @param ready resolves when the next job may be fetched. */
  constructor(
    name: string,
    { url, slots, recoveryMs, warn }: Pick<WorkerParts, 'url' | 'slots' | 'recoveryMs' | 'warn'>,
    process: Process<Data>,
    ready: () => Promise<void> = async () => undefined,
  ) {
    super(
      name,
      // BullMQ counts the parameters: without a third one there is no signal.
      (job, token, signal) => process(job, token!, signal!),
      {
        connection: connectionTo(url),
        autorun: false,
        concurrency: slots,
        lockDuration: recoveryMs,
        stalledInterval: Math.round(recoveryMs / STALLED_LOOKS),
        maxStalledCount: MOST_STALLS,
        drainDelay: IDLE_LOOK_SECONDS,
        runRetryDelay: ASK_AGAIN_MS,
        settings: { backoffStrategy: pauseAfter },
      },
      createPostgresBackend,
    );
    this.#ready = ready;
    this.#warn = warn;
    const warnSeldom = throttled(warn);
    this.on('error', (error) => {
      warnSeldom(error, 'the queue refused something; trying again');
    });
    this.on('failed', (job, error) => {
      warn(error, `job ${job?.id} failed`);
    });
    // Another worker has the job by now, so there is no use in computing it here any further.
    this.on('lockRenewalFailed', (ids) => {
      for (const id of ids) this.cancelJob(id);
    });
  }

  async start(): Promise<void> {
    await this.waitUntilReady();
    void this.run().catch((error: unknown) => {
      this.#warn(error, 'the worker ended');
    });
  }

  protected override async moveToActive(token: string, name?: string): Promise<QueuedJob<Data>> {
    await this.#ready();
    // A worker that closes takes nothing more. BullMQ returns undefined for no job too, but does
    // not declare it.
    if (this.closing) return undefined as unknown as QueuedJob<Data>;
    try {
      return await super.moveToActive(token, name);
    } catch (error) {
      await sleep(ASK_AGAIN_MS);
      throw error;
    }
  }
}

export interface WorkerParts extends ComputeParts {
  readonly url: string;
  readonly database: Database;
  readonly config: Config;
  readonly queue: ComputeQueue<BatchJob>;
  readonly relay: Relay;
  readonly models: ModelFetcher;
  /** Runs at once, a thread each. */
  readonly slots: number;
  /**
   * RECOVERY_SECONDS, in milliseconds: how long a job belongs to a worker that has not renewed its
   * lock, which it does every quarter of it. Plans are computed on other threads, so the thread of
   * the worker is never busy for long, and a PostgreSQL that restarts within this time costs
   * nothing.
   */
  readonly recoveryMs: number;
}

/** Takes jobs of both queues and computes them. */
export class ComputeWorker {
  readonly #parts: WorkerParts;
  readonly #places: Places;
  readonly #workers: readonly [PatientWorker<RunJob>, PatientWorker<BatchJob>];
  /** What stops the simulations, by their job, and the runs of sweeps. */
  readonly #simulations = new Map<string, AbortController>();
  readonly #batches = new Map<AbortController, string>();
  /** Simulations that were stopped before this worker had them. */
  readonly #stopped = new Set<string>();
  /** Planned sweeps, the one used last at the end. */
  readonly #planned = new Map<string, Promise<StoredSweep>>();
  /** Results on their way to the store and the database. */
  readonly #storing = new Set<Promise<boolean>>();
  /** Sweeps whose rows say that the disk takes nothing. */
  readonly #inTrouble = new Set<string>();
  /** This worker takes no more work: batches end after the run in progress. */
  #isClosing = false;
  /** Gives back what is still computing. */
  readonly #givingUp = new AbortController();

  constructor(parts: WorkerParts) {
    this.#parts = parts;
    this.#places = new Places(parts.slots);
    this.#workers = [
      // A job that cannot begin here at once is left to other workers.
      new PatientWorker<RunJob>(
        SIMULATIONS,
        parts,
        (job, token, lost) =>
          this.#giveUpOnBugs(job, () =>
            this.#places.use('simulations', () => this.#simulate(job, token, lost)),
          ),
        () => this.#places.free('simulations'),
      ),
      new PatientWorker<BatchJob>(BATCHES, parts, (job, token, lost) =>
        this.#giveUpOnBugs(job, () => this.#computeBatch(job, token, lost)),
      ),
    ];
  }

  async start(): Promise<void> {
    await this.#parts.relay.subscribe(STOP_TOPIC, (data) => {
      const message = data as StopMessage;
      if ('id' in message) this.#stop(message.id);
      else void this.#checkSweep(message.sweepId);
    });
    await Promise.all(this.#workers.map((worker) => worker.start()));
  }

  /** Ends when its runs have ended, or after `drainMs` gives them back to the queue. */
  async close(drainMs: number): Promise<void> {
    this.#isClosing = true;
    const timer = setTimeout(() => {
      this.#givingUp.abort();
    }, drainMs);
    await Promise.all(this.#workers.map((worker) => worker.close()));
    clearTimeout(timer);
    await Promise.allSettled(this.#storing);
  }

  #stop(id: string): void {
    const running = this.#simulations.get(id);
    if (running) {
      running.abort();
      return;
    }
    this.#stopped.add(id);
    setTimeout(() => this.#stopped.delete(id), REMEMBER_MS).unref();
  }

  async #checkSweep(sweepId: string): Promise<void> {
    const { database, warn } = this.#parts;
    const mine = [...this.#batches].filter(([, id]) => id === sweepId);
    if (mine.length === 0) return;
    try {
      if (await runningSweep(database, sweepId)) return;
      for (const [stop] of mine) stop.abort();
    } catch (error) {
      warn(error, 'a sweep could not be looked up; its runs end by themselves');
    }
  }

  /** Does a job, which is tried again only when a database or a file refused something. */
  async #giveUpOnBugs(
    { id, data }: QueuedJob<RunJob> | QueuedJob<BatchJob>,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      // An error of a database or a file has a code and may pass; anything else is a bug, and the
      // same the next time.
      const isTrouble = isStorageUnavailable(error);
      if (isTrouble && 'sweepId' in data) await this.#noteTrouble(data.sweepId);
      if (error instanceof WaitingError || codeOf(error) !== '' || isTrouble) throw error;
      this.#parts.warn(error, `job ${id} cannot be computed`);
      throw new UnrecoverableError(messages.internalError);
    }
  }

  /** Tells the account of a sweep why it does not go on. */
  async #noteTrouble(sweepId: string): Promise<void> {
    this.#inTrouble.add(sweepId);
    // Where the database is away, too, nobody can read it.
    await noteTrouble(this.#parts.database, sweepId, messages.waitsForDisk).catch(() => undefined);
  }

  /** Puts a job back in front of its like. @throws WaitingError always, which tells the queue. */
  async #giveBack(job: QueuedJob<RunJob> | QueuedJob<BatchJob>, token: string): Promise<never> {
    await job.moveToWait(token);
    throw new WaitingError();
  }

  async #simulate(job: QueuedJob<RunJob>, token: string, lost: AbortSignal): Promise<void> {
    const { run, models } = this.#parts;
    const { id, server, owner, plan: text } = job.data;
    const plan = unpackPlan(text);
    const stop = new AbortController();
    this.#simulations.set(id, stop);
    if (this.#stopped.has(id)) stop.abort();
    const signal = AbortSignal.any([stop.signal, lost, this.#givingUp.signal]);
    const attempt = job.attemptsStarted;
    const lines = new LineSender(this.#parts, { id, server, attempt }, lost);
    const watch = {
      emit: (line: string | Uint8Array) => {
        lines.emit(line);
      },
      signal,
      ...(owner !== undefined && { owner }),
    };
    try {
      await fetchModel(models, plan, watch);
      await run(plan, watch);
      if (lost.aborted) return;
      if (this.#givingUp.signal.aborted && !stop.signal.aborted) await this.#giveBack(job, token);
      await lines.end();
    } finally {
      this.#simulations.delete(id);
    }
  }

  /**
   * Computes the runs of a batch that have no outcome yet, until the sweep has ended. Each waits
   * for its place, so that simulations go first.
   */
  async #computeBatch(job: QueuedJob<BatchJob>, token: string, lost: AbortSignal): Promise<void> {
    const { database } = this.#parts;
    const { sweepId, first, end } = job.data;
    const planned = await this.#plannedSweep(sweepId);
    if (!planned) return;
    const ended = await endedRuns(database, sweepId, first, end);
    const left = Array.from({ length: end - first }, (_, at) => first + at).filter(
      (run) => !ended.has(run),
    );
    if (job.stalledCounter > 0 && end - first > 1) {
      await this.#split(job, left);
      return;
    }
    const stop = new AbortController();
    this.#batches.set(stop, sweepId);
    const signal = AbortSignal.any([stop.signal, lost, this.#givingUp.signal]);
    const prepare = (at: number): Promise<PreparedRun> | undefined =>
      at < left.length ? prepareRun(this.#parts, planned, left[at]!) : undefined;
    // While a run computes, the result before it is stored and the run after it is prepared.
    let storing: Promise<boolean> = Promise.resolve(true);
    let next = prepare(0);
    let isWhole = true;
    try {
      for (let at = 1; next; at += 1) {
        const prepared = await next;
        const computing = this.#places.use('runs', async () =>
          this.#isClosing ? undefined : computeRun(this.#parts, prepared, signal),
        );
        next = prepare(at);
        // An error is thrown where `next` is awaited. When the batch ends before, it is not
        // awaited, and the error must not end the process.
        next?.catch(() => undefined);
        const computed = await computing;
        isWhole = computed !== undefined;
        if (!(await storing) || !computed) break;
        storing = this.#store(sweepId, computed);
      }
      await storing;
    } finally {
      this.#batches.delete(stop);
    }
    if (!isWhole && this.#isClosing && !lost.aborted && !stop.signal.aborted)
      await this.#giveBack(job, token);
  }

  /** Stores the result and the outcome of a run. @returns whether its sweep goes on. */
  #store(sweepId: string, { outcome, key, keep }: ComputedRun): Promise<boolean> {
    const { database, warn } = this.#parts;
    const store = async (): Promise<boolean> => {
      await keep();
      const isKept = await addOutcome(database, sweepId, outcome, key);
      if (this.#inTrouble.delete(sweepId)) await noteTrouble(database, sweepId, '');
      return isKept || (await runningSweep(database, sweepId)) !== undefined;
    };
    const storing = store();
    this.#storing.add(storing);
    // Also thrown where it is awaited, if it still is; a run without outcome is computed again.
    storing
      .catch((error: unknown) => {
        warn(error, 'a run of a sweep could not be stored; it is computed again');
      })
      .finally(() => this.#storing.delete(storing));
    return storing;
  }

  /**
   * A batch that has lost its worker goes on as jobs of one run, so that a run which ends its
   * worker fails alone.
   */
  async #split(
    { priority, data: { sweepId, first } }: QueuedJob<BatchJob>,
    runs: readonly number[],
  ): Promise<void> {
    await this.#parts.queue.addBulk(
      runs.map((run) => ({
        name: 'batch',
        data: { sweepId, first: run, end: run + 1 },
        opts: { jobId: `${sweepId}.${first}.${run}`, priority },
      })),
    );
  }

  /** The plans of a sweep that is running. */
  async #plannedSweep(id: string): Promise<StoredSweep | undefined> {
    const sweep = await runningSweep(this.#parts.database, id);
    if (!sweep) return undefined;
    const planned = this.#planned.get(id) ?? replanOwn(this.#parts, sweep);
    this.#planned.delete(id);
    this.#planned.set(id, planned);
    const [oldest] = this.#planned.keys();
    if (this.#planned.size > KEPT_SWEEPS && oldest !== undefined) this.#planned.delete(oldest);
    return planned;
  }
}
