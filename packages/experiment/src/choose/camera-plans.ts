import { fieldPath, isBlank, type ChoiceDocument, type Problem } from '@lumenloom/contract';
import { chosenLens, lensOfPlan, type ChosenLens, type SimulationPlan } from '@lumenloom/engine';
import { isObject, isps, sensors, whyNotDeveloped, type IspId } from '@lumenloom/engine/catalogue';
import { withNumbersOf, withValue } from '../document/recipe-path.ts';
import {
  namesIn,
  partKey,
  readParts,
  withParts,
  type NamedParts,
  type PartName,
} from '../plan/named-parts.ts';
import { planOfRecipe } from '../plan/plan-recipe.ts';
import { ANY_SCENE } from '../plan/plan-evaluation.ts';
import { recipeOf, type Candidate, type Recipe } from './candidates.ts';

/** Pixels of a sensor. */
export interface SensorSize {
  readonly rows: number;
  readonly columns: number;
}

/** What a camera of a plan is, before any run. */
export interface CameraPlan {
  /** Absent where its parts do not go together. */
  readonly plan?: SimulationPlan;
  /** Pixels of its whole sensor, whatever window is read. */
  readonly full?: SensorSize;
  readonly lens?: ChosenLens;
  readonly problems: readonly Problem[];
}

/** Plans of cameras; parts that many of them have are looked at once. */
export interface CameraPlans {
  readonly planOf: (candidate: Candidate) => CameraPlan;
  readonly parts: NamedParts;
}

/**
 * Reads the parts of cameras, and the figures of each lens once.
 *
 * @param folder in which files of parts are looked for; undefined: none are.
 * @param own what parts of a library hold.
 * @throws SimulationError for a part that cannot be read.
 */
export async function cameraPlans(
  document: ChoiceDocument,
  candidates: readonly Candidate[],
  {
    folder,
    own = {},
  }: { readonly folder?: string | undefined; readonly own?: NamedParts | undefined },
): Promise<{ readonly plans: CameraPlans } | { readonly problems: readonly Problem[] }> {
  const { parts, problems } = await readParts(partNamesOf(document, candidates), folder, own);
  if (problems.length > 0) return { problems };
  const made = new Map<string, CameraPlan>();
  const lenses = new Map<unknown, ChosenLens>();
  const planned = (candidate: Candidate): CameraPlan => {
    const key = candidate.recipe ? candidate.field : keyOf(candidate);
    const known = made.get(key);
    if (known) return known;
    const fresh = planOf(document, candidate, parts);
    made.set(key, fresh);
    return fresh;
  };
  // The first of its list stands for all others where a part is its choice alone.
  const [first] = candidates;
  for (const one of candidates)
    for (const each of standIns(one, first!)) {
      const { plan } = planned(each);
      const lens = plan && lensOfPlan(plan.optics);
      if (plan && !lenses.has(lens)) lenses.set(lens, await chosenLens(plan.optics));
    }
  return {
    plans: {
      parts,
      planOf: (candidate) => {
        const [body, lensed] = standIns(candidate, first!).map(planned) as [
          CameraPlan,
          CameraPlan?,
        ];
        const found = [...body.problems, ...(lensed?.problems ?? [])];
        if (!body.plan || (lensed && !lensed.plan)) return { problems: found };
        const { optics } = (lensed ?? body).plan!;
        return {
          plan: lensed ? { ...body.plan, optics } : body.plan,
          full: body.full!,
          lens: lenses.get(lensOfPlan(optics))!,
          problems: found,
        };
      },
    },
  };
}

/**
 * The cameras of which the plan of a candidate is made: one with its other parts, one with its
 * lens. A lens that is a choice alone changes nothing else.
 */
function standIns(candidate: Candidate, first: Candidate): readonly Candidate[] {
  const { lens } = candidate.parts;
  const usual = first.parts.lens;
  if (!lens?.isPlain || !usual?.isPlain || lens === usual) return [candidate];
  return [
    { ...candidate, parts: { ...candidate.parts, lens: usual } },
    { ...first, parts: { ...first.parts, lens } },
  ];
}

