import {
  KINDS_OF_CHOICE,
  fieldPath,
  isBlank,
  messages,
  ownIdOf,
  type EvaluationDocument,
  type Problem,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import { isObject, publishedName, scenes } from '@lumenloom/engine/catalogue';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem } from '../http-problem.ts';

type Switches = Pick<Config, 'workbenchFeatures' | 'workbenchOffers'>;

/** The calls of features, by the beginning of their addresses, and the features that need them. */
const CALLS: Readonly<Record<string, readonly WorkbenchFeature[]>> = {
  '/api/datasets': ['networks'],
  '/api/evaluations': ['networks'],
  '/api/library': ['upload', 'parts', 'networks'],
  '/api/lenses': ['upload', 'parts'],
  '/api/parts': ['parts'],
  '/api/sensors': ['parts'],
  '/api/pictures': ['live', 'stages', 'demo-camera'],
  '/api/projects': ['save'],
  '/api/sweeps': ['sweep'],
};

/** Whether the operator has switched a feature on, or lets people turn it on. */
const isAllowed = (
  { workbenchFeatures, workbenchOffers }: Switches,
  feature: WorkbenchFeature,
): boolean => workbenchFeatures.includes(feature) || workbenchOffers.includes(feature);

/** Refuses the calls of features that are switched off for everybody, with 403 and a sentence. */
export function switchedOffCalls(app: FastifyInstance, config: Config): void {
  const off = Object.entries(CALLS).filter(
    ([, features]) => !features.some((feature) => isAllowed(config, feature)),
  );
  app.addHook('onRequest', async ({ routeOptions: { url = '' } }) => {
    const call = off.find(([start]) => url === start || url.startsWith(`${start}/`));
    if (call) throw httpProblem(403, messages.featureOff(call[1]));
  });
}

/** What a part of a recipe needs, and the sentence that says that it is switched off. */
function needOf(
  key: string,
  value: unknown,
): { readonly features: readonly WorkbenchFeature[]; readonly message?: string } | undefined {
  if (Object.hasOwn(KINDS_OF_CHOICE, key)) {
    if (ownIdOf(value) !== undefined) return { features: ['upload', 'parts', 'networks'] };
    if (publishedName(value) !== undefined) return { features: ['parts'] };
  }
  if (key === 'exposureParams' && !isBlank(value)) return { features: ['exposure'] };
  if (key === 'opticsParams' && !isBlank(value)) return { features: ['depth'] };
  if (key !== 'scene') return undefined;
  const scene = Object.values(scenes).find(({ label }) => label === value);
  return scene && 'feature' in scene
    ? { features: [scene.feature], message: messages.sceneOff(scene.label) }
    : undefined;
}

function offIn(switches: Switches, recipe: unknown, fieldOf: (key: string) => string): Problem[] {
  return Object.entries(isObject(recipe) ? recipe : {}).flatMap(([key, value]) => {
    const need = needOf(key, value);
    if (!need || need.features.some((feature) => isAllowed(switches, feature))) return [];
    const message = need.message ?? messages.featureOff(need.features);
    return [{ field: fieldOf(key), message }];
  });
}

const refuseAll = ([first, ...others]: readonly Problem[]): void => {
  if (first) throw new HttpProblem(422, [first, ...others]);
};

/** @throws HttpProblem 422 at the keys and choices whose features are switched off. */
export function refuseSwitchedOff(switches: Switches, recipe: unknown): void {
  refuseAll(offIn(switches, recipe, (key) => key));
}

/** The same for an evaluation: its cameras, its conditions and its scene. */
export function refuseSwitchedOffEvaluation(
  switches: Switches,
  { cameras, conditions, scene }: EvaluationDocument,
): void {
  const places: readonly (readonly [string, unknown])[] = [
    ...Object.entries(cameras).map(
      ([name, recipe]) => [fieldPath(['cameras', name]), recipe] as const,
    ),
    ...conditions.map(({ set }, at) => [`conditions[${at}].set`, set] as const),
    ['scene', scene],
  ];
  refuseAll(
    places.flatMap(([place, recipe]) => offIn(switches, recipe, (key) => `${place}.${key}`)),
  );
}

/** The same for a sweep: its recipe, and each value that it varies. */
export function refuseSwitchedOffSweep(switches: Switches, document: unknown): void {
  const { recipe, vary } = isObject(document) ? document : {};
  const varied = (Array.isArray(vary) ? (vary as unknown[]) : []).flatMap((entry, index) => {
    const { path, values } = isObject(entry) ? entry : {};
    const [key] = String(path).trim().split('.', 1);
    return (Array.isArray(values) ? (values as unknown[]) : [NaN])
      .flatMap((value) => offIn(switches, { [key!]: value }, () => `vary[${index}].path`))
      .slice(0, 1);
  });
  refuseAll([...offIn(switches, recipe, (key) => `recipe.${key}`), ...varied]);
}
