import { access, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  fieldPath,
  hashToSeed,
  readEvaluationDocument,
  stepsOf,
  toPlan,
  type Decoded,
  type EvaluationDocument,
  type OwnParts,
  type Problem,
} from '@lumenloom/contract';
import { SimulationError, parseJson, type LensFile, type SimulationPlan } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { pathProblem, withValue } from '@lumenloom/sweep/recipe-path';
import { marksFolder } from './marks.ts';

type Recipe = Readonly<Record<string, unknown>>;

/** A camera under one condition. */
export interface Setup {
  readonly camera: string;
  /** '' where the evaluation has no conditions. */
  readonly condition: string;
  /** The recipe with the scene of the evaluation and with the changes of the condition. */
  readonly recipe: Recipe;
  /** In place of the recipe's lens. */
  readonly optics?: LensFile;
}

/** An evaluation whose form, files and cameras are checked. */
export interface PlannedEvaluation {
  readonly document: EvaluationDocument;
  /** Paths. */
  readonly dataset: string;
  readonly network: string;
  /** What the document says of the network, over what its file says. */
  readonly descriptor: Recipe | undefined;
  /** How people call both; absent where the files have the names that people know. */
  readonly names?: { readonly dataset: string; readonly network: string };
  /** Every camera under every condition, conditions changing fastest. */
  readonly setups: readonly Setup[];
}

/** What one picture of the data set is as a scene. */
export type OwnScene = NonNullable<OwnParts['scene']>;

const MARKS = 'example:marks';

/**
 * Checks an evaluation: its form, its files, and every camera under every condition.
 *
 * @param content parsed JSON.
 * @param folder of the document, from which the names of files go; where nothing is there, from the
 * folder of this process.
 */
export async function planEvaluation(
  content: unknown,
  folder: string,
): Promise<Decoded<PlannedEvaluation>> {
  const read = readEvaluationDocument(content);
  if (!read.ok) return read;
  const document = read.value;
  const problems: Problem[] = [];
  const open = async (field: string, name: string): Promise<string> => {
    const path = await findFile(name, folder);
    if (path === undefined) problems.push({ field, message: `There is nothing at ${name}.` });
    return path ?? name;
  };
  const json = async (field: string, name: string): Promise<Recipe> => {
    const path = await findFile(name, folder);
    const value = path === undefined ? undefined : await readObject(path);
    if (isObject(value)) return value;
    problems.push({
      field,
      message:
        path === undefined ? `There is no file ${name}.` : `${name} does not hold a JSON object.`,
    });
    return {};
  };
  const dataset =
    document.dataset === MARKS ? await marksFolder() : await open('dataset', document.dataset);
  const network = await open('network', document.network);
  const { descriptor: named } = document;
  const descriptor = typeof named === 'string' ? await json('descriptor', named) : named;
  const cameras: [string, Recipe][] = [];
  for (const [name, camera] of Object.entries(document.cameras)) {
    const recipe =
      typeof camera === 'string' ? await json(fieldPath(['cameras', name]), camera) : camera;
    // A file of the workbench may be an example, whose recipe is one of its parts.
    cameras.push([name, isObject(recipe['recipe']) ? recipe['recipe'] : recipe]);
  }
  problems.push(...conditionProblems(document));
  if (problems.length > 0) return { ok: false, problems };
  const setups = setupsOf(document, cameras);
  for (const setup of setups) problems.push(...setupProblems(setup, document));
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: { document, dataset, network, descriptor, setups } };
}

async function findFile(name: string, folder: string): Promise<string | undefined> {
  for (const path of [resolve(folder, name), resolve(name)])
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  return undefined;
}

const readObject = (path: string): Promise<unknown> =>
  readFile(path, 'utf8')
    .then((text) => parseJson(text))
    .catch(() => undefined);

const conditionProblems = ({ conditions }: EvaluationDocument): Problem[] =>
  conditions.flatMap(({ set }, at) =>
    Object.keys(set).flatMap((path) => {
      const message = /^lens\b/.test(path)
        ? 'a condition cannot change the surfaces of a lens.'
        : pathProblem(path);
      return message === undefined
        ? []
        : [{ field: fieldPath(['conditions', at, 'set', path]), message }];
    }),
  );

