import {
  fieldPath,
  hashToSeed,
  ownIdOf,
  stepsOf,
  type Decoded,
  type EvaluationDocument,
  type OwnParts,
  type Problem,
} from '@lumenloom/contract';
import { SimulationError, type HeldPlan, type SimulationPlan } from '@lumenloom/engine';
import { isObject } from '@lumenloom/engine/quick';
import { withLabelFile } from '@lumenloom/node-host';
import { pathProblem, withNumbersOf, withValue } from '../document/recipe-path.ts';
import {
  overruledNumbers,
  partKey,
  partNames,
  readParts,
  withParts,
  type NamedParts,
} from './named-parts.ts';
import { WORLDSET, isOfLibrary, type Worldset } from '../worlds/read-worldset.ts';
import { worldBefore } from '../worlds/worlds-in-front.ts';
import { planOfRecipe } from './plan-recipe.ts';
import { ofLibrary, readPlan, type ReadPlan, type Recipe } from './read-plan.ts';

/** A camera under one condition. */
export interface Setup {
  readonly camera: string;
  /** '' where the evaluation has no conditions. */
  readonly condition: string;
  /** The recipe with the scene of the evaluation and with the changes of the condition. */
  readonly recipe: Recipe;
  /** In place of what the recipe chooses. */
  readonly own: OwnParts;
  /** What its condition changes in a world, by paths into that; absent: nothing. */
  readonly worldChanges?: Recipe;
  /** Fields of its recipe which its condition changes, beside a world that changes. */
  readonly fixed?: readonly string[];
  /** Of the noise, in place of the seed of the evaluation. */
  readonly seed?: number;
  /** Noise and fixed pattern of each picture, condition and repeat; absent: of each picture. */
  readonly nested?: NestedNoise;
  /** Whether its ladder is wanted, whatever the evaluation says. */
  readonly hasLadder?: true;
  /** What a run of a sweep or study holds of the camera before anything varies. */
  readonly held?: Omit<HeldPlan, 'base'> & { readonly base: Pick<Setup, 'recipe' | 'own'> };
  /** Numbers of its recipe that those of the sensor which it names replace; absent: none. */
  readonly overruled?: readonly string[];
}

/** Whose noise a run of a race has (docs/reference/choose.md#noise). */
export interface NestedNoise {
  readonly condition: string;
  readonly repeat: number;
  /** Whether all pictures are of the sensor that the recipe says; else each has another one. */
  readonly isOneSpecimen: boolean;
}

/** The seeds of a run of a race, the same for all cameras. */
export const nestedSeeds = (
  { condition, repeat, isOneSpecimen }: NestedNoise,
  seed: number,
  picture: string | number,
): Recipe => ({
  seed: hashToSeed([seed, picture, condition, repeat]),
  ...(!isOneSpecimen && { fpnSeed: hashToSeed([seed, picture]) }),
});

/** An evaluation whose form, files and cameras are checked. */
export interface PlannedEvaluation {
  readonly document: EvaluationDocument;
  /** Paths. */
  readonly dataset: string;
  /** In place of the data set, of which that is the name. */
  readonly worldset?: Worldset;
  readonly network: string;
  /** What the document says of the network, over what its file says. */
  readonly descriptor: Recipe | undefined;
  /** Reads what a text detector finds. */
  readonly recogniser?: ReadPlan['recogniser'];
  /** Whether a command of the plan may read the outputs of the network: on the command line. */
  readonly allowsCommand?: boolean;
  /** By which threads ask the one process of that command. */
  readonly commandChannel?: string;
  /** How people call both; absent where the files have the names that people know. */
  readonly names?: { readonly dataset: string; readonly network: string };
  /** Every camera under every condition, conditions changing fastest. */
  readonly setups: readonly Setup[];
  /** Name of the GPU that computes all pictures; absent: the processor does. */
  readonly device?: string;
  /** A simulation that takes longer fails; absent: none is ended. */
  readonly maximumSeconds?: number;
}

/** What one picture of the data set is as a scene. */
export type OwnScene = NonNullable<OwnParts['scene']>;

