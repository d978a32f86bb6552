import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/schema.ts';
import {
  nextPriority,
  whyGivenUp,
  type ComputeQueue,
  type RunsJob,
} from '../queue/queue-connection.ts';
import type { Relay } from '../queue/relay.ts';
import { STOP_TOPIC, type StopMessage } from '../queue/remote-runs.ts';
import { answersOf } from './run-answers.ts';
import type { ComputeOrder, OrderSignals, RunAnswer, RunOrder } from './run-order.ts';

/** Topic of the answers for one conductor. */
export const answersTopic = (conductor: string): string => `answers.${conductor}`;

/** How long an answer may be missing before it is looked for without a word, in milliseconds. */
const LOOK_MS = 500;
/** How often the jobs of the orders are looked up too, in milliseconds: each is a query or two. */
const LOOK_FOR_JOBS_MS = 2000;

interface Pending {
  readonly order: RunOrder;
  readonly end: (answer?: RunAnswer) => void;
}

interface OrderParts {
  readonly database: Database;
  readonly queue: ComputeQueue<RunsJob>;
  readonly relay: Relay;
  readonly warn: (error: unknown, sentence: string) => void;
}

/**
 * Has parts of studies and evaluations computed by workers, through the queue of all runs. An
 * answer is a row, so that another conductor finds it.
 */
export class QueuedOrders {
  readonly #parts: OrderParts;
  readonly #id = randomUUID().replaceAll('-', '');
  /** By the ids of their jobs. */
  readonly #pending = new Map<string, Pending>();
  /** Where the next job of an account's studies, or of its evaluations, stands in the queue. */
  readonly #places = new Map<string, number>();
  readonly #closing = new AbortController();
  #wake: (() => void) | undefined;
  #hasNews = false;

  constructor(parts: OrderParts) {
    this.#parts = parts;
  }

  async start(): Promise<void> {
    await this.#parts.relay.subscribe(answersTopic(this.#id), () => {
      this.#hasNews = true;
      this.#wake?.();
    });
    void this.#watch();
  }

  close(): void {
    this.#closing.abort();
  }

  readonly compute: ComputeOrder = async (order, signals) => {
    const id = jobIdOf(order);
    const ended = new Promise<RunAnswer | undefined>((resolve) => {
      this.#pending.set(id, {
        order,
        end: (answer) => {
          this.#pending.delete(id);
          resolve(answer);
        },
      });
    });
    this.#endWith(id, order, signals);
    // An earlier conductor may have asked for it.
    const answer = (await answersOf(this.#parts.database, [order])).get(order.key);
    if (answer) this.#pending.get(id)?.end(answer);
    else await this.#add(id, order);
    return ended;
  };

  #endWith(id: string, { workId }: RunOrder, { withdrawn, stopped, left }: OrderSignals): void {
    const { queue, relay, warn } = this.#parts;
    const remove = (): Promise<boolean> =>
      queue.remove(id).then(
        (count) => count > 0,
        () => false,
      );
    const end = (): void => this.#pending.get(id)?.end();
    const on = (signal: AbortSignal, work: () => Promise<void> | void): void => {
      const once = (): void => {
        if (this.#pending.has(id)) void work();
      };
      signal.addEventListener('abort', once, { once: true });
      if (signal.aborted) once();
    };
    on(withdrawn, async () => {
      if (await remove()) end();
    });
    on(stopped, async () => {
      end();
      await remove();
      await relay.publish(STOP_TOPIC, { workId } satisfies StopMessage).catch((error: unknown) => {
        warn(error, 'workers could not be told that an experiment was cancelled');
      });
    });
    on(left, end);
  }

  /** Adds its job; where the queue does not answer, the next look adds it. */
  async #add(id: string, order: RunOrder): Promise<void> {
    const { queue, warn } = this.#parts;
    try {
      const turn = `${order.userId} ${order.table}`;
      const place = await nextPriority(queue, this.#places.get(turn));
      this.#places.set(turn, place + order.runs);
      if (!this.#pending.has(id)) return;
      const job = { order: { ...order, conductor: this.#id } };
      await queue.add('order', job, { jobId: id, priority: place });
    } catch (error) {
      warn(error, 'a part of an experiment could not be queued; retrying');
    }
  }

  async #watch(): Promise<void> {
    const { warn } = this.#parts;
    let looked = performance.now();
    while (!this.#closing.signal.aborted) {
      if (!this.#hasNews) {
        const news = new Promise<void>((resolve) => (this.#wake = resolve));
        await Promise.race([news, sleep(LOOK_MS)]);
      }
      this.#hasNews = false;
      try {
        await this.#look();
        if (performance.now() < looked + LOOK_FOR_JOBS_MS) continue;
        await this.#lookForJobs();
        looked = performance.now();
      } catch (error) {
        warn(error, 'parts of experiments could not be looked up; retrying');
        await sleep(LOOK_MS);
      }
    }
  }

  async #look(): Promise<void> {
    const pending = [...this.#pending.values()];
    if (pending.length === 0) return;
    const orders = pending.map(({ order }) => order);
    for (const workId of new Set(orders.map((order) => order.workId))) {
      const own = orders.filter((order) => order.workId === workId);
      const answers = await answersOf(this.#parts.database, own);
      for (const order of own) {
        const answer = answers.get(order.key);
        if (answer) this.#pending.get(jobIdOf(order))?.end(answer);
      }
    }
  }

  /** Jobs that were given up, or that the queue has lost. */
  async #lookForJobs(): Promise<void> {
    const { queue } = this.#parts;
    for (const [id, { order, end }] of this.#pending) {
      const job = await queue.getJob(id);
      if (!job) {
        const answer = (await answersOf(this.#parts.database, [order])).get(order.key);
        if (answer) end(answer);
        else await this.#add(id, order);
      } else if (await job.isFailed()) {
        const message = whyGivenUp(job.failedReason);
        await queue.remove(id);
        end({ message, isOfPart: true });
      }
    }
  }
}

const jobIdOf = ({ workId, key }: RunOrder): string => `${workId}.${key}`;
