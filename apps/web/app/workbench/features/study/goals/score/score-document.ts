import { readEvaluationDocument, toPlan, type EvaluationDocument } from '@lumenloom/contract';
import { algorithms } from '@lumenloom/engine/catalogue';
import { estimateSeconds } from '@lumenloom/experiment/page';
import { timeInWords } from '../../../../kit/study/time-in-words.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import { isFitted, type ChoosableDataset } from './choosable.ts';
import { letterOf, LUMINANCE, type DraftCondition, type ScoreDraft } from './score-draft.ts';

/** A typed number; other text stays text, which the check refuses with its field. */
const numberIn = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;

const valueIn = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : numberIn(text);

/** All combinations of the values, the last field changing fastest. */
function conditionsOf(varied: readonly DraftCondition[]): EvaluationDocument['conditions'] {
  const start: EvaluationDocument['conditions'] = varied.length > 0 ? [{ name: '', set: {} }] : [];
  return varied.reduce(
    (all, { path, label, unit, values }) =>
      all.flatMap(({ name, set }) =>
        values
          .split(',')
          .map((text) => text.trim())
          .filter((text) => text !== '')
          .map((text) => {
            const own = unit === '' ? `${label} ${text}` : `${text} ${unit}`;
            return {
              name: name === '' ? own : `${name}, ${own}`,
              set: { ...set, [path]: valueIn(text) },
            };
          }),
      ),
    start,
  );
}

/** What a draft is about, beside what is typed. */
export interface Ground {
  /** Of the score, where none is typed. */
  readonly name: string;
  /** Undefined where it is not known. */
  readonly dataset: ChoosableDataset | undefined;
}

/**
 * How wide and bright the pictures are where the draft does not say it: as was said of the data
 * set, else as in the recipe; and their light.
 */
export function worldOf(
  { illuminant, illuminantLuminance, sceneLuminance, sceneFileParams }: Recipe,
  dataset: ChoosableDataset | undefined,
): EvaluationDocument['scene'] {
  // A luminance of the light stays what each recipe says.
  const ofRecipe = illuminantLuminance === '' ? sceneLuminance || LUMINANCE : undefined;
  const luminance = dataset?.luminance ?? ofRecipe;
  return {
    hfov: dataset?.hfov ?? Number(sceneFileParams['hfov']),
    ...(luminance !== undefined && { luminance }),
    ...(illuminant !== '' && { illuminant }),
  };
}

/** `label = category`, a line each. */
const classMapOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [label = '', ...category] = line.split('=');
        return [label.trim(), category.join('=').trim()] as const;
      }),
  );

/** A recipe as a camera: pictures of the data set stand for its scene, the network is another. */
function cameraOf({
  scene: _,
  algorithm: __,
  ...camera
}: Recipe): Readonly<Record<string, unknown>> {
  return camera;
}

/** MiDaS says which is nearer, on a scale of its own. */
export const alignOf = ({ network, align }: Pick<ScoreDraft, 'network' | 'align'>): string =>
  align || (network === algorithms.midasDptSmall.label ? 'inverseScaleShift' : 'none');

/**
 * The plan of `lumenloom evaluate` that a draft means.
 *
 * @param current the present recipe, camera A.
 */
export function documentOf(draft: ScoreDraft, current: Recipe, ground: Ground): object {
  const { dataset, split, network, images, seed, hfov, luminance } = draft;
  const world = worldOf(current, ground.dataset);
  const classMap =
    draft.classMap.trim() === '' ? (ground.dataset?.classMap ?? {}) : classMapOf(draft.classMap);
  const cameras = [{ name: 'current', recipe: current }, ...draft.cameras];
  return {
    name: draft.name.trim() || ground.name,
    dataset,
    ...(split.trim() !== '' && { split: split.trim() }),
    network,
    ...(Object.keys(classMap).length > 0 && { classMap }),
    scene: {
      ...world,
      ...(hfov.trim() !== '' && { hfov: numberIn(hfov) }),
      ...(luminance.trim() !== '' && { luminance: numberIn(luminance) }),
    },
    ...(images.trim() !== '' && { images: numberIn(images) }),
    seed: numberIn(seed),
    ...(isFitted(ground.dataset) && { score: { align: alignOf(draft) } }),
    cameras: Object.fromEntries(
      cameras.map((camera, at) => [`${letterOf(at)} ${camera.name}`, cameraOf(camera.recipe)]),
    ),
    conditions: conditionsOf(draft.conditions),
    ...(draft.isByFolder && { pictureConditions: 'folders' }),
    ladder: draft.hasLadder,
  };
}

/** Seconds of a network on one picture; not measured, as it depends on the network. */
const NETWORK = 0.15;
/** How much longer a camera takes with the rungs of the ladder, which share their stages. */
const LADDER = 2.5;

/** What will be computed. */
export interface Cost {
  readonly runs: number;
  /** NaN where it cannot be told. */
  readonly seconds: number;
  /** '200 pictures × 2 cameras × 3 levels + ideal = 1,400 runs ≈ 12 min'. */
  readonly words: string;
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** @param available pictures of the data set. */
export function costOf(document: EvaluationDocument, available: number): Cost {
  const { images, cameras, conditions, ladder } = document;
  const pictures = Math.min(images ?? available, available);
  const count = Object.keys(cameras).length;
  const levels = Math.max(1, conditions.length);
  const runs = pictures * (count * levels + 1);
  const perPicture = Object.values(cameras).reduce<number>((sum, camera) => {
    const plan = toPlan({ ...(camera as Partial<Recipe>), scene: 'Macbeth' });
    const once = plan.ok && plan.value.plan ? estimateSeconds(plan.value.plan) : NaN;
    return sum + levels * (once + NETWORK) * (ladder === false ? 1 : LADDER);
  }, NETWORK);
  const seconds = pictures * perPicture;
  const factors = [
    counted(pictures, 'picture'),
    counted(count, 'camera'),
    ...(conditions.length > 0 ? [counted(levels, 'level')] : []),
  ];
  return {
    runs,
    seconds,
    words: `${factors.join(' × ')} + ideal = ${runs.toLocaleString('en')} runs${Number.isFinite(seconds) ? ` ≈ ${timeInWords(seconds)}` : ''}`,
  };
}

/**
 * The document of a draft with its cost, or what is missing, in one sentence.
 */
export function checkDraft(
  draft: ScoreDraft,
  current: Recipe,
  ground: Ground,
): { readonly document: object; readonly cost: Cost } | { readonly missing: string } {
  if (draft.network === '') return { missing: 'Choose a network.' };
  if (draft.dataset === '') return { missing: 'Choose a data set.' };
  if (!ground.dataset) return { missing: 'This data set is gone: choose another one.' };
  const document = documentOf(draft, current, ground);
  const read = readEvaluationDocument(document);
  return read.ok
    ? { document, cost: costOf(read.value, ground.dataset.images) }
    : { missing: read.problems[0]!.message };
}
