import { deploymentSchema, type Deployment } from '@lumenloom/contract';
import { documented, setDeployment } from './deployment.ts';

/** GET /config.json. Never rejects: without the file the defaults apply. */
export const loadDeployment = (): Promise<Deployment> =>
  setDeployment(
    fetch('/config.json', { headers: { accept: 'application/json' } })
      .then(async (response) => deploymentSchema.parse(await response.json()))
      .catch((error: unknown) => {
        console.warn('deployment:', error);
        return documented;
      }),
  );
