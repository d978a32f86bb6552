import type { Deployment } from '@lumenloom/contract';

/** Defaults, used until /config.json has been loaded and for what it does not name. */
export const documented: Deployment = {
  computeBase: '',
  workbenchFeatures: [],
  workbenchOffers: [],
  analyticsSrc: '',
};

let current: Promise<Deployment> = Promise.resolve(documented);

/** The configuration last loaded by load-deployment.ts, or the defaults. */
export const deployment = (): Promise<Deployment> => current;

/** Called by load-deployment.ts, a separate file because the workbench alone needs it. */
export function setDeployment(loading: Promise<Deployment>): Promise<Deployment> {
  current = loading;
  return current;
}
