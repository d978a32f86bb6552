import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documented, documentedProblems } from '../plugins/open-api.ts';
import { toStopRequest, stopRequestSchema } from '@lumenloom/contract';
import { accepted } from '../http-problem.ts';
import type { JobQueue } from './job-queue.ts';

const response = z.object({ status: z.literal('stopped') });

/** POST /stop: ends the caller's simulations, or the one named; also right when there is none. */
export function stopRoute(app: FastifyInstance, queue: JobQueue): void {
  const schema = {
    summary: 'Ends your running and waiting simulations, or one of them',
    body: documented(stopRequestSchema),
    response: { 200: { description: 'Always', ...documented(response) }, ...documentedProblems },
  };
  app.post('/stop', { schema }, async ({ body, caller }): Promise<z.infer<typeof response>> => {
    const { runId } = accepted(toStopRequest(body));
    await queue.stop({ caller, ...(runId !== undefined && { runId }) });
    return { status: 'stopped' };
  });
}
