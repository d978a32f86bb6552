import { member, parametersOfIsp, toSensorPlan } from '@lumenloom/contract';
import {
  ispNamed,
  photonsToEnergy,
  sensors,
  type FieldValue,
  type IspId,
  type Matrix,
} from '@lumenloom/engine/catalogue';
import { listedChoice } from '../../model/own-names.ts';
import type { Recipe, TypedValue } from '../../model/recipe/recipe.ts';
import { withDefaults, type Cells, type TypedValues } from './parameter-form.ts';
import { lightOf } from './white-balance-note.ts';

/** Values that were filled in, and a sentence that says which. */
export interface FilledIn {
  readonly sentence: string;
  readonly changes: TypedValues;
}

/** A number as it would be typed. */
const typedOf = (value: FieldValue | undefined): TypedValue => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) && Array.isArray(value[0])
    ? (value as Matrix).map((row) => row.map(String))
    : String(value);
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

/** Figures of the chart before and after. */
const figures = (before: number, after: number, digits = 1): string =>
  `${before.toFixed(digits)}\u00a0→\u00a0${after.toFixed(digits)}`;

/**
 * Values of an ISP that suit the light of the recipe, as they develop the Macbeth chart with the
 * typed ones, and what they make better (docs/reference/measuring.md#suit-light).
 */
export async function suitLight(recipe: Recipe, isp: IspId, typed: TypedValues): Promise<FilledIn> {
  const refuse = (sentence: string): FilledIn => ({ sentence, changes: {} });
  const { fields, suit, lacks } = ispNamed(isp);
  if (!suit) return refuse(lacks.suit!);
  const light = lightOf(recipe);
  if (!light || !light.photons.some((value) => value > 0)) return refuse(NO_LIGHT);
  const before = withDefaults(fields, typed);
  const [, { label, wireKey }] =
    member(sensors, listedChoice('sensor', recipe.sensor)) ?? Object.entries(sensors)[0]!;
  const sensor = toSensorPlan(label, recipe[wireKey]);
  if (!sensor.ok) return refuse(sensor.problems[0]!.message);
  const ispParameters = parametersOfIsp(isp, before, sensor.value.sensor.bits);
  if (!ispParameters.ok) return refuse(ispParameters.problems[0]!.message);
  const [{ SimulationError }, code] = await Promise.all([
    import('@lumenloom/engine/measuring'),
    suit.load(),
  ]);
  try {
    const suited = code.suit(
      photonsToEnergy(light.photons),
      sensor.value.sensor,
      ispParameters.value.parameters,
    );
    const chart = `the Macbeth chart under ${light.label}`;
    if (!suited.isBetter)
      return refuse(
        `${suit.changes} stay: no others were found that lower the colour error of ${chart}, CIEDE2000 ${suited.before.mean.toFixed(1)}, without clipping more.`,
      );
    const changes = Object.fromEntries(
      Object.entries(suited.parameters).flatMap(([key, value]) =>
        isNear(before[key], typedOf(value)) ? [] : [[key, typedOf(value)]],
      ),
    );
    const words = Object.entries(changes).map(([key, value]) =>
      changeInWords(fields.find((field) => field.key === key)!.label, before[key]!, value),
    );
    return {
      sentence: `For ${chart}: CIEDE2000 ${figures(suited.before.mean, suited.after.mean)}, clipped by ${suit.clips} ${figures(suited.before.clippedPercent, suited.after.clippedPercent)}\u00a0%. A white diffuser, not the slightly yellow white patch, is neutral. Changed: ${words.join(', ')}.`,
      changes,
    };
  } catch (error) {
    if (error instanceof SimulationError) return refuse(error.message);
    throw error;
  }
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
