import { z } from 'zod';

/** One UTC day of a chart: its date as YYYY-MM-DD and how many there were. */
const countOfDay = z.object({ date: z.string(), count: z.number() });

/** The answer of GET /api/dashboard. `stickiness` is DAU/MAU in percent, at most 2 decimals. */
export const dashboardSchema = z.object({
  totalUsers: z.number(),
  dau: z.number(),
  mau: z.number(),
  stickiness: z.number(),
  signups: z.array(countOfDay),
  logins: z.array(countOfDay),
});

export type DashboardMetrics = z.infer<typeof dashboardSchema>;
