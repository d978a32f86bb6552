import { setTimeout as pause } from 'node:timers/promises';
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { messages } from '@lumenloom/contract';
import type { DeviceFacts, SimulationPlan } from '@lumenloom/engine';
import { THREAD_ARGUMENTS, type NetworkLimits } from '@lumenloom/node-host';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { libraryFolder } from '../library/library-files.ts';
import { logLine } from './event-line.ts';
import type { RunWatch } from './job-queue.ts';
import type { JobOutcome, JobTask, ThreadSettings } from './job-worker.ts';
import { DEVICE_WORK, RUN_FLAGS, STOP } from './run-flags.ts';

/** How long a run may take to notice Stop before its thread is ended, in milliseconds. */
const STOP_GRACE_MS = 500;
/** Time between two looks at whether a device still works for a run that is to be ended, in ms. */
const DEVICE_POLL_MS = 20;
/** How long a thread beyond the warm ones is kept without work, in milliseconds. */
const IDLE_MS = 60_000;
/**
 * JavaScript heap of a thread, in MiB. Pictures lie outside it; its largest object is the text of a
 * 24-megapixel PNG.
 */
const HEAP_MEGABYTES = 512;

/**
 * Threads of runners that have been closed, by what they were started with: a new thread loads and
 * compiles the engine, which takes longer than most runs of tests. The threads end without work, or
 * with the process.
 */
export type SpareThreads = Map<string, Piscina<JobTask, JobOutcome>[]>;

export interface RunnerOptions {
  /** Module that runs one task; compiled, because threads load JavaScript. */
  readonly jobWorker?: URL | undefined;
  /** Where a program that starts servers one after another keeps their threads. */
  readonly spareThreads?: SpareThreads | undefined;
  /** Runs at once; there is one thread more, for a simulation that begins beside runs of sweeps. */
  readonly concurrency: number;
  /** Threads that start with the server and are kept; further ones start when they are needed. */
  readonly warmThreads: number;
  readonly threadsPerRun: number;
  readonly models: ThreadSettings['models'];
  readonly device: ThreadSettings['device'];
  /** What the stages of a thread may keep. */
  readonly stageMemoryBytes: number;
  readonly maximumSeconds: number;
  /** Folder of the files of accounts. */
  readonly library: string;
  /** What a network of a library may take. */
  readonly reading: NetworkLimits;
  /** Called with every unexpected error. */
  readonly reportFault: (error: unknown) => void;
}

/** The options that the settings of a deployment say. */
export const runnerOptions = (
  {
    maximumRunningRuns,
    warmThreads,
    threadsPerRun,
    models,
    maximumRunSeconds,
    stageMemoryBytes,
    dataFolder,
    reading,
  }: Config,
  device: DeviceFacts | undefined,
  reportFault: RunnerOptions['reportFault'],
): RunnerOptions => ({
  concurrency: maximumRunningRuns,
  warmThreads,
  threadsPerRun,
  models,
  device: device ? 'webgpu' : 'cpu',
  maximumSeconds: maximumRunSeconds,
  stageMemoryBytes: stageMemoryBytes / maximumRunningRuns,
  library: libraryFolder(dataFolder),
  reading,
  reportFault,
});

/** The messages that have arrived at a port and were not received yet. */
function* drain(port: MessagePort): Generator<string | Uint8Array> {
  for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
    yield next.message as string | Uint8Array;
}

/** Runs plans on worker threads that are kept warm. */
export class JobRunner {
  readonly #options: RunnerOptions;
  /** What the threads of the pool were started with. */
  readonly #kind: string;
  readonly #pool: Piscina<JobTask, JobOutcome>;
  /** Flags of the runs that are computing. */
  readonly #running = new Set<Int32Array>();

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { jobWorker, spareThreads, concurrency, warmThreads } = options;
    const { threadsPerRun, models, device, stageMemoryBytes, reading } = options;
    const settings = { threadsPerRun, models, device, stageMemoryBytes, reading };
    const filename = (jobWorker ?? new URL('./job-worker.js', import.meta.url)).href;
    this.#kind = JSON.stringify({ filename, concurrency, warmThreads, ...settings });
    const threads = concurrency + 1;
    this.#pool =
      spareThreads?.get(this.#kind)?.pop() ??
      new Piscina({
        filename,
        minThreads: Math.min(threads, warmThreads),
        maxThreads: threads,
        idleTimeout: IDLE_MS,
        workerData: settings satisfies ThreadSettings,
        // A thread that blocks in Atomics.wait could not serve its own helper threads.
        atomics: 'disabled',
        execArgv: [...THREAD_ARGUMENTS],
        resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      });
    // A thread that dies between two runs; the pool replaces it.
    this.#pool.removeAllListeners('error').on('error', options.reportFault);
  }

  /**
   * Runs a plan and emits each line as it comes; never rejects. When `signal` aborts the run ends
   * without another line. A crash of the thread is reported with `reportFault` and becomes one log
   * line of the answer.
   */
  async run(
    plan: SimulationPlan,
    { emit, signal, owner, wantsPicture = true, stagesFolder, onlyOn }: RunWatch,
  ): Promise<void> {
    const { maximumSeconds, library } = this.#options;
    const flags = new Int32Array(new SharedArrayBuffer(RUN_FLAGS * Int32Array.BYTES_PER_ELEMENT));
    this.#running.add(flags);
    const ending = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const end = (): void => {
      if (isDeviceAtWork(flags)) grace = setTimeout(end, DEVICE_POLL_MS);
      else ending.abort();
    };
    const stop = (): void => {
      Atomics.store(flags, STOP, 1);
      grace ??= setTimeout(end, STOP_GRACE_MS);
    };
    const cap = setTimeout(stop, maximumSeconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();

    const { port1: lines, port2: port } = new MessageChannel();
    lines.on('message', emit);
    const outcome = await this.#pool
      .run(
        { plan, owner, library, flags, port, wantsPicture, stagesFolder, onlyOn },
        { transferList: [port], signal: ending.signal },
      )
      .catch((error: unknown): JobOutcome => {
        if (Atomics.load(flags, STOP) === 1) return 'stopped';
        this.#options.reportFault(error);
        return 'crashed';
      });
    this.#running.delete(flags);
    clearTimeout(cap);
    clearTimeout(grace);
    signal.removeEventListener('abort', stop);
    // The outcome comes through another port and may arrive before the last lines.
    for (const line of drain(lines)) emit(line);
    lines.close();
    if (outcome === 'crashed') emit(logLine(messages.simulationFailed(messages.internalError)));
    if (outcome === 'stopped' && !signal.aborted)
      emit(logLine(messages.simulationFailed(messages.outOfTime(maximumSeconds))));
  }

  /** Ends every thread, as soon as no device works for it; or keeps them where all are idle. */
  async close(): Promise<void> {
    for (const flags of this.#running)
      while (isDeviceAtWork(flags)) {
        Atomics.store(flags, STOP, 1);
        await pause(DEVICE_POLL_MS);
      }
    const { spareThreads } = this.#options;
    if (!spareThreads || this.#running.size > 0) await this.#pool.destroy();
    else spareThreads.set(this.#kind, [...(spareThreads.get(this.#kind) ?? []), this.#pool]);
  }
}

/** Ending a thread while its device works would end the whole process (docs/gpu.md#faults). */
const isDeviceAtWork = (flags: Int32Array): boolean => Atomics.load(flags, DEVICE_WORK) > 0;
