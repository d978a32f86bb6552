import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages } from '@lumenloom/contract';
import type { SimulationPlan } from '@lumenloom/engine';
import { logLine } from '../simulation/event-line.ts';
import type { RunWatch } from '../simulation/job-queue.ts';
import type { ResultStore } from '../results/result-store.ts';
import { packPlan, type ComputeQueue, type RunJob } from './queue-connection.ts';
import type { Presence } from './presence.ts';
import type { Relay } from './relay.ts';

/** A line of an answer: itself, or where it lies in the result store. */
export type SentLine = string | { readonly key: string };

/** Lines of a run on their way to its server. */
export interface LinesMessage {
  readonly id: string;
  /** How often the job was begun: a worker that was taken for dead may still send. */
  readonly attempt: number;
  /** Number of the first line in this attempt. */
  readonly from: number;
  readonly lines: readonly SentLine[];
  /** Whether the run has ended. */
  readonly isEnd: boolean;
}

/** Ends a run, or makes workers look whether an experiment still runs. */
export type StopMessage = { readonly id: string } | { readonly workId: string };

export const linesTopic = (server: string): string => `servers.${server}`;
export const STOP_TOPIC = 'stop';

/** A run that has said nothing for this long is looked up in the queue, in milliseconds. */
const SILENCE_MS = 2000;
/**
 * How long a worker may take to end a stopped run before the answer ends without it, and how often
 * it is told, in milliseconds.
 */
const STOP_MS = 2000;
const STOP_AGAIN_MS = 500;
/** A run that no worker has begun by then says how many are before it, in milliseconds. */
const WAITING_MS = 250;

/**
 * A run of somebody who has one that waits already stands in the queue as if it had come this much
 * later, in milliseconds: so others go first, and it does not wait for ever.
 */
const TURN_MS = 600_000;
/** Places in the queue are seconds, counted anew after 24 days; BullMQ takes no larger numbers. */
const PLACES = 2 ** 21 - 1;

interface Pending {
  readonly watch: RunWatch;
  /** When it stands in the queue as having come, in milliseconds since 1970. */
  readonly due: number;
  readonly end: () => void;
  /** Newest attempt that sent lines, and the number of lines that it sent. */
  attempt: number;
  received: number;
  /** When a line came last, in milliseconds of `performance`. */
  heard: number;
  /** Lines are passed on in order, although some must be read from the store. */
  passing: Promise<void>;
}

export interface RemoteParts {
  readonly queue: ComputeQueue<RunJob>;
  readonly relay: Relay;
  readonly presence: Pick<Presence, 'waiting'>;
  readonly store: ResultStore;
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Runs plans on workers: hands them to the queue and passes on what comes back. */
export class RemoteRuns {
  readonly #parts: RemoteParts;
  readonly #server = randomUUID().replaceAll('-', '');
  readonly #pending = new Map<string, Pending>();

  constructor(parts: RemoteParts) {
    this.#parts = parts;
  }

