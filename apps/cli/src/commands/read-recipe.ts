import { dirname } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import {
  DEFAULT_BUDGET,
  exampleSchema,
  messages,
  toPlan,
  type Example,
  type OwnParts,
} from '@lumenloom/contract';
import { parseJson, sharedFloat32, type SimulationPlan } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { UsageError } from '@lumenloom/node-host/command-line';
import { pathProblem, valueAt, withNumbersOf, withValue } from '@lumenloom/experiment/recipe-path';
import { accept, configurationOf, readJson } from '../arguments.ts';
import { exampleFile } from '../examples.ts';
import type { Terminal } from './command.ts';
import { withWorldOf, type RecipeWorld } from './recipe-world.ts';

const FIRST = 'first.json';

/** Options of every command that takes a recipe. */
export const recipeOptions = {
  set: {
    value: 'FIELD=VALUE',
    repeats: true,
    says: 'Puts another value into the recipe, such as sensorParams.pixel_size=3.45.',
  },
} as const;

/**
 * The changes of --set and of --configuration, which is a field of the recipe.
 * @throws UsageError for a configuration that is no number.
 */
export const changesOf = ({
  set,
  configuration,
}: {
  readonly set: readonly string[];
  readonly configuration?: string | undefined;
}): readonly string[] =>
  configuration === undefined
    ? set
    : [...set, `opticsParams.configuration=${configurationOf(configuration)!}`];

/** The recipe of a command whose word is something else. */
export const RECIPE_OPTION = {
  value: 'FILE',
  says: 'A recipe, - for standard input or example:NAME: its camera is measured.',
} as const;

/** What the help of those commands says about the recipe. */
export const RECIPE_HELP =
  'A recipe is the body of POST /simulate: it needs a scene, all else is optional. Without a file it is examples/first.json; - is standard input, example:NAME a file of examples/.';

/**
 * The recipe that a command is about, with the changes of --set, and the example that it comes
 * from, whose question goes to `tell`.
 *
 * @param path of its file; `-` for standard input, undefined for the first example, of which `tell`
 *   then gets a line.
 * @param world the file of --world, in place of the recipe's.
 * @throws UsageError for a file that cannot be read, and for a change of nothing.
 */
export async function readExample(
  path: string | undefined,
  changes: readonly string[],
  terminal: Pick<Terminal, 'stdin'>,
  tell: (line: string) => void,
  world?: string,
): Promise<{
  readonly recipe: unknown;
  readonly own: RecipeWorld<unknown>['own'];
  readonly example?: Example;
}> {
  const document =
    path === undefined ? await firstRecipe(tell, world) : await readDocument(path, terminal);
  const { data: example } = exampleSchema.safeParse(document);
  if (example) tell(`${example.name}: ${example.question}`);
  const folder = path === undefined || path === '-' ? '.' : dirname(path);
  const { recipe, own } = await withWorldOf(example?.recipe ?? document, folder, world);
  return {
    recipe: isObject(recipe) ? withChanges(recipe, changes) : recipe,
    own,
    ...(example && { example }),
  };
}

/** The JSON in a file, or in standard input. */
export async function readDocument(
  path: string,
  { stdin }: Pick<Terminal, 'stdin'>,
): Promise<unknown> {
  if (path !== '-') return readJson(path);
  const content = await textOf(stdin);
  try {
    return parseJson(content);
  } catch (error) {
    throw new UsageError(`Standard input: ${(error as Error).message}`);
  }
}

async function firstRecipe(tell: (line: string) => void, world?: string): Promise<unknown> {
  const recipe = (await readJson(exampleFile(FIRST))) as Readonly<Record<string, unknown>>;
  if (world !== undefined) {
    const { optics, sensor, sensorParams, isp } = recipe;
    tell(`No recipe is named: the camera is that of examples/${FIRST}.`);
    return { optics, sensor, sensorParams, isp };
  }
  const chosen = ['scene', 'illuminant', 'optics', 'sensor', 'isp'].map((key) => recipe[key]);
  tell(`No recipe is named: this is examples/${FIRST} (${chosen.join(', ')}).`);
  return recipe;
}

/** Stands in the plan for pictures that come later. */
export const NO_PICTURE: NonNullable<OwnParts['scene']> = {
  label: 'picture',
  digest: '',
  nativeIlluminant: 'display-white',
  data: { rows: 1, columns: 1, planes: [sharedFloat32(1).fill(1)], spectra: undefined },
};

type Recipe = Readonly<Record<string, unknown>>;

/** A recipe with the values of --set. @throws UsageError for a change of nothing. */
export const withChanges = (recipe: Recipe, changes: readonly string[]): Recipe =>
  changes.reduce(changed, recipe);

/** A recipe with the value of a `FIELD=VALUE`: JSON, or text where it is none. */
function changed(recipe: Recipe, change: string): Recipe {
  const [, path, text] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(change) ?? [];
  if (path === undefined || text === undefined)
    throw new UsageError(
      `--set must be a field, = and a value, such as sensorParams.pixel_size=3.45, not "${change.slice(0, 60)}".`,
    );
  const problem = /^lens\b/.test(path)
    ? 'surfaces of a lens are varied by a sweep (docs/sweeps.md), or changed in a lens file of your own.'
    : pathProblem(path, recipe);
  if (problem !== undefined) throw new UsageError(`--set ${path}: ${problem}`);
  const value = valueOf(text);
  const after = withValue(recipe, path, value);
  if (valueAt(after, path) !== value)
    throw new UsageError(`--set ${path}: the field has no such entry.`);
  return after;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * A recipe in which the fields of a sensor file stand in place of its own, and the values of --set
 * in place of both.
 *
 * @throws UsageError for a change of nothing.
 */
function withSensorFields(
  recipe: unknown,
  { sensor }: OwnParts,
  changes: readonly string[],
): unknown {
  return isObject(recipe) ? withChanges(withNumbersOf(sensor, recipe), changes) : recipe;
}

/**
 * The document of a sweep or study whose recipe has parts from files and the values of --set.
 *
 * @throws UsageError where --set has no recipe to change.
 */
export function withRecipe(document: unknown, own: OwnParts, changes: readonly string[]): unknown {
  if (isObject(document) && isObject(document['recipe']))
    return { ...document, recipe: withSensorFields(document['recipe'], own, changes) };
  if (changes.length > 0) throw new UsageError('--set needs a recipe in the document.');
  return document;
}

/**
 * A recipe as a plan.
 *
 * @param changes of --set, which the recipe has; those of sensorParams win over a sensor file.
 * @throws UsageError for what cannot be run, and for fields that mean nothing.
 */
export function planOf(
  recipe: unknown,
  exposureSeconds?: number,
  own: OwnParts = {},
  changes: readonly string[] = [],
): { readonly plan: SimulationPlan; readonly notes: readonly string[] } {
  const { plan, notes, unknownKeys } = accept(
    toPlan(
      withSensorFields(
        recipe,
        own,
        changes.filter((change) => /^\s*sensorParams\b/.test(change)),
      ),
      DEFAULT_BUDGET,
      exposureSeconds,
      own,
    ),
  );
  if (unknownKeys.length > 0)
    throw new UsageError(messages.unknownFields(unknownKeys), unknownKeys[0]);
  if (!plan) throw new UsageError(notes.at(-1));
  return { plan, notes };
}
