import { setTimeout } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Delivery, OutgoingMail } from './delivery.ts';

/** A mail that was taken out of line is offered again after this, should its sender have died. */
const LEASE_MS = 2 * MINUTE_MS;
/** How long a stop waits for a slow mail host. */
const CLOSE_PATIENCE_MS = 2 * SECOND_MS;
/** Without a wake-up, for the tries again and for mail of other processes. */
const POLL_MS = 5 * SECOND_MS;

/** How long a mail waits after so many failed tries: 10 s, 20 s, 40 s, ... up to an hour. */
export const backoffMs = (tries: number): number =>
  Math.min(HOUR_MS, 10 * SECOND_MS * 2 ** (tries - 1));

interface Log {
  warn(details: object, sentence: string): void;
}

/** Takes mail out of the queue and delivers it, one after the other, each at least once; what fails stays in line. */
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

  /** There may be mail. */
  wake(): void {
    this.#wasWoken = true;
    if (this.#isClosing) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Waits a little for the mail that is being delivered; what did not go out stays in line for the next start. */
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
        'the mail queue cannot be read; it is tried again',
      );
    }
  }

  async #take(): Promise<(OutgoingMail & { readonly tries: number }) | undefined> {
    if (this.#isClosing) return undefined;
    const now = this.#clock();
    const due = this.#database
      .selectFrom('mailQueue')
      .select('id')
      .where('nextTryAt', '<=', now)
      .orderBy('nextTryAt')
      .limit(1);
    const next = await due.executeTakeFirst();
    if (!next) return undefined;
    await this.#giveUpExpired(now);
    // Of several processes, one gets it.
    return this.#database
      .updateTable('mailQueue')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), nextTryAt: now + LEASE_MS }))
      .where('id', '=', due)
      .where('nextTryAt', '<=', now)
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
      this.#log.warn({ mail: id, tries }, 'a mail could not be delivered in time and was given up');
  }

  /** @returns whether the way out is open; when not, the next mail need not try either. */
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
      // The host's own words would name the recipient.
      this.#log.warn(
        { mail: mail.id, tries: mail.tries, code, responseCode },
        'a mail could not be delivered; it is tried again',
      );
      return responseCode !== undefined;
    }
    await this.#database.deleteFrom('mailQueue').where('id', '=', mail.id).execute();
    return true;
  }
}
