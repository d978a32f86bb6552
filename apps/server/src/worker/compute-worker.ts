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
import { messages, type SweepDocument } from '@lumenloom/contract';
import type { ModelFetcher } from '@lumenloom/node-host';
import { codeOf, isStorageUnavailable, refusedByDisk } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import type { Config } from '../config.ts';
import { changeRow, runningRow } from '../leased-work/leased-rows.ts';
import { replanOwn, type StoredSweep } from '../runs/own-document.ts';
import { fetchModel } from '../simulation/fetch-model.ts';
import { Places } from '../simulation/places.ts';
import {
  computeRun,
  prepareRun,
  type ComputedRun,
  type ComputeParts,
  type PreparedRun,
} from '../runs/compute-run.ts';
import { addOutcome, endedRuns } from '../runs/sweep-rows.ts';
import {
  BATCHES,
  connectionTo,
  pauseAfter,
  throttled,
  SIMULATIONS,
  unpackPlan,
  type BatchJob,
  type OrderJob,
  type RunsJob,
  type ComputeQueue,
  type RunJob,
} from '../queue/queue-connection.ts';
import type { Relay } from '../queue/relay.ts';
import { answersTopic } from '../runs/queued-orders.ts';
import { addAnswer, answersOf } from '../runs/run-answers.ts';
import type { WorkRuns } from '../runs/work-runs.ts';
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

/** An experiment of which this worker computes something. */
interface RunningWork {
  readonly id: string;
  readonly isRunning: () => Promise<boolean>;
}

type QueuedJob<Data> = Job<Data, void, string, number>;
const isBatch = (job: QueuedJob<RunsJob>): job is QueuedJob<BatchJob> => 'sweepId' in job.data;

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
  readonly queue: ComputeQueue<RunsJob>;
  /** Computes parts of studies and evaluations. */
  readonly runs: Pick<WorkRuns, 'answerTo'>;
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
  readonly #workers: readonly [PatientWorker<RunJob>, PatientWorker<RunsJob>];
  /** What stops the simulations, by their job, and the runs of experiments. */
  readonly #simulations = new Map<string, AbortController>();
  readonly #batches = new Map<AbortController, RunningWork>();
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
      new PatientWorker<RunsJob>(BATCHES, parts, (job, token, lost) =>
        this.#giveUpOnBugs(job, () =>
          isBatch(job)
            ? this.#computeBatch(job, token, lost)
            : this.#computeOrder(job as QueuedJob<OrderJob>, token, lost),
        ),
      ),
    ];
  }

  async start(): Promise<void> {
    await this.#parts.relay.subscribe(STOP_TOPIC, (data) => {
      const message = data as StopMessage;
      if ('id' in message) this.#stop(message.id);
      else void this.#checkWork(message.workId);
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

  async #checkWork(workId: string): Promise<void> {
    const { warn } = this.#parts;
    for (const [stop, { id, isRunning }] of this.#batches) {
      if (id !== workId) continue;
      try {
        if (!(await isRunning())) stop.abort();
      } catch (error) {
        warn(error, 'an experiment could not be looked up; its runs end by themselves');
      }
    }
  }

  /** Does a job, which is tried again only when a database or a file refused something. */
  async #giveUpOnBugs(
    { id, data }: QueuedJob<RunJob> | QueuedJob<RunsJob>,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      // An error of a database or a file has a code and may pass; anything else is a bug, and the
      // same the next time.
      const isTrouble = isStorageUnavailable(error);
      if (isTrouble && 'sweepId' in data) await this.#noteTrouble(data.sweepId);
      // Its conductor takes the sentence back.
      if (isTrouble && 'order' in data) await this.#tellOfDisk(data.order.workId);
      if (error instanceof WaitingError || codeOf(error) !== '' || isTrouble) throw error;
      this.#parts.warn(error, `job ${id} cannot be computed`);
      throw new UnrecoverableError(messages.internalError);
    }
  }

  /** Tells the account of a sweep why it does not go on. */
  async #noteTrouble(sweepId: string): Promise<void> {
    this.#inTrouble.add(sweepId);
    await this.#tellOfDisk(sweepId);
  }

  async #tellOfDisk(workId: string): Promise<void> {
    // Where the database is away, too, nobody can read it.
    const change = { message: messages.waitsForDisk };
    await changeRow(this.#parts.database, { id: workId }, change).catch(() => undefined);
  }

  /** Puts a job back in front of its like. @throws WaitingError always, which tells the queue. */
  async #giveBack(job: QueuedJob<RunJob> | QueuedJob<RunsJob>, token: string): Promise<never> {
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
    this.#batches.set(stop, {
      id: sweepId,
      isRunning: async () => (await runningRow(database, sweepId)) !== undefined,
    });
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

  /** Computes a part of a study or an evaluation, and tells its conductor. */
  async #computeOrder(job: QueuedJob<OrderJob>, token: string, lost: AbortSignal): Promise<void> {
    const { database, relay, runs, warn } = this.#parts;
    const { order } = job.data;
    const isRunning = async (): Promise<boolean> =>
      (await runningRow(database, order.workId)) !== undefined;
    const [goesOn, answers] = await Promise.all([isRunning(), answersOf(database, [order])]);
    if (!goesOn) return;
    const tell = (): void => {
      relay.publish(answersTopic(order.conductor), {}).catch((error: unknown) => {
        warn(error, 'a conductor could not be told of an answer; it finds it by itself');
      });
    };
    if (answers.size > 0) {
      tell();
      return;
    }
    const stop = new AbortController();
    this.#batches.set(stop, { id: order.workId, isRunning });
    const signal = AbortSignal.any([stop.signal, lost, this.#givingUp.signal]);
    try {
      const answer = await this.#places.use('runs', async () =>
        this.#isClosing ? undefined : runs.answerTo(order, signal),
      );
      if (answer && 'refused' in answer) throw refusedByDisk(answer.refused);
      if (answer) await addAnswer(database, order, answer);
      else if (this.#isClosing && !lost.aborted && !stop.signal.aborted)
        await this.#giveBack(job, token);
    } finally {
      this.#batches.delete(stop);
    }
    tell();
  }

  /** Stores the result and the outcome of a run. @returns whether its sweep goes on. */
  #store(sweepId: string, { outcome, key, keep }: ComputedRun): Promise<boolean> {
    const { database, warn } = this.#parts;
    const store = async (): Promise<boolean> => {
      await keep();
      const isKept = await addOutcome(database, sweepId, outcome, key);
      if (this.#inTrouble.delete(sweepId))
        await changeRow(database, { id: sweepId }, { message: '' });
      return isKept || (await runningRow(database, sweepId)) !== undefined;
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
    const sweep = await runningRow(this.#parts.database, id);
    if (!sweep) return undefined;
    const planned =
      this.#planned.get(id) ??
      replanOwn(this.#parts, { ...sweep, document: sweep.document as SweepDocument });
    this.#planned.delete(id);
    this.#planned.set(id, planned);
    const [oldest] = this.#planned.keys();
    if (this.#planned.size > KEPT_SWEEPS && oldest !== undefined) this.#planned.delete(oldest);
    return planned;
  }
}
