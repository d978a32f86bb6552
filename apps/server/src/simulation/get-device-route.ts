import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { documented, documentedProblems } from '../plugins/open-api.ts';

const response = z.object({ device: z.enum(['cpu', 'cuda']) });

/** POST /get_device: what computes. There is no GPU path, so it is always the processor. */
export function getDeviceRoute(app: FastifyInstance): void {
  const schema = { summary: 'What the simulations run on', response: { 200: { description: 'The device', ...documented(response) }, 403: documentedProblems[403] } };
  app.post('/get_device', { schema }, async (): Promise<z.infer<typeof response>> => ({ device: 'cpu' }));
}