function setupsOf(
  document: EvaluationDocument,
  cameras: readonly (readonly [string, Recipe])[],
): readonly Setup[] {
  const { conditions } = document;
  const all = conditions.length > 0 ? conditions : [{ name: '', set: {} }];
  return cameras.flatMap(([camera, recipe]) =>
    all.map(({ name, set }) => ({
      camera,
      condition: name,
      recipe: inWorld(recipe, document, set),
    })),
  );
}

/** A recipe with the scene of an evaluation and with further changes, without its algorithm. */
export function inWorld(
  { algorithm: _, ...recipe }: Recipe,
  { scene }: Pick<EvaluationDocument, 'scene'>,
  changes: Recipe = {},
): Recipe {
  const world = Object.entries({
    'sceneFileParams.hfov': scene.hfov,
    // A luminance of the light in a condition would give way to one of the scene.
    sceneLuminance: 'illuminantLuminance' in changes ? undefined : scene.luminance,
    illuminant: scene.illuminant,
  }).filter(([, value]) => value !== undefined);
  return [...world, ...Object.entries(changes)].reduce<Recipe>(
    (made, [path, value]) => withValue(made, path, value),
    recipe,
  );
}

/** A scene of one grey pixel: what is wrong with a camera is wrong for every picture. */
const ANY_SCENE: OwnScene = {
  label: 'a picture',
  digest: '',
  nativeIlluminant: 'display-white',
  data: { rows: 1, columns: 1, planes: [Float32Array.of(0.5)], spectra: undefined },
};

function setupProblems(
  { camera, condition, recipe }: Setup,
  { conditions }: EvaluationDocument,
): readonly Problem[] {
  const decoded = planOf(recipe, ANY_SCENE, 0);
  if (decoded.ok) return [];
  const at = conditions.findIndex(({ name }) => name === condition);
  const changed = Object.keys(conditions[at]?.set ?? {});
  return decoded.problems.map(({ field, message }) => {
    const dotted = stepsOf(field).join('.');
    const path = changed.find((one) => dotted.startsWith(stepsOf(one).join('.')));
    return {
      field:
        path === undefined
          ? `${fieldPath(['cameras', camera])}${field && `.${field}`}`
          : fieldPath(['conditions', at, 'set', path]),
      message,
    };
  });
}

/** The plan of a recipe for a picture, with that seed of its noise. */
function planOf(recipe: Recipe, scene: OwnScene, seed: number): Decoded<SimulationPlan> {
  try {
    const decoded = toPlan({ ...recipe, seed }, undefined, undefined, { scene });
    if (!decoded.ok) return decoded;
    const { plan, notes, unknownKeys } = decoded.value;
    if (unknownKeys.length > 0)
      return {
        ok: false,
        problems: unknownKeys.map((field) => ({ field, message: 'this means nothing here.' })),
      };
    return plan
      ? { ok: true, value: plan }
      : { ok: false, problems: [{ field: '', message: notes.at(-1)! }] };
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return { ok: false, problems: [{ field: error.field ?? '', message: error.message }] };
  }
}

/**
 * The plan of a setup for a picture. The seed of its noise is a hash of the picture's name, so
 * that all cameras see equal random numbers.
 *
 * @throws SimulationError where the plan cannot be computed.
 */
export function planFor(
  { document: { seed } }: Pick<PlannedEvaluation, 'document'>,
  { recipe, optics }: Setup,
  scene: OwnScene,
  name: string,
): SimulationPlan {
  const decoded = planOf(recipe, scene, hashToSeed([seed, name]));
  if (decoded.ok) return optics ? { ...decoded.value, optics } : decoded.value;
  throw new SimulationError(
    'bad-parameter',
    decoded.problems.map(({ field, message }) => `${field}: ${message}`).join(' '),
  );
}

/**
 * The pictures that are evaluated: the first so many of one order that the seed decides, so that a
 * smaller number is a subset of a larger one; in the order of the data set.
 */
export function chosenImages<Image extends { readonly name: string }>(
  images: readonly Image[],
  count: number | undefined,
  seed: number,
): readonly Image[] {
  if (count === undefined || count >= images.length) return images;
  const places = images.map((image, at) => ({ at, key: hashToSeed(['order', seed, image.name]) }));
  return places
    .toSorted((one, other) => one.key - other.key || one.at - other.at)
    .slice(0, count)
    .toSorted((one, other) => one.at - other.at)
    .map(({ at }) => images[at]!);
}
