import { dashboardSchema, messages, type DashboardMetrics } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { answer, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { dashboardMetrics } from './metrics.ts';

/** Largest age of cached figures, in milliseconds. */
const FRESH_MS = MINUTE_MS;

/**
 * GET /api/dashboard: how many people use the product, if DASHBOARD_ACCESS permits the caller to
 * know.
 */
export function dashboard(app: FastifyInstance, config: Config): void {
  const schema = {
    summary: 'How many people use the product',
    description:
      'Sums only. The charts have a point for each UTC day of the last year. Up to a minute old.',
    response: {
      200: answer('The figures', dashboardSchema),
      401: answer('Nobody is logged in.'),
      403: answer('Not one of the staff.'),
      429: documentedProblems[429],
      503: documentedProblems[503],
    },
  };
  let cached: { readonly at: number; readonly metrics: Promise<DashboardMetrics> } | undefined;
  const fresh = (now: number): Promise<DashboardMetrics> => {
    // The absolute difference: a clock that was set back must not keep old figures.
    if (!cached || Math.abs(now - cached.at) >= FRESH_MS) {
      const metrics = dashboardMetrics(app.database, now);
      cached = { at: now, metrics };
      // A failure is not cached: the next request tries again.
      metrics.catch(() => {
        cached = undefined;
      });
    }
    return cached.metrics;
  };
  const admit = async (request: FastifyRequest): Promise<void> => {
    if (config.dashboardAccess === 'open') return;
    const session = await app.sessionOf(request);
    if (!session) throw httpProblem(401, messages.dashboardLogin);
    if (config.dashboardAccess === 'staff' && !session.isStaff)
      throw httpProblem(403, messages.dashboardStaff);
  };
  app.get(
    '/api/dashboard',
    { schema, config: perAddress(config, 60, MINUTE_MS) },
    async (request, reply) => {
      await admit(request);
      reply.header('cache-control', 'no-store');
      return fresh(app.clock());
    },
  );
}
