import { messages } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { logLine } from './event-line.ts';
import { mayBegin } from './places.ts';

/** A simulation that was requested. */
export interface Job {
  readonly runId: string;
  /** Id of the person or browser that asked. */
  readonly caller: string;
  /** Id of the session that asked; undefined where none is needed. */
  readonly session?: string | undefined;
  /** Network that the request came from. */
  readonly network: string;
  readonly plan: SimulationPlan;
  /**
   * The account whose files the plan depends on; remembered results of the plan belong to it.
   * Undefined: the caller.
   */
  readonly owner?: string | undefined;
}

/** Jobs of a caller; of those only the one with `runId`, or those of `session`. */
export type JobFilter = Pick<Job, 'caller'> & Partial<Pick<Job, 'runId' | 'session'>>;

/** The connection of a job to its client. */
export interface JobWatch {
  /** Takes one line of the answer at a time. */
  readonly emit: (line: string | Uint8Array) => void;
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal;
  /**
   * Resolves when the client has read the answer or is gone; until then the job counts among those
   * of its caller.
   */
  readonly delivered: Promise<void>;
}

/** What a runner needs of it. */
export interface RunWatch extends Pick<JobWatch, 'emit' | 'signal'> {
  /** false: the picture is neither encoded nor emitted; default true. */
  readonly wantsPicture?: boolean;
  /** Folder for the arrays between the stages, as .npy; absent where they are not wanted. */
  readonly stagesFolder?: string | undefined;
  /** Whose results of earlier runs may be used; absent where none may. */
  readonly owner?: string;
  /** The caller or the network that takes turns with others; absent: nobody does. */
  readonly turnsOf?: string;
  /**
   * The result is kept beside others of the GPU, `webgpu`, or of the processor, and is never of the
   * other one; absent: it may be of either.
   */
  readonly onlyOn?: 'webgpu' | 'cpu';
}

/** Runs one plan; resolves when it has ended in any way and never rejects. */
export type RunPlan = (plan: SimulationPlan, watch: RunWatch) => Promise<void>;

/**
 * A wait before a plan runs, during which it holds no place among the running ones; undefined: no
 * wait. Never rejects.
 */
export type PreparePlan = (plan: SimulationPlan, watch: RunWatch) => Promise<void> | undefined;

/**
 * Which limit refuses a job: the caller's runs, the caller's answers that are not read yet, the
 * runs of the network, or the whole queue.
 */
export type Refusal = 'caller' | 'unread' | 'network' | 'queue';

export type Place = { readonly ended: Promise<void> } | { readonly refused: Refusal };

/**
 * Runs of sweeps, on places which no job needs: begins the next run and returns the promise of its
 * end; undefined when there is none.
 */
export type Background = (signal: AbortSignal) => Promise<void> | undefined;

/** How many jobs there may be. */
export interface QueueLimits {
  /** Running at once; one more for the rest of a run of a sweep. */
  readonly running: number;
  /** Waiting jobs of each caller, who may have one running job besides. */
  readonly waitingPerCaller: number;
  /** Running and waiting jobs of a network. */
  readonly perNetwork: number;
  /** Running and waiting jobs in all. */
  readonly total: number;
  /** Whose jobs take turns. */
  readonly turnsOf: 'caller' | 'network';
}

/**
 * Decides which job runs when. All methods are asynchronous or about one job, so that the queue
 * could be in another process.
 */
export interface JobQueue {
  /**
   * Adds a job to the queue without waiting for its end.
   *
   * @returns the promise of its end, or the limit that refuses it.
   */
  submit(job: Job, watch: JobWatch): Promise<Place>;
  /** Ends running and waiting jobs. */
  stop(which: JobFilter): Promise<void>;
  /** Ends all jobs, each with a last sentence in its log. */
  close(sentence: string): Promise<void>;
  figures(): { readonly running: number; readonly waiting: number };
}

/** Owners of jobs that are remembered; beyond, those served longest ago are forgotten. */
const MOST_OWNERS = 5000;

interface Entry {
  readonly job: Job;
  readonly watch: JobWatch;
  /**
   * The context of its preparation and its run: silent after the last line, aborted when it is
   * ended.
   */
  readonly run: RunWatch;
  /** Resolves `ended`. */
  readonly end: () => void;
  /**
   * Jobs of the lowest round start first: each further job of somebody comes a round later than the
   * one before it.
   */
  readonly round: number;
  readonly stopping: AbortController;
  /**
   * `preparing`: it waits for something else than a place; `unread`: the run has ended and its
   * answer is being read.
   */
  state: 'preparing' | 'waiting' | 'running' | 'unread';
  /** The last line has been sent. */
  isMute: boolean;
}

/** Whether a job has not started. */
const isBefore = ({ state }: Entry): boolean => state === 'waiting' || state === 'preparing';

/**
 * The queue in this process: callers, or networks, take turns; whose first jobs wait are served in
 * the order of arrival. One job per caller runs.
 */
export class InProcessQueue implements JobQueue {
  readonly #limits: QueueLimits;
  readonly #run: RunPlan;
  readonly #prepare: PreparePlan;
  readonly #notBegun: () => number;
  /** In the order of arrival. */
  readonly #entries = new Set<Entry>();
  /** The round in which the last job was started. */
  #round = 1;
  /** The round of the last started job by owner; who was served longest ago stands first. */
  readonly #started = new Map<string, number>();
  #background: Background = () => undefined;
  /** Runs of sweeps that are being computed. */
  #filled = 0;
  /** Aborts background work. */
  readonly #closing = new AbortController();

