import type { FastifyInstance } from 'fastify';
import type { JobQueue } from '../simulation/job-queue.ts';

/** GET /healthz: the process answers; and the numbers of running and waiting simulations. */
export function health(app: FastifyInstance, queue: JobQueue): void {
  app.get('/healthz', { schema: { hide: true }, logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', ...queue.figures() };
  });
}
