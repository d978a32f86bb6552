import { labels, type Deployment } from '@lumenloom/contract';
import { algorithms } from '@lumenloom/engine/catalogue';
import { listedNetwork } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/**
 * GET /config.json: the settings of this deployment that pages need, so that one build serves every
 * deployment.
 */
export function deployment(
  app: FastifyInstance,
  { computeOrigin, workbenchFeatures, workbenchOffers, analyticsSrc, models }: Config,
): void {
  const answer: Omit<Deployment, 'absentNetworks'> = {
    computeBase: computeOrigin,
    workbenchFeatures: [...workbenchFeatures],
    workbenchOffers: [...workbenchOffers],
    analyticsSrc,
  };
  app.get('/config.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return { ...answer, absentNetworks: await absentNetworks(models) } satisfies Deployment;
  });
}

/** Parts that no run here can use; asked anew each time, because an operator may install them. */
async function absentNetworks(models: Config['models']): Promise<string[]> {
  if (models.fetch === 'auto') return [];
  const names = await Promise.all(
    labels(algorithms).map((name) =>
      listedNetwork(name, models).then(
        () => [],
        () => [name],
      ),
    ),
  );
  return names.flat();
}
