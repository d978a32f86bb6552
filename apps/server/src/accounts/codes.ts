import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import { attempt, forgetAttempt, type Attempt, type Limit } from '../attempts.ts';
import { HOUR_MS, MINUTE_MS, type Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { enqueueMail } from '../mail/queue.ts';
import type { KeyedHash } from '../secret.ts';
import { codeMail } from './mails.ts';
import { newToken, tokenHash, type TokenCookie } from './tokens.ts';

/** How long a code can be typed in, and then how long the address counts as verified. */
const CODE_LIFE_MS = 10 * MINUTE_MS;
export const TICKET_LIFE_MS = 10 * MINUTE_MS;

/**
 * How long a used or expired code is kept, so that the refusal can say that it is no longer valid.
 */
export const BROWSER_LIFE_MS = HOUR_MS;

const DIGITS = 6;
const MOST_TRIES = 5;
/**
 * Codes for one address that a browser may ask for, and all browsers of a network that have no
 * cookie yet.
 */
const ASKING_LIMITS = [
  { most: 1, windowMs: MINUTE_MS },
  { most: 5, windowMs: HOUR_MS },
];
/** Codes that are mailed to one address, whoever asks. */
const ADDRESS_LIMITS = [{ most: 30, windowMs: HOUR_MS }];

/**
 * Cookies that bind the steps of sign-up and reset to one browser: the request for a code, and the
 * code that was typed in.
 */
export interface VerificationCookies {
  readonly browser: TokenCookie;
  readonly ticket: TokenCookie;
}

interface Surroundings {
  readonly database: Database;
  readonly keyed: KeyedHash;
  readonly clock: Clock;
}

/** Who asks for a code. */
interface Asker {
  /** The token in the cookie of the browser; the code works only with it. */
  readonly browser: string;
  /** Whether the browser had the cookie before: otherwise the quota counts for its network too. */
  readonly isKnown: boolean;
  readonly network: string;
}

/**
 * Mails a new code for an address and a browser; earlier codes of the browser become invalid.
 * Sign-up and password reset use the same codes, whether or not there is an account. The quota
 * counts for the browser and network that ask, so that nobody can use up the codes of somebody
 * else.
 *
 * @returns milliseconds to wait when the quota is used up; 0 when the mail is queued.
 */
export async function sendCode(
  { database, keyed, clock }: Surroundings,
  email: string,
  { browser, isKnown, network }: Asker,
): Promise<number> {
  const now = clock();
  const counters: readonly (readonly [Attempt, readonly Limit[]])[] = [
    [{ kind: 'send-code-browser', of: `${browser} ${email}` }, ASKING_LIMITS],
    ...(isKnown
      ? []
      : ([[{ kind: 'send-code-network', of: `${network} ${email}` }, ASKING_LIMITS]] as const)),
    [{ kind: 'send-code-address', of: email }, ADDRESS_LIMITS],
  ];
  const counted: string[] = [];
  const forget = async (): Promise<void> => {
    for (const id of counted) await forgetAttempt(database, id);
  };
  try {
    for (const [tried, limits] of counters) {
      const { id, waitMs } = await attempt(database, keyed, tried, limits, now);
      if (waitMs > 0) {
        await forget();
        return waitMs;
      }
      counted.push(id);
    }
    await storeCode({ database, keyed }, email, browser, now);
  } catch (error) {
    // A code that could not be stored may be asked for again at once. Where it cannot be deleted
    // either, the request counts.
    await forget().catch(() => undefined);
    throw error;
  }
  return 0;
}

/** Stores a new code of a browser, and queues its mail. */
async function storeCode(
  { database, keyed }: Pick<Surroundings, 'database' | 'keyed'>,
  email: string,
  browser: string,
  now: number,
): Promise<void> {
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
}

const hashOf = (keyed: KeyedHash, id: string, code: string): string =>
  keyed('code', `${id}\0${code}`);

/** `unknown`: this browser asked for none. `spent`: used, too old or tried too often. */
export type CodeVerdict =
  | { readonly is: 'right'; readonly ticket: string }
  | { readonly is: 'wrong' | 'spent' | 'unknown' };

/**
 * Checks a code and counts the try. The right code is accepted once and gives a ticket for
 * `redeemTicket`.
 *
 * @param alongside more writes in the transaction that accepts a right code.
 */
export async function verifyCode(
  { database, keyed, clock }: Surroundings,
  email: string,
  browser: string,
  code: string,
  alongside: (transaction: Database) => Promise<void>,
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
  // One statement counts the try and reads the hash, so that parallel requests do not get more
  // tries.
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
    await alongside(transaction);
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
