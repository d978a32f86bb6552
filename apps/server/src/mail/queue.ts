import { randomUUID } from 'node:crypto';
import { DAY_MS, systemClock } from '../clock.ts';
import type { Database } from '../database/schema.ts';

/** A mail that cannot be delivered for this long is given up. */
const WORTH_MS = 3 * DAY_MS;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, lines ended by \n; the HTML part is made from it. */
  readonly text: string;
  readonly replyTo?: string;
  /** Epoch milliseconds from which on the mail is worthless; default in three days. */
  readonly expiresAt?: number;
}

/** A header is one line, whatever somebody typed. */
const oneLine = (value: string): string => value.replace(/\p{Cc}+/gu, ' ').trim();

/** Puts a mail in line; inside a transaction, so that it goes out exactly when what it tells of has happened. The sender takes it from there. */
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
