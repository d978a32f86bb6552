import { deploymentSchema, type Deployment } from '@lumenloom/contract';

/** What holds until the server has said otherwise, and where it says nothing: the documented build. */
const documented: Deployment = { computeBase: '', workbenchFeatures: [] };

let current: Promise<Deployment> = Promise.resolve(documented);

/** GET /config.json. Never fails: a site that is served without it works as documented. */
export function loadDeployment(): Promise<Deployment> {
  current = fetch('/config.json', { headers: { accept: 'application/json' } })
    .then(async (response) => deploymentSchema.parse(await response.json()))
    .catch((error: unknown) => {
      console.warn('deployment:', error);
      return documented;
    });
  return current;
}

/** What `loadDeployment` last brought, once it is here. */
export const deployment = (): Promise<Deployment> => current;