/** What every camera gets, whatever its recipe says. */
export interface InAllCameras {
  /** In place of choices. */
  readonly own?: OwnParts;
  /** Puts values into a recipe that win over it and over its parts; conditions win over them. */
  readonly changed: (recipe: Recipe) => Recipe;
}

/** Where the parts that cameras name come from. */
export interface PartSource {
  /**
   * Beside which files of parts are looked for; absent: nowhere. Where it is, numbers of a sensor
   * that a camera names win over those of its recipe; over HTTP those of the recipe win.
   */
  readonly folder?: string;
  /** What parts of a library hold. */
  readonly own?: NamedParts;
  /** A server has the other parts of the library; cameras with such are checked there. */
  readonly isForServer?: boolean;
  readonly inAll?: InAllCameras;
  /** Where the files of the world of a set lie that stands in the plan; null: it has none. */
  readonly worldFolder?: string | null;
}

/** A plan whose cameras have what all of them get. */
export function withAllChanged(read: ReadPlan, { changed }: InAllCameras): ReadPlan {
  const { document } = read;
  const cameras = Object.entries(document.cameras).map(
    ([name, recipe]) => [name, changed(recipe)] as const,
  );
  return { ...read, document: { ...document, cameras: Object.fromEntries(cameras) } };
}

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
  source: PartSource = { folder },
): Promise<Decoded<PlannedEvaluation>> {
  if (source.folder === undefined && isObject(content) && content['recogniser'] !== undefined)
    return { ok: false, problems: [RECOGNISER_REFUSED] };
  const read = await readPlan(content, folder, false, source.worldFolder);
  if (!read.ok) return read;
  const changed = source.inAll ? withAllChanged(read.value, source.inAll) : read.value;
  const plan = source.folder === undefined ? changed : await withLabelFiles(changed, folder);
  const setups = await setupsOf(plan, source);
  return setups.ok ? { ok: true, value: { ...plan, setups: setups.value } } : setups;
}

/** A second network is a file of the machine on which the evaluation runs. */
export const RECOGNISER_REFUSED: Problem = {
  field: 'recogniser',
  message: 'recogniser is for the command line.',
};

/** A plan whose descriptors may name files of labels. */
async function withLabelFiles(plan: ReadPlan, folder: string): Promise<ReadPlan> {
  const { descriptor, recogniser } = plan;
  const named = (one: Recipe | undefined): Promise<Recipe | undefined> =>
    withLabelFile(one, folder) as Promise<Recipe | undefined>;
  return {
    ...plan,
    descriptor: await named(descriptor),
    ...(recogniser && {
      recogniser: { ...recogniser, descriptor: await named(recogniser.descriptor) },
    }),
  };
}

/** An evaluation inside a sweep or study: its problems name their place there. */
export const inEvaluate = <Value>(decoded: Decoded<Value>): Decoded<Value> =>
  decoded.ok
    ? decoded
    : {
        ok: false,
        problems: decoded.problems.map(({ field, message }) => ({
          field: `evaluate.${field}`,
          message,
        })),
      };

/** Every camera of an evaluation under every condition, checked. */
export async function setupsOf(
  { document, worldset }: Pick<ReadPlan, 'document' | 'worldset'>,
  { folder, own = {}, isForServer = false, inAll }: PartSource,
): Promise<Decoded<readonly Setup[]>> {
  const names = partNames(document);
  const { parts, problems: partProblems } = await readParts(names, folder, own);
  const problems = [...conditionProblems(document), ...partProblems];
  for (const part of names)
    if (ownIdOf(part.name) !== undefined && !parts[partKey(part)] && !isForServer)
      problems.push({ field: part.field, message: ofLibrary(part.name) });
  if (problems.length > 0) return { ok: false, problems };
  const conditions = document.conditions.length > 0 ? document.conditions : [{ name: '', set: {} }];
  const setups = Object.entries(document.cameras).flatMap(([camera, recipe]) =>
    conditions.map(({ name: condition, set }) => ({
      camera,
      condition,
      ...setupBefore(document, {
        ...{ recipe, set, parts, inAll, isRecipeFirst: folder === undefined },
        isBeforeWorlds: worldset !== undefined,
      }),
    })),
  );
  // The server looks at what stands in a world of its library.
  const isThere = worldset !== undefined && isOfLibrary(worldset.set);
  for (const setup of setups)
    if (!isThere && !Object.values(setup.recipe).some((choice) => ownIdOf(choice) !== undefined))
      problems.push(
        ...(worldset
          ? await worldProblems(setup, document, worldset)
          : setupProblems(setup, document)),
      );
  if (worldset && !isThere && setups.length === 0 && problems.length === 0)
    problems.push(...(await drawProblems(worldset)));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: setups };
}

