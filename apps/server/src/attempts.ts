import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from './clock.ts';
import type { Database } from './database/schema.ts';
import type { KeyedHash } from './secret.ts';

/** Age from which on a try counts for no limit, in milliseconds. */
export const REMEMBERED_MS = DAY_MS;

/**
 * How far the clocks of several servers on one database may differ, in milliseconds. A later try is
 * from before the clock was set back, and does not count.
 */
const SKEW_MS = MINUTE_MS;

/**
 * The kind of try that is counted, and its subject: an e-mail address, a device, a network, or two
 * of them. The database holds only a keyed hash of `of`.
 */
export interface Attempt {
  readonly kind:
    | 'login-stranger'
    | 'login-device'
    | 'send-code-browser'
    | 'send-code-network'
    | 'send-code-address'
    | 'license-check'
    | 'apply'
    | 'confirmation';
  readonly of: string;
}

/** At most `most` tries in any `windowMs`. */
export interface Limit {
  readonly most: number;
  readonly windowMs: number;
}

/** A try that was counted. */
export interface CountedAttempt {
  readonly id: string;
  /** Milliseconds until the try is allowed; 0: it is allowed now. */
  readonly waitMs: number;
}

/**
 * Milliseconds until a further try keeps all limits; 0: now.
 *
 * @param times of the tries before, in epoch milliseconds, newest first.
 */
export function waitFor(limits: readonly Limit[], times: readonly number[], now: number): number {
  const waits = limits.map(({ most, windowMs }) => {
    const oldest = times[most - 1];
    return oldest === undefined ? 0 : oldest + windowMs - now;
  });
  return Math.max(0, ...waits);
}

/**
 * Counts a try and checks it against limits. It is stored before it is checked, so that parallel
 * tries all count; a try that is refused is deleted again, so that it does not lengthen the wait.
 */
export async function attempt(
  database: Database,
  keyed: KeyedHash,
  { kind, of: identifier }: Attempt,
  limits: readonly Limit[],
  now: number,
): Promise<CountedAttempt> {
  const subject = keyed('attempt', identifier.toLowerCase());
  const id = randomUUID();
  await database.insertInto('attempts').values({ id, kind, subject, at: now }).execute();
  const others = await database
    .selectFrom('attempts')
    .select('at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('id', '!=', id)
    .where('at', '>', now - REMEMBERED_MS)
    .where('at', '<=', now + SKEW_MS)
    .orderBy('at', 'desc')
    .limit(Math.max(...limits.map(({ most }) => most)))
    .execute()
    .catch(async (error: unknown) => {
      // A try that could not be checked does not count. Where it cannot be deleted either, it
      // counts.
      await forgetAttempt(database, id).catch(() => undefined);
      throw error;
    });
  const waitMs = waitFor(
    limits,
    others.map(({ at }) => at),
    now,
  );
  if (waitMs > 0) await forgetAttempt(database, id);
  return { id, waitMs };
}

/** Deletes a try that was no failure. */
export async function forgetAttempt(database: Database, id: string): Promise<void> {
  await database.deleteFrom('attempts').where('id', '=', id).execute();
}

/** Deletes tries that no limit counts any more. */
export async function purgeAttempts(database: Database, now: number): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('at', '<=', now - REMEMBERED_MS)
    .execute();
}
