import type { Deployment } from '@lumenloom/contract';

/** What holds until the server has said otherwise, and where it says nothing: the documented build. */
export const documented: Deployment = { computeBase: '', workbenchFeatures: [], analyticsSrc: '' };

let current: Promise<Deployment> = Promise.resolve(documented);

/** What was last loaded (load-deployment.ts), once it is here. */
export const deployment = (): Promise<Deployment> => current;

/** For load-deployment.ts, which is a file of its own because pages without a workbench need no schema library. */
export function setDeployment(loading: Promise<Deployment>): Promise<Deployment> {
  current = loading;
  return current;
}
