import type { DashboardMetrics } from '@lumenloom/contract';
import { DAY_MS, utcDay } from '../clock.ts';
import type { Database } from '../database/schema.ts';

/** Days of monthly figures, including today. */
const MONTH_DAYS = 30;
/**
 * Days of the charts, including today: their longest period is a calendar year of up to 366 days.
 */
const CHART_DAYS = 367;

/** The UTC days up to today, oldest first. */
const daysUntil = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => utcDay(now - (count - 1 - index) * DAY_MS));

/** A ratio in per cent, rounded to two decimals; 0 of nothing. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100;

/** Number of people who were active on the day `since` or later; without it, of all people. */
async function people(database: Database, since = ''): Promise<number> {
  const { count } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lastActiveDay', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The figures of the dashboard at a time: aggregates only. Days are UTC days. The charts have a
 * point for every day, also for days without activity, because a line between distant points would
 * look like a slope; 25 kB, or 2 kB compressed.
 */
export async function dashboardMetrics(database: Database, now: number): Promise<DashboardMetrics> {
  const days = daysUntil(now, CHART_DAYS);
  const [totalUsers, dau, mau] = [
    await people(database),
    await people(database, utcDay(now)),
    await people(database, utcDay(now - (MONTH_DAYS - 1) * DAY_MS)),
  ];
  const counts = await database
    .selectFrom('activityCounts')
    .selectAll()
    .where('kind', 'in', ['signup', 'login'])
    .where('day', '>=', days[0]!)
    .execute();
  const countOf = new Map(counts.map(({ kind, day, count }) => [`${kind} ${day}`, count]));
  const chart = (kind: 'signup' | 'login'): DashboardMetrics['signups'] =>
    days.map((date) => ({ date, count: countOf.get(`${kind} ${date}`) ?? 0 }));
  return {
    totalUsers,
    dau,
    mau,
    stickiness: percent(dau, mau),
    signups: chart('signup'),
    logins: chart('login'),
  };
}
