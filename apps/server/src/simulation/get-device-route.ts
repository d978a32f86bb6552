import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documented, documentedProblems } from '../plugins/open-api.ts';

const response = z.object({ device: z.enum(['cpu', 'cuda']) });

/**
 * POST /get_device: the device that computes. Networks too run on the processor alone
 * (packages/node-host/src/networks.ts), so the answer is never 'cuda'.
 */
export function getDeviceRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'What the simulations run on',
    response: {
      200: { description: 'The device', ...documented(response) },
      403: documentedProblems[403],
    },
  };
  app.post('/get_device', { schema }, async (): Promise<z.infer<typeof response>> => ({
    device: 'cpu',
  }));
}