  /** @param notBegun how many jobs that run wait elsewhere. */
  constructor(
    limits: QueueLimits,
    run: RunPlan,
    prepare: PreparePlan = () => undefined,
    notBegun: () => number = () => 0,
  ) {
    this.#limits = limits;
    this.#run = run;
    this.#prepare = prepare;
    this.#notBegun = notBegun;
  }

  async submit(job: Job, watch: JobWatch): Promise<Place> {
    const { signal } = watch;
    if (signal.aborted) return { ended: Promise.resolve() };
    const refused = this.#refusal(job);
    if (refused) return { refused };
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stopping = new AbortController();
    const run: RunWatch = {
      emit: (line) => {
        if (!entry.isMute) watch.emit(line);
      },
      signal: stopping.signal,
      owner: job.owner ?? job.caller,
      turnsOf: job[this.#limits.turnsOf],
    };
    const round = this.#nextRound(job);
    const entry: Entry = {
      job,
      watch,
      run,
      end,
      round,
      stopping,
      state: 'preparing',
      isMute: false,
    };
    this.#entries.add(entry);
    signal.addEventListener(
      'abort',
      () => {
        this.#end(entry);
      },
      { once: true },
    );
    const preparing = this.#prepare(job.plan, run);
    if (preparing) void preparing.then(() => this.#lineUp(entry));
    else this.#lineUp(entry);
    return { ended };
  }

  /** Starts a prepared job, or says how many are before it. */
  #lineUp(entry: Entry): void {
    if (entry.state !== 'preparing') return;
    entry.state = 'waiting';
    this.#startNext();
    // It may have started.
    const before = this.#waiting().indexOf(entry);
    if (before >= 0) entry.run.emit(logLine(messages.waiting(before)));
  }

  async stop({ caller, runId, session }: JobFilter): Promise<void> {
    for (const entry of this.#having(({ job }) => job.caller === caller)) {
      const { job } = entry;
      if ((runId ?? job.runId) === job.runId && (session ?? job.session) === job.session)
        this.#end(entry);
    }
  }

  /** Takes runs of sweeps for places that no job needs, now and whenever one is free. */
  fill(background: Background): void {
    this.#background = background;
    this.#startNext();
  }

  async close(sentence: string): Promise<void> {
    this.#closing.abort();
    for (const entry of this.#having(({ state }) => state !== 'unread')) {
      entry.watch.emit(logLine(sentence));
      entry.isMute = true;
      this.#end(entry);
    }
  }

  figures(): { readonly running: number; readonly waiting: number } {
    const notBegun = this.#notBegun();
    return {
      running: this.#having(({ state }) => state === 'running').length - notBegun,
      waiting: this.#having(isBefore).length + notBegun,
    };
  }

  #having(is: (entry: Entry) => boolean): readonly Entry[] {
    return [...this.#entries].filter(is);
  }

  /** In the order in which they are to start. */
  #waiting(): readonly Entry[] {
    return this.#having(({ state }) => state === 'waiting').toSorted(
      (one, other) => one.round - other.round,
    );
  }

  /** The round after the last job of the owner, and none that is over. */
  #nextRound(job: Job): number {
    const { turnsOf } = this.#limits;
    const owner = job[turnsOf];
    const waiting = this.#having((entry) => isBefore(entry) && entry.job[turnsOf] === owner);
    const last = Math.max(this.#started.get(owner) ?? 0, ...waiting.map(({ round }) => round));
    return Math.max(this.#round, last + 1);
  }

  /** Notes that a job has its turn. */
  #serve({ job, round }: Entry): void {
    const owner = job[this.#limits.turnsOf];
    this.#round = Math.max(this.#round, round);
    this.#started.delete(owner);
    this.#started.set(owner, round);
    if (this.#started.size > MOST_OWNERS) this.#started.delete(this.#started.keys().next().value!);
  }

  #refusal({ caller, network }: Job): Refusal | undefined {
    const { waitingPerCaller, perNetwork, total } = this.#limits;
    const own = this.#having((entry) => entry.job.caller === caller);
    if (own.length > waitingPerCaller)
      return own.some(({ state }) => state === 'unread') ? 'unread' : 'caller';
    if (this.#having((entry) => entry.job.network === network).length >= perNetwork)
      return 'network';
    return this.#entries.size >= total ? 'queue' : undefined;
  }

  /** Removes a waiting job at once; a running job is removed when its runner has ended it. */
  #end(entry: Entry): void {
    entry.stopping.abort();
    if (isBefore(entry)) this.#remove(entry);
  }

  #remove(entry: Entry): void {
    entry.state = 'unread';
    entry.end();
    void entry.watch.delivered.then(() => this.#entries.delete(entry));
  }

  #startNext(): void {
    const running = this.#having(({ state }) => state === 'running');
    const busy = new Set(running.map(({ job }) => job.caller));
    const computing = { simulations: running.length, runs: this.#filled };
    for (const entry of this.#waiting()) {
      if (!mayBegin('simulations', computing, this.#limits.running)) return;
      if (busy.has(entry.job.caller)) continue;
      computing.simulations += 1;
      busy.add(entry.job.caller);
      entry.state = 'running';
      this.#serve(entry);
      void this.#run(entry.job.plan, entry.run).finally(() => {
        this.#remove(entry);
        this.#startNext();
      });
    }
    while (mayBegin('runs', computing, this.#limits.running) && !this.#closing.signal.aborted) {
      const piece = this.#background(this.#closing.signal);
      if (!piece) return;
      this.#filled += 1;
      computing.runs += 1;
      void piece.finally(() => {
        this.#filled -= 1;
        this.#startNext();
      });
    }
  }
}