interface InSetup {
  readonly recipe: Recipe;
  /** What the condition changes. */
  readonly set: Recipe;
  readonly parts: NamedParts;
  readonly inAll: InAllCameras | undefined;
  readonly isRecipeFirst: boolean;
}

/** A camera under a condition, which may change the worlds in front of it. */
function setupBefore(
  document: EvaluationDocument,
  { isBeforeWorlds, ...about }: InSetup & { readonly isBeforeWorlds: boolean },
): Omit<Setup, 'camera' | 'condition'> {
  if (!isBeforeWorlds) return setupIn(document, about);
  const { world: _, ...recipe } = about.recipe;
  const isOfWorld = ([path]: readonly [string, unknown]): boolean => path.startsWith(OF_WORLD);
  const changes = Object.entries(about.set);
  const set = Object.fromEntries(changes.filter((change) => !isOfWorld(change)));
  const worldChanges = changes
    .filter(isOfWorld)
    .map(([path, value]) => [path.slice(OF_WORLD.length), value] as const);
  return {
    ...setupIn(document, { ...about, recipe, set }),
    worldChanges: Object.fromEntries(worldChanges),
    fixed: Object.keys(set),
  };
}

const OF_WORLD = 'world.';

/** What is wrong with a camera in front of the first world of a set. */
async function worldProblems(
  setup: Setup,
  document: EvaluationDocument,
  worldset: Worldset,
): Promise<readonly Problem[]> {
  const { worldChanges: changes, fixed = [] } = setup;
  const { minVisible } = document.score;
  try {
    const before = await worldBefore(worldset, setup, 0, { changes, fixed, minVisible });
    return setupProblems({ ...setup, ...before }, document, false);
  } catch (error) {
    return [problemOfWorld(error, setup, document)];
  }
}

/** The same of a set without cameras. */
async function drawProblems(worldset: Worldset): Promise<readonly Problem[]> {
  try {
    await worldBefore(worldset, { recipe: {}, own: {} }, 0, { minVisible: 0 });
    return [];
  } catch (error) {
    return [problemOfWorld(error)];
  }
}

/** Where in an evaluation something of a world is wrong: in a condition or in the set. */
function problemOfWorld(
  error: unknown,
  setup?: Setup,
  { conditions }: Pick<EvaluationDocument, 'conditions'> = { conditions: [] },
): Problem {
  if (!(error instanceof SimulationError)) throw error;
  const { message, field = '' } = error;
  const at = conditions.findIndex(({ name }) => name === setup?.condition);
  const path = Object.keys(conditions[at]?.set ?? {}).find((one) => one === field);
  return {
    field:
      path === undefined
        ? `${WORLDSET}${field && `.${field}`}`
        : fieldPath(['conditions', at, 'set', path]),
    message,
  };
}

/**
 * A camera under a condition. The numbers of a sensor that it names may stand in place of its own;
 * values that all cameras get win over them, and those of the condition over all.
 */