const keyOf = ({ parts }: Candidate): string =>
  Object.values(parts)
    .map(({ field, name }) => `${field} ${name}`)
    .join('\n');

function planOf(document: ChoiceDocument, candidate: Candidate, parts: NamedParts): CameraPlan {
  const { recipe: named, full } = cameraOf(document, candidate, parts);
  const { recipe, own } = withParts(named, parts);
  const isEvaluated = document.evaluate !== undefined;
  const decoded = planOfRecipe(
    isEvaluated ? { ...recipe, seed: 0 } : { seed: document.seed, ...recipe },
    isEvaluated ? { ...own, scene: ANY_SCENE } : own,
  );
  if (!decoded.ok) return { problems: decoded.problems };
  const { grid, sensor } = decoded.value;
  const { rows, columns } = grid;
  const isp = (Object.keys(isps) as IspId[]).find((id) => isps[id].label === named['isp']);
  const misfit = isp && sensor && whyNotDeveloped(isp, sensor);
  if (misfit !== undefined) return { problems: [{ field: 'isp', message: misfit }] };
  return { plan: decoded.value, full: full ?? { rows, columns }, problems: [] };
}

/**
 * The recipe of a camera, its parts by their names, read in the window of the plan. The numbers of
 * a sensor that it names win over those of the plan, and those of its own entry over both.
 */
export function cameraOf(document: ChoiceDocument, candidate: Candidate, parts: NamedParts) {
  const { algorithm: _, ...recipe } = recipeOf(document, candidate);
  const { own: held } = withParts(recipe, parts);
  const numbered = withNumbersOf(held.sensor, recipe);
  const own = Object.values(candidate.parts).flatMap(({ set }) =>
    Object.entries(set).filter(([path]) => path.startsWith('sensorParams.')),
  );
  const made = own.reduce<Recipe>((one, [path, value]) => withValue(one, path, value), numbered);
  const full = sizeOf(made);
  const { window } = document;
  return {
    recipe: window && full ? inWindow(made, full, window) : made,
    full,
  };
}

/** A recipe whose sensor is read in a window round its middle, as far as it has pixels. */
export const inWindow = (
  recipe: Recipe,
  full: SensorSize,
  { rows, cols }: NonNullable<ChoiceDocument['window']>,
): Recipe =>
  withValue(
    withValue(recipe, 'sensorParams.rows', Math.min(rows, full.rows)),
    ...(['sensorParams.cols', Math.min(cols, full.columns)] as const),
  );

/** Pixels of the whole sensor of a recipe; undefined without a sensor. */
function sizeOf({ sensor, sensorParams }: Recipe): SensorSize | undefined {
  if (isBlank(sensor)) return undefined;
  const [rows, columns] = (['rows', 'cols'] as const).map((key) => {
    const value = isObject(sensorParams) ? sensorParams[key] : undefined;
    return Number(isBlank(value) ? usualOf(String(sensor), key) : value);
  }) as [number, number];
  return rows > 0 && columns > 0 ? { rows, columns } : undefined;
}

/** The default of a field of a sensor; of another one those of the first in the list. */
const usualOf = (label: string, key: string): unknown => {
  const all = Object.values(sensors);
  const { fields } = all.find((one) => one.label === label) ?? all[0]!;
  const field = fields.find((one) => one.key === key);
  return field && 'default' in field ? field.default : undefined;
};

/** The parts that cameras and conditions name. */
export function partNamesOf(
  document: ChoiceDocument,
  candidates: readonly Candidate[],
): readonly PartName[] {
  const found = new Map<string, PartName>();
  const add = (recipe: Recipe, field: string, isPlain = false): void => {
    for (const one of namesIn(recipe, (choice) => (isPlain ? field : fieldPath([field, choice])))) {
      const key = partKey(one);
      if (!found.has(key)) found.set(key, one);
    }
  };
  add(document.recipe, 'recipe');
  for (const { parts, recipe, field } of candidates) {
    for (const part of Object.values(parts)) add(part.set, part.field, part.isPlain);
    if (recipe) add(recipe, field);
  }
  for (const [at, { set }] of document.conditions.entries())
    add(set, fieldPath(['conditions', at, 'set']));
  return [...found.values()];
}
