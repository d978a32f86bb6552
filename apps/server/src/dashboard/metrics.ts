import type { DashboardMetrics } from '@lumenloom/contract';
import { DAY_MS, utcDay } from '../clock.ts';
import type { Database } from '../database/schema.ts';

/** Days that 'monthly' means, today among them. */
const MONTH_DAYS = 30;
/** Days of the charts, today among them: their longest period is a calendar year, which a leap day makes 366 days long. */
const CHART_DAYS = 367;

/** The UTC days up to today, oldest first. */
const daysUntil = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => utcDay(now - (count - 1 - index) * DAY_MS));

/** A hundredth of a per cent is the last decimal. */
const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100;

/** People who signed up, logged in or came back on a day from `since` on, or at all ever. */
async function people(database: Database, since = ''): Promise<number> {
  const { count } = await database
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lastActiveDay', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * The figures of the dashboard at a moment: aggregates only. Days are UTC days. The charts have a point for every day, also where nothing
 * happened: a line that skipped them would show a quiet month as a slope. That makes 25 kB, or 2 kB as they are sent.
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
