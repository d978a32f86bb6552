import { dashboardSchema, siteMessages, type DashboardMetrics } from '@lumenloom/contract';
import { sendToSite } from './request.ts';

/** GET /api/dashboard; on failure undefined and a line on the console. */
export async function getDashboard(): Promise<DashboardMetrics | undefined> {
  try {
    const response = await sendToSite('/dashboard');
    if (!response.ok) throw new Error(siteMessages.httpError(response.status));
    return dashboardSchema.parse(await response.json());
  } catch (error) {
    console.error(siteMessages.dashboardFailed, error);
    return undefined;
  }
}
