import type { AccountPlan } from '@lumenloom/contract';
import { DAY_MS, HOUR_MS, utcDay } from '../clock.ts';
import { isStorageUnavailable } from '../database/database-error.ts';
import type { Database } from '../database/schema.ts';
import { recordActivity } from './activity.ts';
import { newToken, tokenHash } from './tokens.ts';

/** A session ends when it was not used for this long ... */
const IDLE_MS = 7 * DAY_MS;
/** ... and in any case after this. */
export const LONGEST_MS = 30 * DAY_MS;
/** How exactly the last use is known: writing it down at every request would make each of them a write. */
const TOUCH_MS = HOUR_MS;

/** Who is logged in. */
export interface Session {
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

/** Whose session a token is; undefined when it has ended. Also writes down that the person was here today. */
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
  return { ...person, isStaff: isStaff === 1 };
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
    // Who only reads need not suffer from a database that cannot write; the next request tries again.
    if (!isStorageUnavailable(error)) throw error;
  }
}

export async function endSession(database: Database, token: string): Promise<void> {
  await database.deleteFrom('sessions').where('tokenHash', '=', tokenHash(token)).execute();
}

export async function endSessionsOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('sessions').where('userId', '=', userId).execute();
}

/** Forgets sessions that have ended by themselves. */
export async function purgeSessions(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where((is) =>
      is.or([is('createdAt', '<=', now - LONGEST_MS), is('lastSeenAt', '<=', now - IDLE_MS)]),
    )
    .execute();
}
