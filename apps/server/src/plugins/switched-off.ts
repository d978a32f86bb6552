import {
  KINDS_OF_CHOICE,
  LENS_FILE_FIELDS,
  STRAY_FIELDS,
  fieldPath,
  isBlank,
  messages,
  ownIdOf,
  type EvaluationDocument,
  type Problem,
  type ReportDocument,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import {
  EXAMPLE_NETWORK,
  isObject,
  isps,
  publishedName,
  scenes,
} from '@lumenloom/engine/catalogue';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem, httpProblem } from '../http-problem.ts';

type Switches = Pick<Config, 'workbenchFeatures' | 'workbenchOffers'>;

/** The calls of features, by the beginning of their addresses, and the features that need them. */
const CALLS: Readonly<Record<string, readonly WorkbenchFeature[]>> = {
  '/api/datasets': ['networks'],
  '/api/evaluations': ['networks'],
  '/api/library': [
    'upload',
    'parts',
    'networks',
    'depth',
    'optics-design',
    'sensor-design',
    'lens-files',
    'twin',
  ],
  '/api/lenses': ['upload', 'parts'],
  '/api/parts': ['parts', 'sensor-design'],
  '/api/sensors': ['parts'],
  '/api/pictures': ['live', 'stages', 'demo-camera'],
  '/api/projects': ['save'],
  '/api/reports': ['lab'],
  '/api/studies': ['study', 'choose'],
  '/api/sweeps': ['sweep'],
  '/world': ['world'],
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
interface Need {
  readonly features: readonly WorkbenchFeature[];
  readonly message?: string;
}

/** Keys that need a feature, or one of several, as soon as they say something. */
const NEEDED: Readonly<Record<string, readonly WorkbenchFeature[]>> = {
  exposureParams: ['exposure'],
  toneMap: ['hdr'],
  lensShading: ['hdr'],
  whiteBalance: ['hdr'],
  colourMatrix: ['hdr'],
  motion: ['motion'],
  flicker: ['motion'],
  frame: ['motion'],
  antiFlickerHertz: ['motion'],
  sensorFile: ['motion', 'hdr'],
  task: ['object'],
  environment: ['environment'],
  labParams: ['lab'],
  illuminantLux: ['object'],
  worldParams: ['world'],
};

/** Keys of `motion` that are lengths at the object. */
const IN_LENGTHS = ['millimetresPerSecond', 'atMetres'];

function needsOf(key: string, value: unknown): readonly Need[] {
  if (key === 'sceneDepth' && ownIdOf(value) !== undefined) return [{ features: ['depth'] }];
  if (key === 'world' && !isBlank(value)) return [{ features: ['world'] }];
  if (Object.hasOwn(KINDS_OF_CHOICE, key)) {
    if (ownIdOf(value) !== undefined)
      return [
        {
          features: [
            'upload',
            'parts',
            'networks',
            'optics-design',
            'sensor-design',
            'lens-files',
            'twin',
          ],
        },
      ];
    if (value === EXAMPLE_NETWORK.file) return [{ features: ['networks'] }];
    if (publishedName(value) !== undefined) return [{ features: ['parts'] }];
  }
  if (Object.hasOwn(NEEDED, key)) {
    if (isBlank(value) || value === 'fixed') return [];
    const isInLengths =
      key === 'motion' && isObject(value) && IN_LENGTHS.some((one) => one in value);
    return [
      { features: NEEDED[key]! },
      ...(isInLengths ? [{ features: ['object'] } as const] : []),
    ];
  }
  if (key === 'opticsParams' && !isBlank(value)) return opticsNeeds(value);
  const isp = Object.values(isps).find(({ label }) => key === 'isp' && label === value);
  if (isp && 'feature' in isp) return [{ features: [isp.feature] }];
  if (key !== 'scene') return [];
  const scene = Object.values(scenes).find(({ label }) => label === value);
  return scene && 'feature' in scene
    ? [{ features: [scene.feature], message: messages.sceneOff(scene.label) }]
    : [];
}

/** Stray light has a switch of its own; what is no field of either is refused by its name. */
function opticsNeeds(value: unknown): readonly Need[] {
  const fields = Object.entries(isObject(value) ? value : {}).filter(
    ([, field]) => !isBlank(field),
  );
  const isStray = ([key]: readonly [string, unknown]): boolean =>
    STRAY_FIELDS.some((field) => field.key === key);
  const isOfFile = ([key]: readonly [string, unknown]): boolean =>
    LENS_FILE_FIELDS.some((field) => field.key === key);
  const othersOnly = fields.length > 0 && fields.every((one) => isStray(one) || isOfFile(one));
  return [
    ...(othersOnly ? [] : [{ features: ['depth'] } as const]),
    ...(fields.some(isStray) ? [{ features: ['glare'] } as const] : []),
    ...(fields.some(isOfFile) ? [{ features: ['lens-files'] } as const] : []),
  ];
}

function offIn(switches: Switches, recipe: unknown, fieldOf: (key: string) => string): Problem[] {
  return Object.entries(isObject(recipe) ? recipe : {}).flatMap(([key, value]) =>
    needsOf(key, value)
      .filter(({ features }) => !features.some((feature) => isAllowed(switches, feature)))
      .map(({ features, message = messages.featureOff(features) }) => ({
        field: fieldOf(key),
        message,
      })),
  );
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

/** The same for a report: its recipes. */
export function refuseSwitchedOffReport(
  switches: Switches,
  { recipe, recipe2 }: ReportDocument,
): void {
  refuseAll(
    Object.entries({ recipe, recipe2 }).flatMap(([place, camera]) =>
      offIn(switches, camera, (key) => `${place}.${key}`),
    ),
  );
}

/** The same for a sweep or a study: its recipe, and each value that it varies. */
export function refuseSwitchedOffSweep(switches: Switches, document: unknown): void {
  const { recipe, vary } = isObject(document) ? document : {};
  const varied = (Array.isArray(vary) ? (vary as unknown[]) : []).flatMap((entry, index) => {
    const { path, values } = isObject(entry) ? entry : {};
    return (Array.isArray(values) ? (values as unknown[]) : [NaN])
      .flatMap((value) => offIn(switches, { [rootOf(path)]: value }, () => `vary[${index}].path`))
      .slice(0, 1);
  });
  refuseAll([...offIn(switches, recipe, (key) => `recipe.${key}`), ...varied]);
}

/** The same for a study: also what it derives, and what its cases and its preview set. */
export function refuseSwitchedOffStudy(switches: Switches, document: unknown): void {
  if (!isAllowed(switches, 'study')) throw httpProblem(403, messages.featureOff(['study']));
  refuseSwitchedOffSweep(switches, document);
  const { derive, cases, preview, evaluate } = isObject(document) ? document : {};
  const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
  const derived = listOf(derive).flatMap((entry, index) =>
    offIn(
      switches,
      { [rootOf(isObject(entry) ? entry['path'] : undefined)]: NaN },
      () => `derive[${index}].path`,
    ),
  );
  const inCases = listOf(cases).flatMap((entry, index) => {
    const set = isObject(entry) && isObject(entry['set']) ? entry['set'] : {};
    return Object.entries(set).flatMap(([path, value]) =>
      offIn(switches, { [rootOf(path)]: value }, () => fieldPath(['cases', index, 'set', path])),
    );
  });
  const world = isObject(evaluate) ? evaluate['scene'] : undefined;
  if (evaluate !== undefined && !isAllowed(switches, 'networks'))
    refuseAll([{ field: 'evaluate', message: messages.featureOff(['networks']) }]);
  const previewed = isObject(preview) ? preview['recipe'] : undefined;
  refuseAll([
    ...derived,
    ...inCases,
    ...offIn(switches, previewed, (key) => `preview.recipe.${key}`),
    ...offIn(switches, world, (key) => `evaluate.scene.${key}`),
  ]);
}

/** The same for a choice or a yield: recipes, parts, conditions, and what a yield spreads. */
export function refuseSwitchedOffGoal(
  switches: Switches,
  document: Readonly<Record<string, unknown>>,
): void {
  if (!isAllowed(switches, 'choose')) throw httpProblem(403, messages.featureOff(['choose']));
  const { recipe, cameras, parts, conditions, evaluate, spread } = document;
  const listOf = (list: unknown): readonly unknown[] => (Array.isArray(list) ? list : []);
  const setOf = (entry: unknown): unknown => (isObject(entry) ? entry['set'] : undefined);
  const offAt = (place: string, one: unknown): Problem[] =>
    offIn(switches, one, (key) => `${place}.${key}`);
  if (evaluate !== undefined && !isAllowed(switches, 'networks'))
    refuseAll([{ field: 'evaluate', message: messages.featureOff(['networks']) }]);
  refuseAll([
    ...offAt('recipe', recipe),
    ...Object.entries(isObject(cameras) ? cameras : {}).flatMap(([name, camera]) =>
      offAt(fieldPath(['cameras', name]), camera),
    ),
    ...Object.entries(isObject(parts) ? parts : {}).flatMap(([list, entries]) =>
      listOf(entries).flatMap((entry, at) => offAt(`parts.${list}[${at}].set`, setOf(entry))),
    ),
    ...listOf(conditions).flatMap((entry, at) => offAt(`conditions[${at}].set`, setOf(entry))),
    ...listOf(spread).flatMap((entry, at) =>
      offIn(
        switches,
        { [rootOf(isObject(entry) ? entry['path'] : undefined)]: NaN },
        () => `spread[${at}].path`,
      ),
    ),
    ...offAt('evaluate.scene', isObject(evaluate) ? evaluate['scene'] : undefined),
  ]);
}

/** The key of the recipe in which a path begins. */
const rootOf = (path: unknown): string => String(path).trim().split(/[.[]/, 1)[0]!;
