import { deploymentSchema, type Deployment } from '@lumenloom/contract';
import { documented, setDeployment } from './deployment.ts';

/** GET /config.json. Never fails: a site that is served without it works as documented. */
export const loadDeployment = (): Promise<Deployment> =>
  setDeployment(
    fetch('/config.json', { headers: { accept: 'application/json' } })
      .then(async (response) => deploymentSchema.parse(await response.json()))
      .catch((error: unknown) => {
        console.warn('deployment:', error);
        return documented;
      }),
  );
