import { limitProblem, type DocumentField, type NumberField } from '../field-descriptor.ts';
import { fail, numberIn, refuseUnknown, tableOf, type Table } from '../text/json-fields.ts';
import { sensorFields } from './bayer/descriptor.ts';
import { EFFECTS_OFF } from './read-out/effect-fields.ts';
import type { SensorParameters } from './sensor-parameters.ts';

/** The twelve fields, by their keys. */
export const FIELDS: Readonly<Record<string, NumberField>> = Object.fromEntries(
  sensorFields.map((field) => [field.key, field]),
);
/** Quantities in electrons or codes, with the fields in whose place they stand. */
export const IN_PLACE_OF = {
  readNoiseElectrons: 'read_noise',
  dsnuElectrons: 'dsnu',
  blackLevel: 'analog_offset',
} as const;
export type InPlace = keyof typeof IN_PLACE_OF;
/** The same as fields of a document. */
export const LEVEL_FIELDS: readonly DocumentField[] = [
  { key: 'readNoiseElectrons', label: 'Read Noise', unit: 'e⁻' } as const,
  { key: 'dsnuElectrons', label: 'DSNU', unit: 'e⁻' } as const,
  { key: 'blackLevel', label: 'Black Level', unit: '', help: 'Code in the dark.' } as const,
].map((field) => ({ kind: 'number', min: 0, ...field }));
/**
 * The value of a field that the file marks as unknown by null: no noise, and values that leave the
 * signal as it is. The other fields cannot be unknown.
 */
export const UNKNOWN: Readonly<Record<string, number>> = {
  dark_voltage: 0,
  prnu: 0,
  dsnu: 0,
  analog_offset: 0,
  voltage_swing: 1,
  fill_factor: 1,
  analog_gain: 1,
  ...EFFECTS_OFF,
};

/** Fields that are assumed where the file marks them as unknown; see assumed-figures.ts. */
export const ASSUMABLE: readonly string[] = ['read_noise', 'well_capacity'];

/** Some of the twelve fields, in the units of a recipe. */
type FileParameters = Readonly<Partial<Record<keyof SensorParameters, number>>>;

/** Reads those of the twelve fields that a file gives; what it leaves to be assumed is left out. */
export function readParameters(parameters: unknown, path: string): FileParameters {
  if (parameters === undefined) return {};
  const table = tableOf(parameters, path, path);
  refuseUnknown(table, Object.keys(FIELDS), path, path);
  return Object.fromEntries(
    Object.keys(table).flatMap((key) => {
      if (table[key] === null && ASSUMABLE.includes(key)) return [];
      if (table[key] === null && UNKNOWN[key] === undefined)
        fail(`${path}.${key}`, `${key} must be given: null, unknown, is for noise and gains.`);
      const value = table[key] === null ? UNKNOWN[key]! : numberIn(table, key, path, path);
      const problem = limitProblem(FIELDS[key]!, value);
      if (problem) fail(`${path}.${key}`, problem);
      return [[key, value]];
    }),
  );
}

/** The path of a field of the file, or of an object in it. */
const at = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

/** Reads what a file gives in electrons or codes. */
export function readLevels(
  values: Table,
  bits: number,
  path = '',
): Partial<Readonly<Record<InPlace, number>>> {
  return Object.fromEntries(
    (Object.keys(IN_PLACE_OF) as InPlace[]).flatMap((key) => {
      if (values[key] === undefined) return [];
      const value = numberIn(values, key, path, path === '' ? 'The sensor' : path);
      if (value < 0) fail(at(path, key), `${key} must be at least 0, not ${value}.`);
      if (key === 'blackLevel' && value >= 2 ** bits)
        fail(
          at(path, key),
          `${key} must be less than ${2 ** bits}, the codes of ${bits} bits, not ${value}.`,
        );
      return [[key, value]];
    }),
  );
}

/** A quantity that is given twice, in volts and in electrons or codes, is refused. */
export function refuseBoth(parameters: FileParameters, keys: readonly string[], path = ''): void {
  const inPlace: Readonly<Record<string, string>> = {
    ...IN_PLACE_OF,
    darkCurrent: 'dark_voltage',
  };
  for (const key of keys)
    if (Object.hasOwn(parameters, inPlace[key]!))
      fail(at(path, key), `${key} and ${inPlace[key]!} are the same quantity: give one of them.`);
}
