import type { DashboardMetrics } from '@lumenloom/contract';

/** How many there were on one UTC day. */
export type DayCount = DashboardMetrics['signups'][number];

export const PERIODS = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '1m': 'Last 1 month',
  '3m': 'Last 3 months',
  '1y': 'Last 1 year',
} as const;
export type Period = keyof typeof PERIODS;

/** The moment from which a period counts. Months are calendar months; one that lacks the day ends on its last (31 May less 3 months is 28 February). */
function startOf(period: Period, now: Date): Date {
  const start = new Date(now);
  const amount = Number.parseInt(period, 10);
  if (period.endsWith('d')) start.setUTCDate(start.getUTCDate() - amount);
  else {
    const months = period.endsWith('y') ? 12 * amount : amount;
    start.setUTCMonth(start.getUTCMonth() - months);
    // A day that the month lacks runs over into the next one.
    if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  }
  return start;
}

/** The days on or after now minus the period. A date stands for its midnight, UTC, so today is always among them and yesterday not always in 24 hours. */
export const daysWithin = (
  days: readonly DayCount[],
  period: Period,
  now: Date,
): readonly DayCount[] => days.filter(({ date }) => new Date(date) >= startOf(period, now));
