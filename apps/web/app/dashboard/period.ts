import type { DashboardMetrics } from '@lumenloom/contract';

/** Number of events on one UTC day. */
export type DayCount = DashboardMetrics['signups'][number];

export const PERIODS = {
  '1d': 'Last 24 hours',
  '7d': 'Last 7 days',
  '1m': 'Last 1 month',
  '3m': 'Last 3 months',
  '1y': 'Last 1 year',
} as const;
export type Period = keyof typeof PERIODS;

/**
 * Start of a period. Months are calendar months; a month without the day ends on its last day (31
 * May minus 3 months is 28 February).
 */
function startOf(period: Period, now: Date): Date {
  const start = new Date(now);
  const amount = Number.parseInt(period, 10);
  if (period.endsWith('d')) start.setUTCDate(start.getUTCDate() - amount);
  else {
    const months = period.endsWith('y') ? 12 * amount : amount;
    start.setUTCMonth(start.getUTCMonth() - months);
    // A day that the month does not have overflows into the next month.
    if (start.getUTCDate() !== now.getUTCDate()) start.setUTCDate(0);
  }
  return start;
}

/**
 * The days on or after now minus the period. A date means its midnight in UTC, so the last 24 hours
 * contain today but usually not yesterday.
 */
export const daysWithin = (
  days: readonly DayCount[],
  period: Period,
  now: Date,
): readonly DayCount[] => days.filter(({ date }) => new Date(date) >= startOf(period, now));
