import { EXAMPLE_NETWORK } from '@lumenloom/engine/catalogue';
import type { SweepField } from '../../../../kit/study/sweep-fields.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';

/** The data set and the network that come with the program. */
export const MARKS = EXAMPLE_NETWORK.file;

/** A field that conditions vary, with its values as they are typed, commas between them. */
export interface DraftCondition {
  readonly path: string;
  readonly label: string;
  readonly unit: string;
  readonly values: string;
}

/** A camera beside the present recipe. */
export interface DraftCamera {
  readonly name: string;
  readonly recipe: Recipe;
}

/** A score as it is typed. */
export interface ScoreDraft {
  /** '' names it by its network and its data set. */
  readonly name: string;
  /** `example:marks` or `mine:<id>`; '' for none. */
  readonly network: string;
  readonly dataset: string;
  /** Number of pictures; '' for all. */
  readonly images: string;
  /** A part of the data set; blank: val, else test, else all. */
  readonly split: string;
  readonly seed: string;
  /** Width in degrees and luminance in cd/m²; '' as the data set or the recipe says. */
  readonly hfov: string;
  readonly luminance: string;
  /** A line for each class of the network that has another name in the data set. */
  readonly classMap: string;
  /** What is fitted of depths before they are compared; '' as the network needs it. */
  readonly align: string;
  /** Beside the present recipe, which is A. */
  readonly cameras: readonly DraftCamera[];
  readonly conditions: readonly DraftCondition[];
  /** Whether the folders of pictures are their conditions, in place of conditions.csv. */
  readonly isByFolder: boolean;
  /** Whether it is computed what each part of a camera costs. */
  readonly hasLadder: boolean;
}

export const emptyDraft: ScoreDraft = {
  name: '',
  network: '',
  dataset: '',
  images: '100',
  split: '',
  seed: '1',
  hfov: '',
  luminance: '',
  classMap: '',
  align: '',
  cameras: [],
  conditions: [],
  isByFolder: false,
  hasLadder: true,
};

/** Cameras of a score: more columns cannot be compared at a glance. */
export const MOST_CAMERAS = 4;

/** A, B and so on, before the names of the cameras. */
export const letterOf = (camera: number): string => String.fromCharCode(65 + camera);

/** Luminance of the scene in cd/m² where neither the draft nor the recipe has one. */
export const LUMINANCE = 100;

const luminanceOf = ({ sceneLuminance }: Recipe): number =>
  sceneLuminance === '' ? LUMINANCE : sceneLuminance;

/** The luminance of the scene, which the dialogs of the light and the scene do not list. */
export const luminanceField = (recipe: Recipe): SweepField => ({
  path: 'sceneLuminance',
  label: 'Luminance',
  group: 'Scene',
  unit: 'cd/m²',
  values: undefined,
  current: luminanceOf(recipe),
});

/** A condition with values to begin with: what the field can take, or numbers about its own. */
export function conditionOf({ path, label, unit, values, current, limits }: SweepField) {
  const { min = -Infinity, max = Infinity, whole, odd } = limits ?? {};
  const grain = odd ? 2 : 1;
  const allowed = (value: number): number => {
    const within = Math.min(Math.max(value, min), max);
    return whole || odd
      ? grain * Math.round((within - (odd ? 1 : 0)) / grain) + (odd ? 1 : 0)
      : within;
  };
  const around =
    path === 'sceneLuminance'
      ? [1, 0.1, 0.01].map((share) => share * current)
      : [current / 2, current, current * 2];
  const numbers = current === 0 ? [0, 1] : around.map(allowed);
  return {
    path,
    label,
    unit,
    values: (values ?? [...new Set(numbers)].map((value) => Number(value.toPrecision(6)))).join(
      ', ',
    ),
  };
}

/** Takes the fields into the conditions, or out of them where all are varied. */
export function withConditions(draft: ScoreDraft, fields: readonly SweepField[]): ScoreDraft {
  const isVaried = ({ path }: { readonly path: string }): boolean =>
    draft.conditions.some((one) => one.path === path);
  const added = fields.filter((field) => !isVaried(field)).map(conditionOf);
  const kept = draft.conditions.filter(({ path }) => fields.every((field) => field.path !== path));
  return { ...draft, conditions: added.length > 0 ? [...draft.conditions, ...added] : kept };
}
