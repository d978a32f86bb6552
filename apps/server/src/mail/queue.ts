import { randomUUID } from 'node:crypto';
import { oneLine } from '@lumenloom/contract';
import { DAY_MS, systemClock } from '../clock.ts';
import type { Database } from '../database/schema.ts';

/** After this time an undelivered mail is given up, in milliseconds. */
const WORTH_MS = 3 * DAY_MS;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, lines ended by \n; the HTML part is made from it. */
  readonly text: string;
  readonly replyTo?: string;
  /**
   * Epoch milliseconds; a mail that is not delivered by then is given up. Default: in three days.
   */
  readonly expiresAt?: number;
}

/**
 * Queues a mail for the sender. Call it in the transaction of the change that the mail reports, so
 * that the mail is sent if and only if the change was stored.
 */
export async function enqueueMail(
  database: Database,
  { to, subject, text, replyTo, expiresAt }: Mail,
  now: number = systemClock(),
): Promise<void> {
  await database
    .insertInto('mailQueue')
    .values({
      id: randomUUID(),
      recipient: to,
      replyTo: replyTo ?? null,
      subject: oneLine(subject),
      text,
      createdAt: now,
      expiresAt: expiresAt ?? now + WORTH_MS,
      tries: 0,
      nextTryAt: now,
    })
    .execute();
}
