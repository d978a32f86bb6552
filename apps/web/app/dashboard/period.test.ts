import { expect, test } from 'vitest';
import { daysWithin, type Period } from './period.ts';

const day = (date: string) => ({ date, count: 1 });

test.each<[Period, string, string, string]>([
  ['1d', '2025-04-02T12:00:00Z', '2025-04-01', '2025-04-02'],
  ['7d', '2025-04-08T00:00:00Z', '2025-03-31', '2025-04-01'],
  ['1m', '2025-03-31T00:00:00Z', '2025-02-27', '2025-02-28'],
  ['3m', '2025-02-10T08:00:00Z', '2024-11-10', '2024-11-11'],
  ['1y', '2024-02-29T00:00:00Z', '2023-02-27', '2023-02-28'],
])('%s before %s: %s is out, %s is in', (period, now, out, inside) => {
  expect(daysWithin([day(out), day(inside)], period, new Date(now))).toEqual([day(inside)]);
});