function setupIn(
  document: EvaluationDocument,
  {
    recipe,
    set,
    parts,
    isRecipeFirst,
    inAll: { own: inAll = {}, changed } = { changed: (camera) => camera },
  }: InSetup,
): Pick<Setup, 'recipe' | 'own' | 'overruled'> {
  const { sensor } = withParts(inWorld(recipe, document, set), parts).own;
  const first = inAll.sensor ?? (isRecipeFirst ? undefined : sensor);
  const numbered = changed(withNumbersOf(first, recipe));
  const made = withParts(inWorld(numbered, document, set), parts);
  const overruled = overruledNumbers(recipe, numbered);
  return {
    recipe: made.recipe,
    own: { ...made.own, ...inAll },
    ...(overruled.length > 0 && { overruled }),
  };
}

export const conditionProblems = ({
  conditions,
}: {
  readonly conditions: readonly { readonly set: Recipe }[];
}): Problem[] =>
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
export const ANY_SCENE: OwnScene = {
  label: 'a picture',
  digest: '',
  nativeIlluminant: 'display-white',
  data: { rows: 1, columns: 1, planes: [Float32Array.of(0.5)], spectra: undefined },
};

function setupProblems(
  { camera, condition, recipe, own }: Setup,
  { conditions }: EvaluationDocument,
  scene: OwnScene | false = ANY_SCENE,
): readonly Problem[] {
  const decoded = planOfRecipe({ ...recipe, seed: 0 }, { ...own, ...(scene && { scene }) });
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

/**
 * The plan of a setup for a picture; without a scene its recipe has a world. The seed of its noise
 * is a hash of the picture's name, so that all cameras see equal random numbers.
 *
 * @throws SimulationError where the plan cannot be computed.
 */
export function planFor(
  { document }: Pick<PlannedEvaluation, 'document'>,
  { recipe, own, held, nested, seed = document.seed }: Omit<Setup, 'camera' | 'condition'>,
  scene: OwnScene | undefined,
  name: string,
): SimulationPlan {
  const seeds = nested ? nestedSeeds(nested, seed, name) : { seed: hashToSeed([seed, name]) };
  const decoded = planOfRecipe({ ...recipe, ...seeds }, { ...own, ...(scene && { scene }) });
  if (decoded.ok) {
    const base = held && planFor({ document }, { ...held.base, seed }, scene, name);
    return { ...decoded.value, ...(held && base && { held: { ...held, base } }) };
  }
  throw new SimulationError(
    'bad-parameter',
    decoded.problems.map(({ field, message }) => `${field}: ${message}`).join(' '),
  );
}

/**
 * A setup for a picture of a known luminance, which replaces the luminance of the scene; a
 * condition that changes the luminance wins.
 */
export function setupFor(
  { document: { conditions } }: Pick<PlannedEvaluation, 'document'>,
  setup: Setup,
  luminance: number | undefined,
): Setup {
  const changes = conditions.find(({ name }) => name === setup.condition)?.set ?? {};
  const isChanged = ['sceneLuminance', 'illuminantLuminance', 'illuminantLux'].some(
    (key) => key in changes,
  );
  if (luminance === undefined || isChanged) return setup;
  const lit = <One extends Pick<Setup, 'recipe'>>(one: One): One => ({
    ...one,
    recipe: withValue(one.recipe, 'sceneLuminance', luminance),
  });
  const { held } = setup;
  return { ...lit(setup), ...(held && { held: { ...held, base: lit(held.base) } }) };
}

/** Pictures in one order that the seed decides: the first so many are like all of them. */
export function nestedOrder<Image extends { readonly name: string }>(
  images: readonly Image[],
  seed: number,
): readonly Image[] {
  const places = images.map((image, at) => ({
    at,
    image,
    key: hashToSeed(['order', seed, image.name]),
  }));
  return places
    .toSorted((one, other) => one.key - other.key || one.at - other.at)
    .map(({ image }) => image);
}

/**
 * The pictures that are evaluated: the first so many of their nested order, so that a smaller
 * number is a subset of a larger one; in the order of the data set.
 */
export function chosenImages<Image extends { readonly name: string }>(
  images: readonly Image[],
  count: number | undefined,
  seed: number,
): readonly Image[] {
  if (count === undefined || count >= images.length) return images;
  const chosen = new Set(nestedOrder(images, seed).slice(0, count));
  return images.filter((image) => chosen.has(image));
}
