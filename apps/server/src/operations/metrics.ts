import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import { isOwnName } from '../host-names.ts';
import { isFromThisMachine, unknownName } from '../plugins/own-address.ts';
import type { JobQueue } from '../simulation/job-queue.ts';
import type { RunEnds } from '../simulation/run-ends.ts';
import { workMetrics } from './work-metrics.ts';

/** Upper bounds of the histogram's buckets, in seconds: from a cached page to the longest run. */
const DURATIONS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 120];

/**
 * GET /metrics in the format of Prometheus, if METRICS allows it: durations by route, simulations,
 * sweeps, studies, evaluations, workers, queued mail, the process itself. The label of a route is
 * its pattern, so labels contain no personal data.
 */
export function metrics(
  app: FastifyInstance,
  { queue, ends }: { readonly queue: JobQueue; readonly ends: RunEnds },
  { metrics: access }: Config,
): void {
  if (access === 'off') return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lumenloom_request_seconds',
    help: 'Time from the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  const gauge = (name: string, help: string, value: () => number | Promise<number>): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value());
      },
    });
  };
  gauge('lumenloom_runs_running', 'Simulations that are running.', () => queue.figures().running);
  gauge('lumenloom_runs_waiting', 'Simulations that are waiting.', () => queue.figures().waiting);
  gauge(
    'lumenloom_mails_waiting',
    'Mails that are not delivered yet; NaN if the database does not answer.',
    async () => {
      const counting = app.database
        .selectFrom('mailQueue')
        .select(({ fn }) => fn.countAll<number>().as('mails'))
        .executeTakeFirstOrThrow();
      return counting.then(
        ({ mails }) => mails,
        () => NaN,
      );
    },
  );
  workMetrics(app, registry, ends);

  app.addHook(
    'onResponse',
    async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      requests.observe({ method, route: url ?? 'none', status: statusCode }, elapsedTime / 1000);
    },
  );
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (access === 'loopback' && !isFromThisMachine(request)) {
      reply.callNotFound();
      return reply;
    }
    // A page of another site may let its name point to this machine.
    if (access === 'loopback' && !isOwnName(request.hostname)) throw unknownName(request);
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
