import type { WorkbenchFeature } from '@lumenloom/contract';
import { optics, type Field } from '@lumenloom/engine/catalogue';
import { choiceLists } from '../choices/choice-lists.ts';
import { parametersOf } from '../recipe/differences.ts';
import type { Choice, Recipe } from '../recipe/recipe.ts';

/** A field of the recipe that a sweep can vary. */
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
  /** What its numbers may be varied by at first, as a share of `current`; without it from half to twice as much. */
  readonly spread?: number;
}

/** Tolerances of ordinary lens making are a fraction of this. */
const LENS_SPREAD = 0.01;

/** What can be varied of the lens of a recipe, as in tolerancing; nothing without a lens of the list. */
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

/** Everything that can be varied in a recipe: its choices, and the parameters of those that are made. */
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
    return fields.flatMap((field) => fieldOf(field, part, group, values));
  });
  return [...choices, ...parameters];
}

function fieldOf(
  field: Field,
  part: string,
  group: string,
  values: Readonly<Record<string, unknown>>,
): SweepField[] {
  const { key, label, kind, hidden } = field;
  if (hidden || kind === 'pair' || kind === 'matrix') return [];
  return [
    {
      path: `${part}.${key}`,
      label: kind === 'switch' && !/\b(on|enabled)\b/i.test(label) ? `${label} on` : label,
      group,
      unit: kind === 'number' ? field.unit : '',
      values: kind === 'choice' ? field.options : kind === 'switch' ? ['false', 'true'] : undefined,
      current: kind === 'number' ? Number(values[key] ?? field.default) : NaN,
    },
  ];
}
