import { isObject, plainNumber, readSensorOverlay, sensors } from '@lumenloom/engine/catalogue';
import type { FieldTable, Recipe } from '../../model/recipe/recipe.ts';

/** A number where the text is one; other text as it is, for the run to refuse. */
export function numberOrText(text: string): number | string {
  const number = plainNumber(text.trim());
  return Number.isFinite(number) ? number : text;
}

/** A number as it is typed, without the digits that its rounding has left. */
export const typedNumber = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toPrecision(12))) : wordIn(value, '');

/** A word; what a recipe holds in place of one is blank or the default. */
export const wordIn = (value: unknown, byDefault: string): string =>
  typeof value === 'string' ? value : byDefault;

/** Another unit of a typed number: 50 of a millionth are 5e-5. Other text stays. */
export function dividedBy(text: string, divisor: number): number | string {
  const number = numberOrText(text);
  return typeof number === 'number' ? number / divisor : number;
}

export const tableOf = (value: unknown): FieldTable => (isObject(value) ? value : {});

/** Why the engine refuses something, and the path of the field that is wrong. */
interface Refusal {
  readonly field: string;
  readonly message: string;
}

/** The sentence of a refusal at the field of its path. */
export const problemsOf = (
  refusal: Refusal | undefined,
  keyOf: (path: string) => string,
): Readonly<Record<string, string>> => (refusal ? { [keyOf(refusal.field)]: refusal.message } : {});

/** What the engine says of an object of a recipe; undefined where it takes it. */
export function refusalOf(read: () => unknown): Refusal | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    const { field = '', message } = error as { readonly field?: string; readonly message: string };
    return { field, message };
  }
}

/**
 * What the engine says of fields over the sensor of a recipe, beside the recipe's shutter; an own
 * sensor counts as a plain one.
 */
export function sensorRefusal({ sensor: chosen, sensorFile }: Recipe, fields: FieldTable) {
  const { label, order, bits } =
    Object.values(sensors).find((sensor) => sensor.label === chosen) ?? sensors.bayerGrbg;
  const { shutter } = sensorFile ?? {};
  const below = { name: label, order, bits, parameters: {} };
  return refusalOf(() =>
    readSensorOverlay({ ...(shutter !== undefined && { shutter }), ...fields }, below),
  );
}
