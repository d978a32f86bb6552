import type { Deployment } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/**
 * GET /config.json: the settings of this deployment that pages need, so that one build serves every
 * deployment.
 */
export function deployment(
  app: FastifyInstance,
  { computeOrigin, workbenchFeatures, workbenchOffers, analyticsSrc }: Config,
): void {
  const answer: Deployment = {
    computeBase: computeOrigin,
    workbenchFeatures: [...workbenchFeatures],
    workbenchOffers: [...workbenchOffers],
    analyticsSrc,
  };
  app.get('/config.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return answer;
  });
}
