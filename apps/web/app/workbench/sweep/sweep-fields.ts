import type { WorkbenchFeature } from '@lumenloom/contract';
import type { Field } from '@lumenloom/engine/catalogue';
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
