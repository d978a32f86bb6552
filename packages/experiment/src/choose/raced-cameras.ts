import {
  evaluationDocumentSchema,
  recipeForFigures,
  type ChoiceDocument,
  type Decoded,
  type EvaluationDocument,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import { withValue } from '../document/recipe-path.ts';
import { withParts } from '../plan/named-parts.ts';
import {
  inEvaluate,
  inWorld,
  planEvaluation,
  type PlannedEvaluation,
  type Setup,
} from '../plan/plan-evaluation.ts';
import { cameraOf, inWindow } from './camera-plans.ts';
import type { Recipe } from './candidates.ts';
import { heldSeconds, type PlannedChoice, type Raced } from './plan-choice.ts';

/** What each camera is seen under: a condition with one of its noises. */
export interface Slot {
  /** '' without conditions. */
  readonly condition: string;
  readonly weight: number;
  readonly repeat: number;
  /** Both, as lines have them. */
  readonly label: string;
  readonly set: Recipe;
}

/** The slots of a plan, noises changing fastest. */
export function slotsOf({ conditions, race: { seeds } }: ChoiceDocument): readonly Slot[] {
  const wanted = conditions.length > 0 ? conditions : [{ name: '', weight: 1, set: {} }];
  return wanted.flatMap(({ name: condition, weight, set }) =>
    Array.from({ length: seeds }, (_, repeat) => ({
      condition,
      weight,
      repeat,
      label: seeds === 1 ? condition : `${condition} #${repeat + 1}`.trim(),
      set,
    })),
  );
}

/** The recipe of a camera as it is raced, with the names of its parts. */
export function racedRecipe({ document, parts }: PlannedChoice, raced: Raced): Recipe {
  const { recipe: own } = cameraOf(document, raced.candidate, parts);
  const recipe = document.evaluate ? own : recipeForFigures(own, [document.goal.figure]);
  const { fNumber, longestSeconds } = raced.checked;
  const held = heldSeconds(document);
  const values: (readonly [string, unknown])[] = [];
  if (fNumber !== undefined) values.push(['opticsParams.fNumber', fNumber]);
  if (held !== undefined) values.push(['exposureParams', { mode: 'fixed', seconds: held }]);
  else if (longestSeconds !== undefined) values.push(...limited(recipe, longestSeconds));
  return values.reduce<Recipe>((one, [path, value]) => withValue(one, path, value), recipe);
}

/** Exposures of a recipe that are at most so long. */
function limited({ exposureParams }: Recipe, seconds: number): (readonly [string, unknown])[] {
  const own = isObject(exposureParams) ? exposureParams : {};
  const key = own['mode'] === 'fixed' ? 'seconds' : 'longest';
  const wanted = Number(own[key] ?? Infinity);
  return [[`exposureParams.${key}`, Math.min(seconds, wanted > 0 ? wanted : Infinity)]];
}

/** A camera in each slot. */
export function setupsOf(
  planned: PlannedChoice,
  raced: Raced,
  world: Pick<EvaluationDocument, 'scene'>,
  { isPreview }: { readonly isPreview: boolean },
): readonly Setup[] {
  const { document, parts } = planned;
  const { specimen, preview } = document.race;
  const whole = racedRecipe(planned, raced);
  const window = isPreview ? preview?.window : undefined;
  const recipe = window && raced.plan.sensor ? inWindow(whole, raced.plan.grid, window) : whole;
  return slotsOf(document).map(({ condition, repeat, label, set }) => ({
    camera: raced.name,
    condition: label,
    ...withParts(inWorld(recipe, world, set), parts),
    nested: { condition, repeat, isOneSpecimen: specimen === 'one' },
  }));
}

/** The evaluation on which cameras are raced; its document has their slots as conditions. */
export async function evaluationOf(planned: PlannedChoice): Promise<Decoded<PlannedEvaluation>> {
  const { document, folder = '.', stored, parts } = planned;
  const { evaluate = {}, seed, race, name } = document;
  const read = inEvaluate(
    await planEvaluation(
      {
        ...{ seed, name, ...evaluate, ...stored?.evaluate },
        bootstrap: { draws: race.draws, seed: race.seed },
      },
      folder,
      stored ? { own: parts } : { folder },
    ),
  );
  if (!read.ok) return read;
  // More slots than an evaluation has conditions.
  const own = evaluationDocumentSchema.parse({ ...read.value.document, cameras: {} });
  return {
    ok: true,
    value: {
      ...read.value,
      ...(stored && { names: stored.names }),
      document: {
        ...own,
        conditions: slotsOf(document).map(({ label, weight, set }) => ({
          name: label,
          weight,
          set,
        })),
      },
      setups: [],
    },
  };
}
