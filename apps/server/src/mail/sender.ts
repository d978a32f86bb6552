import { setTimeout } from 'node:timers/promises';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../clock.ts';
import type { Database, Tables } from '../database/schema.ts';
import type { Delivery, OutgoingMail } from './delivery.ts';

/** A mail whose sender has died is offered again after this time, in milliseconds. */
const LEASE_MS = 2 * MINUTE_MS;
/** How long a shutdown waits for a slow mail host, in milliseconds. */
const CLOSE_PATIENCE_MS = 2 * SECOND_MS;
/** Interval of looking for retries and for mail of other processes, in milliseconds. */
const POLL_MS = 5 * SECOND_MS;

const LONGEST_BACKOFF_MS = HOUR_MS;

/**
 * Delay of the next try after `tries` failures: 10 s, 20 s, 40 s, ... up to an hour, in
 * milliseconds.
 */
export const backoffMs = (tries: number): number =>
  Math.min(LONGEST_BACKOFF_MS, 10 * SECOND_MS * 2 ** (tries - 1));

const isDue =
  (now: number) =>
  (is: ExpressionBuilder<Tables, 'mailQueue'>): Expression<SqlBool> =>
    is.or([is('nextTryAt', '<=', now), is('nextTryAt', '>', now + LONGEST_BACKOFF_MS)]);

interface Log {
  warn(details: object, sentence: string): void;
}

/** Delivers queued mail one by one, each at least once; a mail that fails stays in the queue. */
export class MailSender {
  readonly #database: Database;
  readonly #delivery: Delivery;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;
  #wasWoken = false;
  #running: Promise<void> | undefined;

  constructor(database: Database, delivery: Delivery, clock: Clock, log: Log) {
    this.#database = database;
    this.#delivery = delivery;
    this.#clock = clock;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.wake();
    }, POLL_MS);
    this.#timer.unref();
  }

  /** Looks for mail now. */
  wake(): void {
    this.#wasWoken = true;
    if (this.#isClosing) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /**
   * Waits shortly for the mail that is being delivered; the rest stays in the queue for the next
   * start.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#delivery.close();
    const waiting = new AbortController();
    await Promise.race([
      this.#running,
      setTimeout(CLOSE_PATIENCE_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
  }

  async #run(): Promise<void> {
    try {
      while (this.#wasWoken) {
        this.#wasWoken = false;
        for (let mail = await this.#take(); mail; mail = await this.#take())
          if (!(await this.#deliver(mail))) return;
      }
    } catch (error) {
      this.#log.warn(
        { code: (error as { readonly code?: unknown }).code },
        'the mail queue cannot be read; retrying',
      );
    }
  }

  async #take(): Promise<(OutgoingMail & { readonly tries: number }) | undefined> {
    if (this.#isClosing) return undefined;
    const now = this.#clock();
    // No delay is longer than LONGEST_BACKOFF_MS: a try later than that was planned before the
    // clock was set back.
    const due = this.#database
      .selectFrom('mailQueue')
      .select('id')
      .where(isDue(now))
      .orderBy('nextTryAt')
      .limit(1);
    const next = await due.executeTakeFirst();
    if (!next) return undefined;
    await this.#giveUpExpired(now);
    // One statement: if several processes try, only one takes the mail.
    return this.#database
      .updateTable('mailQueue')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), nextTryAt: now + LEASE_MS }))
      .where('id', '=', due)
      .where(isDue(now))
      .returningAll()
      .executeTakeFirst();
  }

  async #giveUpExpired(now: number): Promise<void> {
    const expired = await this.#database
      .deleteFrom('mailQueue')
      .where('expiresAt', '<=', now)
      .returning(['id', 'tries'])
      .execute();
    for (const { id, tries } of expired)
      this.#log.warn({ mail: id, tries }, 'a mail was given up: it could not be delivered in time');
  }

  /** @returns whether the mail host was reached; if not, the other mails wait too. */
  async #deliver(mail: OutgoingMail & { readonly tries: number }): Promise<boolean> {
    try {
      await this.#delivery.deliver(mail);
    } catch (error) {
      const { code, responseCode } = error as {
        readonly code?: unknown;
        readonly responseCode?: unknown;
      };
      await this.#database
        .updateTable('mailQueue')
        .set({ nextTryAt: this.#clock() + backoffMs(mail.tries) })
        .where('id', '=', mail.id)
        .execute();
      // Not the host's message, which names the recipient.
      this.#log.warn(
        { mail: mail.id, tries: mail.tries, code, responseCode },
        'a mail could not be delivered; retrying',
      );
      return responseCode !== undefined;
    }
    await this.#database.deleteFrom('mailQueue').where('id', '=', mail.id).execute();
    return true;
  }
}