  /** Before the first run. */
  async start(): Promise<void> {
    await this.#parts.relay.subscribe(linesTopic(this.#server), (message) => {
      this.#receive(message as LinesMessage);
    });
  }

  /** Runs that no worker has begun. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** As `JobRunner.run`, on whichever worker is free first. */
  async run(plan: SimulationPlan, watch: RunWatch): Promise<void> {
    const id = randomUUID();
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const pending: Pending = {
      watch,
      end,
      due: this.#dueOf(watch),
      attempt: 0,
      received: 0,
      heard: performance.now(),
      passing: Promise.resolve(),
    };
    this.#pending.set(id, pending);
    try {
      const job = { id, server: this.#server, owner: watch.owner, plan: packPlan(plan) };
      await this.#parts.queue.add('simulation', job, {
        jobId: id,
        attempts: 1,
        priority: 1 + (Math.floor(pending.due / 1000) % PLACES),
      });
      const over = new AbortController();
      void ended.then(() => {
        over.abort();
      });
      void this.#watch(id, pending, over.signal);
      watch.signal.addEventListener('abort', () => void this.#stop(id, pending, over.signal), {
        once: true,
        signal: over.signal,
      });
      if (watch.signal.aborted) void this.#stop(id, pending, over.signal);
      await ended;
    } catch (error) {
      this.#fail(pending, error, 'a simulation could not be queued');
    } finally {
      this.#pending.delete(id);
    }
  }

  /** When the next run of somebody stands in the queue as having come. */
  #dueOf({ turnsOf }: RunWatch): number {
    const before = this.#waiting
      .filter(({ watch }) => turnsOf !== undefined && watch.turnsOf === turnsOf)
      .map(({ due }) => due + TURN_MS);
    return Math.max(Date.now(), ...before);
  }

  get #waiting(): readonly Pending[] {
    return [...this.#pending.values()].filter(({ attempt }) => attempt === 0);
  }

  /**
   * How many runs begin before one, all of other servers included; undefined where none waits in
   * the queue.
   */
  async #before(pending: Pending): Promise<number | undefined> {
    const all = await this.#parts.queue.getJobCountByTypes('waiting', 'prioritized');
    if (all === 0) return undefined;
    const others = this.#waiting.filter((other) => other !== pending);
    const sooner = others.filter(({ due }) => due <= pending.due);
    return Math.max(0, all - 1 - others.length) + sooner.length;
  }

  #fail({ watch, end }: Pending, error: unknown, sentence: string): void {
    this.#parts.warn(error, sentence);
    if (!watch.signal.aborted)
      watch.emit(logLine(messages.simulationFailed(messages.internalError)));
    end();
  }

  #receive({ id, attempt, from, lines, isEnd }: LinesMessage): void {
    const pending = this.#pending.get(id);
    if (!pending || attempt < pending.attempt) return;
    pending.heard = performance.now();
    if (attempt > pending.attempt) {
      if (pending.received > 0) pending.watch.emit(logLine(messages.begunAgain, undefined, true));
      pending.attempt = attempt;
      pending.received = 0;
    }
    // A message whose acknowledgement was lost comes again.
    const unseen = lines.slice(Math.max(0, pending.received - from));
    const isGap = from > pending.received;
    pending.received = Math.max(pending.received, from + lines.length);
    pending.passing = pending.passing
      .then(async () => {
        if (isGap) throw new Error(`lines before ${from} of run ${id} are lost`);
        for (const line of unseen)
          pending.watch.emit(typeof line === 'string' ? line : await this.#stored(line.key));
        if (isEnd) pending.end();
      })
      .catch((error: unknown) => {
        this.#fail(pending, error, 'an answer of a worker is not complete');
      });
  }

  async #stored(key: string): Promise<Buffer> {
    const { store, warn } = this.#parts;
    const line = await store.read(key, 'line');
    if (!line) throw new Error(`the result store has no ${key}: do all share DATA_DIR?`);
    store.remove(key).catch((error: unknown) => {
      warn(error, 'a line of an answer could not be removed; housekeeping removes it');
    });
    return line;
  }

  /** Tells that a run waits, and ends one whose job is gone without an end of its lines. */
  async #watch(id: string, pending: Pending, signal: AbortSignal): Promise<void> {
    const { queue, presence, warn } = this.#parts;
    /** Whether the run still goes on after a while. */
    const goesOn = (ms: number): Promise<boolean> => sleep(ms, true, { signal }).catch(() => false);
    let toldOf: string | undefined;
    /** Tells once that no worker is there, and again after there was one. */
    const tellWaiting = (): boolean => {
      const { waiting } = presence;
      if (waiting !== undefined && waiting !== toldOf)
        pending.watch.emit(logLine(waiting, undefined, true));
      toldOf = waiting;
      return waiting !== undefined;
    };
    if ((await goesOn(WAITING_MS)) && pending.attempt === 0 && !tellWaiting()) {
      const before = await this.#before(pending).catch(() => undefined);
      // It may have begun or ended meanwhile.
      if (before !== undefined && pending.received === 0 && (await goesOn(0)))
        pending.watch.emit(logLine(messages.waiting(before)));
    }
    let missing = 0;
    while (await goesOn(SILENCE_MS)) {
      if (performance.now() - pending.heard < SILENCE_MS) continue;
      tellWaiting();
      try {
        const job = await queue.getJob(id);
        const isGone = !job || (await job.isFailed());
        missing = isGone ? missing + 1 : 0;
        // Its last lines may still be on their way.
        if (missing < 2) continue;
        this.#fail(
          pending,
          new Error(job?.failedReason ?? 'its job is gone'),
          'a simulation ended without an answer',
        );
      } catch (error) {
        warn(error, 'a simulation could not be looked up; retrying');
      }
    }
  }

  async #stop(id: string, pending: Pending, over: AbortSignal): Promise<void> {
    const { queue, relay } = this.#parts;
    const deadline = performance.now() + STOP_MS;
    while (!over.aborted && performance.now() < deadline) {
      const isRemoved = await queue
        .remove(id)
        .then((count) => count > 0)
        .catch(() => false);
      if (isRemoved) break;
      await relay.publish(STOP_TOPIC, { id } satisfies StopMessage).catch(() => undefined);
      await sleep(STOP_AGAIN_MS, undefined, { signal: over }).catch(() => undefined);
    }
    pending.end();
  }
}
