import type { AccountPlan } from '@lumenloom/contract';
import { DAY_MS, HOUR_MS, utcDay } from '../clock.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { recordActivity } from './activity.ts';
import { newToken, tokenHash } from './tokens.ts';

/** A session ends after this time without use, in milliseconds. */
const IDLE_MS = 7 * DAY_MS;
/** A session ends after this time even if it is used, in milliseconds. */
export const LONGEST_MS = 30 * DAY_MS;
/**
 * The last use is stored at most once in this time, in milliseconds, so that not every request
 * writes.
 */
const TOUCH_MS = HOUR_MS;

/** Who is logged in. */
export interface Session {
  /** Hash of its token. */
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly plan: AccountPlan;
  readonly isStaff: boolean;
}

/** Logs a person in. @returns the token for the browser; the database holds its hash only. */
export async function startSession(
  database: Database,
  userId: string,
  now: number,
): Promise<string> {
  const token = newToken();
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('sessions')
      .values({ tokenHash: tokenHash(token), userId, createdAt: now, lastSeenAt: now })
      .execute();
    await recordActivity(transaction, 'login', userId, now);
  });
  return token;
}

/**
 * The session of a token; undefined when it has ended. Also stores the time of the last use and the
 * visit of the day.
 */
export async function findSession(
  database: Database,
  token: string,
  now: number,
): Promise<Session | undefined> {
  const found = await database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['userId', 'lastSeenAt', 'email', 'firstName', 'plan', 'isStaff'])
    .where('tokenHash', '=', tokenHash(token))
    .where('sessions.createdAt', '>', now - LONGEST_MS)
    .where('lastSeenAt', '>', now - IDLE_MS)
    .executeTakeFirst();
  if (!found) return undefined;
  const { lastSeenAt, isStaff, ...person } = found;
  if (now - lastSeenAt >= TOUCH_MS || utcDay(now) !== utcDay(lastSeenAt))
    await touch(database, token, person.userId, lastSeenAt, now);
  return { ...person, id: tokenHash(token), isStaff: isStaff === 1 };
}

async function touch(
  database: Database,
  token: string,
  userId: string,
  lastSeenAt: number,
  now: number,
): Promise<void> {
  try {
    await database.transaction().execute(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sessions')
        .set({ lastSeenAt: now })
        .where('tokenHash', '=', tokenHash(token))
        .where('lastSeenAt', '=', lastSeenAt)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && utcDay(now) !== utcDay(lastSeenAt))
        await recordActivity(transaction, 'visit', userId, now);
    });
  } catch (error) {
    // A database that cannot write must not fail a request that only reads; the next request tries
    // again.
    if (!isStorageUnavailable(error)) throw error;
  }
}

export async function endSession(database: Database, token: string): Promise<void> {
  await database.deleteFrom('sessions').where('tokenHash', '=', tokenHash(token)).execute();
}

export async function endSessionsOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** Deletes expired sessions. */
export async function purgeSessions(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((is) =>
      is.or([is('createdAt', '<=', now - LONGEST_MS), is('lastSeenAt', '<=', now - IDLE_MS)]),
    )
    .execute();
}
