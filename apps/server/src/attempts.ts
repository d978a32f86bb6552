import { randomUUID } from 'node:crypto';
import { HOUR_MS } from './clock.ts';
import type { Database } from './database/schema.ts';
import type { KeyedHash } from './secret.ts';

/** Tries of this age count for no limit. */
export const REMEMBERED_MS = HOUR_MS;

/** What is tried, of one e-mail address; the database holds only a keyed hash of the address. */
export type AttemptKind = 'login' | 'send-code' | 'license-check';

/** What is tried, and by whom. `email` in any case. */
export interface Attempt {
  readonly kind: AttemptKind;
  readonly email: string;
}

/** How long to wait after the tries so far, in milliseconds from now; 0 lets the next one through. `times` are epoch milliseconds, newest first. */
export type Wait = (times: readonly number[], now: number) => number;

/** At most `most` in any `windowMs`. */
export const atMost =
  (most: number, windowMs: number): Wait =>
  (times, now) => {
    const oldest = times[most - 1];
    return oldest === undefined ? 0 : Math.max(0, oldest + windowMs - now);
  };

/** `free` tries in any `windowMs`; after them a wait of `firstMs` since the last one, which doubles with each. */
export const growingDelay =
  (free: number, windowMs: number, firstMs: number): Wait =>
  (times, now) => {
    const recent = times.filter((time) => time > now - windowMs);
    const [last] = recent;
    return last === undefined || recent.length < free
      ? 0
      : Math.max(0, last + Math.min(windowMs, firstMs * 2 ** (recent.length - free)) - now);
  };

/**
 * Counts a try and says whether it may go on. It is written down before it is judged, so of many at once none is overlooked;
 * one that is refused leaves no trace and does not lengthen the wait.
 *
 * @returns milliseconds to wait; 0 when the try may go on.
 */
export async function attempt(
  database: Database,
  keyed: KeyedHash,
  { kind, email }: Attempt,
  waits: readonly Wait[],
  now: number,
): Promise<number> {
  const subject = keyed('attempt', email.toLowerCase());
  const id = randomUUID();
  await database.insertInto('attempts').values({ id, kind, subject, at: now }).execute();
  const others = await database
    .selectFrom('attempts')
    .select('at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('id', '!=', id)
    .where('at', '>', now - REMEMBERED_MS)
    .orderBy('at', 'desc')
    .execute();
  const times = others.map(({ at }) => at);
  const wait = Math.max(...waits.map((judge) => judge(times, now)));
  if (wait > 0) await database.deleteFrom('attempts').where('id', '=', id).execute();
  return wait;
}

/** Forgets the tries of an address, when one of them was right. */
export async function forgetAttempts(
  database: Database,
  keyed: KeyedHash,
  { kind, email }: Attempt,
): Promise<void> {
  await database
    .deleteFrom('attempts')
    .where('kind', '=', kind)
    .where('subject', '=', keyed('attempt', email.toLowerCase()))
    .execute();
}
