import { randomUUID } from 'node:crypto';
import { utcDay } from '../clock.ts';
import type { ActivityKind, Database } from '../database/schema.ts';

export interface Activity {
  readonly kind: ActivityKind;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Rows per statement: PostgreSQL allows 65535 parameters in one, SQLite half of that. */
const ROWS_PER_INSERT = 1000;

/**
 * Stores what people did, and updates the sums that the dashboard shows: the count of each day and
 * the last active day of each person. Counting the rows at each request would become slower with
 * every login.
 */
export async function recordActivities(
  database: Database,
  activities: readonly Activity[],
): Promise<void> {
  const rows = activities.map((activity) => ({
    id: randomUUID(),
    ...activity,
    day: utcDay(activity.at),
  }));
  const counts = new Map<string, { kind: ActivityKind; day: string; count: number }>();
  const lastDays = new Map<string, string>();
  for (const { kind, day, userId } of rows) {
    const key = `${kind} ${day}`;
    counts.set(key, { kind, day, count: (counts.get(key)?.count ?? 0) + 1 });
    if (day > (lastDays.get(userId) ?? '')) lastDays.set(userId, day);
  }
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await database
      .insertInto('activity')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  for (const [userId, day] of lastDays)
    await database
      .updateTable('users')
      .set({ lastActiveDay: day })
      .where('id', '=', userId)
      .where('lastActiveDay', '<', day)
      .execute();
  for (const count of counts.values()) {
    await database
      .insertInto('activityCounts')
      .values(count)
      .onConflict((conflict) =>
        conflict.columns(['kind', 'day']).doUpdateSet((is) => ({
          count: is('activityCounts.count', '+', is.ref('excluded.count')),
        })),
      )
      .execute();
  }
}

/** Stores one activity of a person, in the caller's transaction. */
export const recordActivity = (
  database: Database,
  kind: ActivityKind,
  userId: string,
  now: number,
): Promise<void> => recordActivities(database, [{ kind, userId, at: now }]);
