import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { atMost, attempt } from '../attempts.ts';
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { KeyedHash } from '../secret.ts';
import { codeMail } from './mails.ts';
import { newToken, tokenHash, type TokenCookie } from './tokens.ts';

/** How long a code can be typed in, and then how long the address counts as verified. */
const CODE_LIFE_MS = 10 * MINUTE_MS;
export const TICKET_LIFE_MS = 10 * MINUTE_MS;

/** How long a used or expired code is kept, so that the refusal can say that it is no longer valid. */
export const BROWSER_LIFE_MS = HOUR_MS;

const DIGITS = 6;
const MOST_TRIES = 5;
/** Per address, whoever asks. */
const RESEND_LIMITS = [atMost(1, MINUTE_MS), atMost(5, HOUR_MS)];

/** Cookies that bind the steps of sign-up and reset to one browser: the request for a code, and the code that was typed in. */
export interface VerificationCookies {
  readonly browser: TokenCookie;
  readonly ticket: TokenCookie;
}

interface Surroundings {
  readonly database: Database;
  readonly keyed: KeyedHash;
  readonly clock: Clock;
}

/**
 * Mails a new code for an address and a browser; codes before it no longer count. Whether there is an account plays no part,
 * so the answer cannot tell. Sign-up and password reset use the same codes.
 *
 * @param browser the token in the browser's cookie; the code works only with it.
 * @returns milliseconds to wait when there were too many; 0 when the mail is on its way.
 */
export async function sendCode(
  { database, keyed, clock }: Surroundings,
  email: string,
  browser: string,
): Promise<number> {
  const now = clock();
  const wait = await attempt(database, keyed, { kind: 'send-code', email }, RESEND_LIMITS, now);
  if (wait > 0) return wait;
  const id = randomUUID();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('codes')
      .values({
        id,
        email,
        browserHash: tokenHash(browser),
        codeHash: hashOf(keyed, id, code),
        tries: 0,
        createdAt: now,
        usedAt: null,
      })
      .execute();
    await enqueueMail(
      transaction,
      { ...codeMail(code, CODE_LIFE_MS), to: email, expiresAt: now + CODE_LIFE_MS },
      now,
    );
  });
  return 0;
}

const hashOf = (keyed: KeyedHash, id: string, code: string): string =>
  keyed('code', `${id}\0${code}`);

/** `unknown`: this browser asked for none. `spent`: used, too old or tried too often. */
export type CodeVerdict =
  | { readonly is: 'right'; readonly ticket: string }
  | { readonly is: 'wrong' | 'spent' | 'unknown' };

/** Checks a code and counts the try. The right code is accepted once and gives a ticket for `redeemTicket`. */
export async function verifyCode(
  { database, keyed, clock }: Surroundings,
  email: string,
  browser: string,
  code: string,
): Promise<CodeVerdict> {
  const now = clock();
  const newest = await database
    .selectFrom('codes')
    .select('id')
    .where('email', '=', email)
    .where('browserHash', '=', tokenHash(browser))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return { is: 'unknown' };
  // One statement counts the try and reads the hash, so that parallel requests do not get more tries.
  const live = await database
    .updateTable('codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', newest.id)
    .where('tries', '<', MOST_TRIES)
    .where('usedAt', 'is', null)
    .where('createdAt', '>', now - CODE_LIFE_MS)
    .returning('codeHash')
    .executeTakeFirst();
  if (!live) return { is: 'spent' };
  if (!timingSafeEqual(Buffer.from(live.codeHash), Buffer.from(hashOf(keyed, newest.id, code))))
    return { is: 'wrong' };
  const ticket = newToken();
  return database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('codes')
      .set({ usedAt: now })
      .where('id', '=', newest.id)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { is: 'spent' };
    await transaction
      .insertInto('verifiedTickets')
      .values({ tokenHash: tokenHash(ticket), email, createdAt: now })
      .execute();
    return { is: 'right', ticket };
  });
}

/** Whether a ticket is valid for an address, without using it up. */
export async function isVerified(
  database: Database,
  ticket: string | undefined,
  email: string,
  now: number,
): Promise<boolean> {
  if (ticket === undefined) return false;
  const found = await database
    .selectFrom('verifiedTickets')
    .select('email')
    .where('tokenHash', '=', tokenHash(ticket))
    .where('email', '=', email)
    .where('createdAt', '>', now - TICKET_LIFE_MS)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses a ticket up, in the transaction of what it permits. @returns whether it was valid. */
export async function redeemTicket(
  transaction: Database,
  ticket: string | undefined,
  email: string,
  now: number,
): Promise<boolean> {
  if (ticket === undefined) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom('verifiedTickets')
    .where('tokenHash', '=', tokenHash(ticket))
    .where('email', '=', email)
    .where('createdAt', '>', now - TICKET_LIFE_MS)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes expired codes and tickets. */
export async function purgeCodes(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('codes')
    .where('createdAt', '<=', now - BROWSER_LIFE_MS)
    .execute();
  await database
    .deleteFrom('verifiedTickets')
    .where('createdAt', '<=', now - TICKET_LIFE_MS)
    .execute();
}
