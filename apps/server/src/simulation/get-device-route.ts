import type { DeviceFacts } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documented, documentedProblems } from '../plugins/open-api.ts';

const response = z.object({ device: z.enum(['cpu', 'cuda']) });

/**
 * POST /get_device: 'cuda', the documented word for a GPU, where this process computes simulations
 * on one. Software adapters, and workers, whose devices this process does not know, are 'cpu'; the
 * log of each run names its device.
 */
export function getDeviceRoute(app: FastifyInstance, device: DeviceFacts | undefined): void {
  const schema = {
    summary: 'What the simulations run on',
    response: {
      200: { description: 'The device', ...documented(response) },
      403: documentedProblems[403],
    },
  };
  app.post('/get_device', { schema }, async (): Promise<z.infer<typeof response>> => ({
    device: device?.kind === 'hardware' ? 'cuda' : 'cpu',
  }));
}
