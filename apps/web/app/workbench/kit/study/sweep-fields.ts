import {
  EXPOSURE_FIELDS,
  FOCUS_FIELDS,
  LENS_FILE_FIELDS,
  STRAY_FIELDS,
  isBlank,
  type WorkbenchFeature,
} from '@lumenloom/contract';
import {
  optics,
  type Field,
  type MatrixField,
  type NumberField,
  type PairField,
} from '@lumenloom/engine/catalogue';
import { entriesOf } from '@lumenloom/experiment/page';
import { choiceLists } from '../../model/choice-lists.ts';
import { parametersOf } from '../../model/recipe/differences.ts';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';

type FieldOfNumbers = NumberField | PairField | MatrixField;

/**
 * A field of the recipe that a sweep can vary: a choice, a switch or one number, also of a pair or
 * matrix.
 */
export interface SweepField {
  /** Dotted name in the recipe (docs/sweeps.md). */
  readonly path: string;
  readonly label: string;
  readonly group: string;
  /** Unit of its numbers; '' for none. */
  readonly unit: string;
  /** What it takes: a number, or one of these. */
  readonly values: readonly string[] | undefined;
  /** Its number in the recipe; NaN where it has none. */
  readonly current: number;
  /**
   * The first range of its numbers, as a share of `current`; without it from half to twice as much.
   */
  readonly spread?: number;
  /**
   * Largest magnitude of the numbers of its pair or matrix: one that is 0 is varied by a quarter of
   * this at first.
   */
  readonly size?: number;
  readonly limits?: Pick<FieldOfNumbers, 'min' | 'max' | 'whole' | 'odd'>;
}

/** Tolerances of ordinary lens making are a fraction of this. */
const LENS_SPREAD = 0.01;

/**
 * The properties of a recipe's lens that can be varied, as in tolerancing; none without a lens of
 * the list.
 */
export async function lensFields({ optics: label }: Pick<Recipe, 'optics'>): Promise<SweepField[]> {
  const id = Object.entries(optics).find(([, lens]) => lens.label === label)?.[0];
  if (id === undefined) return [];
  const { changeableOf, loadLensFile } = await import('@lumenloom/engine/measuring');
  return changeableOf(await loadLensFile(id as keyof typeof optics)).map(
    ({ surface, property, value }) => ({
      path: `lens.surfaces[${surface}].${property}`,
      label: `surface ${surface} ${property}`,
      group: `${label}, surfaces from 0`,
      unit: property === 'index' ? '' : 'mm',
      values: undefined,
      current: value,
      spread: LENS_SPREAD,
    }),
  );
}

/**
 * Everything that can be varied in a recipe: its choices, and the parameters of those that are
 * made.
 */
export function sweepFields(
  recipe: Recipe,
  features: readonly WorkbenchFeature[],
): readonly SweepField[] {
  const choices = choiceLists(features).map(({ choice, label, options }): SweepField => ({
    path: choice,
    label,
    group: 'Choices',
    unit: '',
    values: options,
    current: NaN,
  }));
  const groups: Partial<Record<Choice, string>> = { scene: 'Scene', sensor: 'Sensor', isp: 'ISP' };
  const parameters = Object.entries(groups).flatMap(([stage, group]) => {
    const { part, fields } = parametersOf(recipe, stage as Choice) ?? {};
    if (!part || !fields) return [];
    const values = recipe[part] as Readonly<Record<string, unknown>>;
    return fields.flatMap((field) => fieldsOf(field, part, group, values[field.key]));
  });
  return [
    ...choices,
    ...parameters,
    ...opticsFields(recipe, features),
    ...exposureFields(recipe, features),
  ];
}

/** Focus and stray light of the lens; a blank one begins with the value that is proposed. */
const opticsFields = (
  { opticsParams }: Recipe,
  features: readonly WorkbenchFeature[],
): readonly SweepField[] =>
  (
    [
      ['depth', 'Focus', FOCUS_FIELDS],
      ['glare', 'Stray light', STRAY_FIELDS],
      ['lens-files', 'Lens file', LENS_FILE_FIELDS],
    ] as const
  ).flatMap(([feature, group, fields]) =>
    features.includes(feature)
      ? fields.flatMap((field) => fieldsOf(field, 'opticsParams', group, opticsParams?.[field.key]))
      : [],
  );

/** Stops: without a compensation two of them below and above are varied. */
const COMPENSATION_SIZE = 8;

/** The exposure of a recipe: the seconds of a fixed one, else what the meter is told. */
function exposureFields(
  { exposureParams }: Recipe,
  features: readonly WorkbenchFeature[],
): readonly SweepField[] {
  if (!features.includes('exposure')) return [];
  const isFixed = exposureParams?.mode === 'fixed';
  return EXPOSURE_FIELDS.flatMap((field) =>
    field.kind === 'number' && isFixed === (field.key === 'seconds')
      ? fieldsOf(field, 'exposureParams', 'Exposure', exposureParams?.[field.key]).map((one) => ({
          ...one,
          ...(field.key === 'compensation' && { size: COMPENSATION_SIZE }),
        }))
      : [],
  );
}

/** The numbers that a recipe holds, row by row; a blank one is the default. */
function numbersIn(field: FieldOfNumbers, held: unknown): number[] {
  const parts: unknown[] =
    field.kind === 'pair' && typeof held === 'string' ? held.split(',') : [held].flat(2);
  return [field.default]
    .flat(2)
    .map((byDefault, at) => (isBlank(parts[at]) ? byDefault : Number(parts[at])));
}

function fieldsOf(field: Field, part: string, group: string, held: unknown): SweepField[] {
  if (field.hidden) return [];
  const entries = entriesOf(field, `${part}.${field.key}`);
  if (field.kind === 'choice' || field.kind === 'switch') {
    const values = field.kind === 'choice' ? field.options : ['false', 'true'];
    return entries.map((entry) => ({ ...entry, group, unit: '', values, current: NaN }));
  }
  const numbers = numbersIn(field, held);
  const size = Math.max(...numbers.map(Math.abs));
  return entries.map((entry, at) => ({
    ...entry,
    group,
    unit: field.unit,
    values: undefined,
    current: numbers[at]!,
    size,
    limits: field,
  }));
}
