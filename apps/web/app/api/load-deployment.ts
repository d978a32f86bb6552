import type { Deployment, WorkbenchFeature } from '@lumenloom/contract';
import { documented, setDeployment } from './deployment.ts';

const textIn = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Names of features; a name that this build does not know turns nothing on. */
const featuresIn = (value: unknown): readonly WorkbenchFeature[] =>
  textsIn(value) as WorkbenchFeature[];

/**
 * The configuration in an answer of GET /config.json. It is read by hand, because the schema
 * library would be a fifth of the first scripts of the workbench, which need it for nothing else.
 */
export function deploymentIn(answer: unknown): Deployment {
  const held = (answer ?? {}) as Readonly<Record<keyof Deployment, unknown>>;
  return {
    computeBase: textIn(held.computeBase, documented.computeBase),
    analyticsSrc: textIn(held.analyticsSrc, documented.analyticsSrc),
    workbenchFeatures: [...featuresIn(held.workbenchFeatures)],
    workbenchOffers: [...featuresIn(held.workbenchOffers)],
    absentNetworks: textsIn(held.absentNetworks),
  };
}

/** GET /config.json. Never rejects: without the file the defaults apply. */
export const loadDeployment = (): Promise<Deployment> =>
  setDeployment(
    fetch('/config.json', { headers: { accept: 'application/json' } })
      .then(async (response) => deploymentIn(await response.json()))
      .catch((error: unknown) => {
        console.warn('deployment:', error);
        return documented;
      }),
  );
