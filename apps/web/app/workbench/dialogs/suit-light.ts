import { member, toIspParameters } from '@lumenloom/contract';
import { photonsToEnergy, sensors, type Field } from '@lumenloom/engine/catalogue';
import { listedChoice } from '../library/own-choice.ts';
import type { Recipe, TypedValue } from '../recipe/recipe.ts';
import { completed, type Cells, type Typed } from './parameter-form.ts';
import { lightOf } from './white-balance-note.ts';

/** Values that were filled in, and a sentence that says which. */
export interface FilledIn {
  readonly sentence: string;
  readonly changes: Typed;
}

/** A number as it would be typed. */
const typedOf = (value: boolean | number | readonly (readonly number[])[]): TypedValue => {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? String(value) : value.map((row) => row.map(String));
};

/** Gains and cells are whole numbers, so what suits already may differ by one. */
const ROUNDING = 1;

const isNear = (one: TypedValue | undefined, other: TypedValue): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) {
    const cells = (other as Cells).flat();
    return (one as Cells).flat().every((cell, at) => isNear(cell, cells[at]!));
  }
  if (typeof other === 'boolean') return one === other;
  return Math.abs(Number(one) - Number(other)) <= ROUNDING;
};

const NO_LIGHT = 'Choose an illuminant or a scene first: the light is not known.';

/**
 * AWB and CCM that suit the light of the recipe, from its spectrum and the typed values, whose
 * brightness of white is kept (docs/reference/measuring.md#colour).
 *
 * @param fields of the ISP.
 */
export async function suitLight(
  recipe: Recipe,
  fields: readonly Field[],
  typed: Typed,
): Promise<FilledIn> {
  const light = lightOf(recipe);
  if (!light || !light.photons.some((value) => value > 0))
    return { sentence: NO_LIGHT, changes: {} };
  const before = completed(fields, typed);
  const [, sensor] =
    member(sensors, listedChoice('sensor', recipe.sensor)) ?? Object.entries(sensors)[0]!;
  const given = toIspParameters(before, sensor.bits);
  if (!given.ok) return { sentence: given.problems[0]!.message, changes: {} };
  const { suitedParameters } = await import('@lumenloom/engine/measuring');
  const suited = suitedParameters(photonsToEnergy(light.photons), given.value.parameters);
  const changes = Object.fromEntries(
    Object.entries(suited).flatMap(([key, value]) =>
      isNear(before[key], typedOf(value)) ? [] : [[key, typedOf(value)]],
    ),
  );
  const words = Object.entries(changes).map(([key, value]) =>
    changeInWords(fields.find((field) => field.key === key)!.label, before[key]!, value),
  );
  return {
    sentence:
      words.length === 0
        ? `AWB and CCM suit ${light.label} already.`
        : `For ${light.label}: ${words.join(', ')}.`,
    changes,
  };
}

/** One change: before and after of a number, the number of cells of a matrix that have changed. */
function changeInWords(label: string, before: TypedValue, after: TypedValue): string {
  if (typeof after === 'boolean') return `${label} ${after ? 'on' : 'off'}`;
  if (!Array.isArray(after)) return `${label} ${String(before)}\u00a0→\u00a0${String(after)}`;
  const cells = (after as Cells).flat();
  const old = (before as Cells).flat();
  const changed = cells.filter((cell, at) => !isNear(old[at], cell)).length;
  return `${changed} of ${cells.length} ${label}`;
}
