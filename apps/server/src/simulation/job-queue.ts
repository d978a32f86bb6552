import { messages } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { logLine } from './event-line.ts';

/** A simulation that was requested. */
export interface Job {
  readonly runId: string;
  readonly caller: string;
  readonly plan: SimulationPlan;
}

/** The connection of a job to its client: `emit` takes the lines of the answer; `signal` aborts when the client is gone. */
export interface JobWatch {
  readonly emit: (line: string | Uint8Array) => void;
  readonly signal: AbortSignal;
}

/** Runs one plan; resolves when it has ended in any way and never rejects. */
export type RunPlan = (plan: SimulationPlan, watch: JobWatch) => Promise<void>;

/** What a plan waits for before it runs, without holding a place among those that run; undefined: nothing. Never rejects. */
export type PreparePlan = (plan: SimulationPlan, watch: JobWatch) => Promise<void> | undefined;

/** Decides which job runs when. All methods are asynchronous or about one job, so that the queue could be in another process. */
export interface JobQueue {
  /**
   * Adds a job to the queue without waiting for its end.
   *
   * @returns the promise of its end; undefined when the caller has too many jobs.
   */
  submit(job: Job, watch: JobWatch): Promise<{ readonly ended: Promise<void> } | undefined>;
  /** Ends the caller's running and waiting jobs, or only the one with `runId`. */
  stop(caller: string, runId?: string): Promise<void>;
  figures(): { readonly running: number; readonly waiting: number };
}

interface Entry {
  readonly job: Job;
  readonly watch: JobWatch;
  /** Resolves `ended`. */
  readonly end: () => void;
  readonly ended: Promise<void>;
  readonly stopping: AbortController;
  isRunning: boolean;
  isPrepared: boolean;
}

/**
 * The queue in this process: first come first served, at most `running` jobs at once and one per caller; `waitingPerCaller` more jobs
 * of each caller may wait.
 */
export class InProcessQueue implements JobQueue {
  readonly #limits: { readonly running: number; readonly waitingPerCaller: number };
  readonly #run: RunPlan;
  readonly #prepare: PreparePlan;
  /** Running and waiting jobs in the order of arrival. */
  readonly #entries = new Set<Entry>();

  constructor(
    limits: { readonly running: number; readonly waitingPerCaller: number },
    run: RunPlan,
    prepare: PreparePlan = () => undefined,
  ) {
    this.#limits = limits;
    this.#run = run;
    this.#prepare = prepare;
  }

  async submit(
    job: Job,
    { emit, signal }: JobWatch,
  ): Promise<{ readonly ended: Promise<void> } | undefined> {
    const own = [...this.#entries].filter((entry) => entry.job.caller === job.caller);
    if (own.length > this.#limits.waitingPerCaller) return undefined;
    const stopping = new AbortController();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const entry: Entry = {
      job,
      watch: { emit, signal: stopping.signal },
      end,
      ended,
      stopping,
      isRunning: false,
      isPrepared: false,
    };
    this.#entries.add(entry);
    signal.addEventListener(
      'abort',
      () => {
        this.#end(entry);
      },
      { once: true },
    );
    if (signal.aborted) {
      this.#end(entry);
      return { ended };
    }
    const preparing = this.#prepare(job.plan, entry.watch);
    if (preparing) void preparing.then(() => this.#lineUp(entry));
    else this.#lineUp(entry);
    return { ended };
  }

  /** Starts a prepared job, or says how many are before it. */
  #lineUp(entry: Entry): void {
    entry.isPrepared = true;
    this.#startNext();
    if (entry.isRunning || entry.watch.signal.aborted) return;
    const before = [...this.#entries].filter((other) => other.isPrepared && !other.isRunning);
    entry.watch.emit(logLine(messages.waiting(before.length - 1)));
  }

  async stop(caller: string, runId?: string): Promise<void> {
    for (const entry of [...this.#entries]) {
      if (entry.job.caller === caller && (runId === undefined || entry.job.runId === runId))
        this.#end(entry);
    }
  }

  figures(): { readonly running: number; readonly waiting: number } {
    const running = [...this.#entries].filter((entry) => entry.isRunning).length;
    return { running, waiting: this.#entries.size - running };
  }

  /** Removes a waiting job at once; a running job is removed when its runner has ended it. */
  #end(entry: Entry): void {
    entry.stopping.abort();
    if (!entry.isRunning) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    entry.end();
  }

  #startNext(): void {
    const busy = new Set(
      [...this.#entries].filter((entry) => entry.isRunning).map((entry) => entry.job.caller),
    );
    let free = this.#limits.running - this.figures().running;
    for (const entry of this.#entries) {
      if (free <= 0) return;
      if (entry.isRunning || !entry.isPrepared || busy.has(entry.job.caller)) continue;
      free -= 1;
      busy.add(entry.job.caller);
      entry.isRunning = true;
      void this.#run(entry.job.plan, entry.watch).finally(() => {
        this.#remove(entry);
        this.#startNext();
      });
    }
  }
}
