import { z } from 'zod';
import { isBlank } from '../simulation/blank.ts';

/** What a sweep or study keeps equal between its runs, so that they can be compared (J6). */
export interface Hold {
  readonly exposure?:
    | 'each'
    | 'first'
    | { readonly seconds: number }
    | { readonly blurPixels: number };
  readonly sensor?: 'pixels' | 'die';
  readonly well?: 'value' | 'density';
  readonly field?: 'none' | 'distance';
  readonly light?: 'scene' | 'sensor';
}

/** The values of each part but the exposure; the first one is what a document without it means. */
const VALUES = {
  sensor: ['pixels', 'die'],
  well: ['value', 'density'],
  field: ['none', 'distance'],
  light: ['scene', 'sensor'],
} as const;
const KEYS = ['exposure', ...Object.keys(VALUES)];
const EXPOSURE = 'exposure must be each, first, {seconds} or {blurPixels}.';
const EXPOSURES = ['each', 'first'];

interface Refusal {
  readonly path: readonly string[];
  readonly message: string;
}

function exposureProblem(exposure: unknown): Refusal | undefined {
  const path = ['exposure'];
  if (typeof exposure === 'string' && EXPOSURES.includes(exposure)) return undefined;
  if (typeof exposure !== 'object' || exposure === null) return { path, message: EXPOSURE };
  const [[key, value] = ['', undefined], ...others] = Object.entries(exposure);
  if (others.length > 0 || !['seconds', 'blurPixels'].includes(key))
    return { path, message: EXPOSURE };
  return typeof value === 'number' && value > 0 && Number.isFinite(value)
    ? undefined
    : { path: ['exposure', key], message: `${key} must be more than 0.` };
}

function partProblem(key: string, value: unknown): Refusal | undefined {
  if (!KEYS.includes(key))
    return {
      path: [key],
      message: `${key.slice(0, 40)} means nothing in hold; its keys are ${KEYS.join(', ')}.`,
    };
  if (key === 'exposure') return exposureProblem(value);
  const values: readonly string[] = VALUES[key as keyof typeof VALUES];
  return values.includes(value as string)
    ? undefined
    : { path: [key], message: `${key} must be ${values.join(' or ')}.` };
}

/** `hold` of a sweep or study. */
export const holdSchema = z
  .record(z.string(), z.unknown(), `hold must be an object: ${KEYS.join(', ')}.`)
  .transform((hold, context): Hold => {
    for (const [key, value] of Object.entries(hold)) {
      const problem = partProblem(key, value);
      if (problem)
        context.addIssue({ code: 'custom', path: [...problem.path], message: problem.message });
    }
    return hold;
  })
  .meta({
    type: 'object',
    properties: {
      exposure: {
        anyOf: [
          { enum: EXPOSURES },
          { type: 'object', properties: { seconds: { type: 'number' } } },
          { type: 'object', properties: { blurPixels: { type: 'number' } } },
        ],
      },
      ...Object.fromEntries(Object.entries(VALUES).map(([key, values]) => [key, { enum: values }])),
    },
  })
  .describe('What is kept equal between runs: exposure, die, electrons per area, field, light.');

/** Whether each run is metered anew. */
const isMeteredAnew = ({ exposure = 'each' }: Hold = {}): boolean => exposure === 'each';

const sensorPaths = ['sensorParams.rows', 'sensorParams.cols'];
const distancePaths = ['opticsParams.objectDistance', 'opticsParams.focusDistance'];

/**
 * What contradicts a hold in its document.
 *
 * @param paths of the fields that vary.
 */
export function holdProblems(
  hold: Hold | undefined,
  {
    recipe,
    paths,
  }: {
    readonly recipe: Readonly<Record<string, unknown>> | undefined;
    readonly paths: readonly string[];
  },
): readonly Refusal[] {
  if (!hold) return [];
  const varies = (fields: readonly string[]): boolean =>
    paths.some((path) => fields.includes(path));
  const part = (name: string): Readonly<Record<string, unknown>> =>
    (recipe?.[name] ?? {}) as Readonly<Record<string, unknown>>;
  const problems: Refusal[] = [];
  const refuse = (path: string, message: string): void => {
    problems.push({ path: ['hold', ...path.split('.')], message });
  };
  const { exposure, sensor, field } = hold;
  if (!isMeteredAnew(hold) && paths.some((path) => path.startsWith('exposureParams.')))
    refuse('exposure', 'the exposure is held, and exposureParams varies here.');
  if (typeof exposure === 'object' && 'blurPixels' in exposure && isBlank(recipe?.['motion']))
    refuse('exposure.blurPixels', 'a blur needs motion in the recipe.');
  if (sensor === 'die' && varies(sensorPaths))
    refuse('sensor', 'the die is held by rows and cols, which vary here.');
  if (field === 'distance') {
    if (isBlank(part('opticsParams')['objectDistance']))
      refuse('field', 'distance needs opticsParams.objectDistance.');
    else if (varies(distancePaths))
      refuse('field', 'the field is held by the distance, which varies here.');
    else if (!isBlank(recipe?.['sceneDepth']))
      refuse('field', 'a scene with a depth map has distances of its own.');
  }
  return problems;
}
