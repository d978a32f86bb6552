import type { SensorTable } from '@lumenloom/browser-host';
import type { SensorConditions } from '@lumenloom/contract';
import {
  FILTER_COLOURS,
  NAMED_TILES,
  defaultEfficiency,
  isObject,
  isTile,
  type FilterColour,
  WAVELENGTHS,
} from '@lumenloom/engine/catalogue';
import { numberOrText, typedNumber } from '../../kit/dialog/field-tables.ts';
import type { SheetField } from './sensor-fields.ts';

/** A sensor that is designed, and the light and lens in which its figures are looked at. */
export interface SensorDraft {
  /** The fields of its file, as they were typed: the engine says what is wrong with them. */
  readonly sensor: SensorTable;
  readonly conditions: SensorConditions;
  /** The sensor as it was opened or saved last, and the choice of a recipe that names it. */
  readonly saved: { readonly sensor: SensorTable; readonly choice: string };
}

/** The same quantity in volts, and in electrons or codes; a file has one of them. */
const SAME: readonly (readonly [string, string])[] = [
  ['sensorParams.read_noise', 'readNoiseElectrons'],
  ['sensorParams.dsnu', 'dsnuElectrons'],
  ['sensorParams.analog_offset', 'blackLevel'],
  ['sensorParams.dark_voltage', 'darkCurrent.electronsPerSecond'],
];

/** The value at a place of a file, `sensorParams.pixel_size`; undefined where it has none. */
export const valueAt = (table: SensorTable, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), table);

/** The file with another value; undefined takes it out, and objects that are empty then. */
export function withValue(table: SensorTable, path: string, value: unknown): SensorTable {
  const [key = '', ...rest] = path.split('.');
  const { [key]: below, ...others } = table;
  if (rest.length === 0) return value === undefined ? others : { ...table, [key]: value };
  const inner = withValue(isObject(below) ? below : {}, rest.join('.'), value);
  return Object.keys(inner).length === 0 ? others : { ...table, [key]: inner };
}

/** The same; a quantity that is given takes the place of the same in other units. */
export function withQuantity(table: SensorTable, path: string, value: unknown): SensorTable {
  const other = SAME.find((pair) => pair.includes(path))?.find((one) => one !== path);
  const free =
    other === undefined || value === undefined ? table : withValue(table, other, undefined);
  return withValue(free, path, value);
}

/** A value as it stands in the sheet. */
export function textOf(table: SensorTable, { path }: Pick<SheetField, 'path'>): string {
  const value = valueAt(table, path);
  if (value === undefined) return '';
  return typeof value === 'number' || typeof value === 'string'
    ? typedNumber(value)
    : JSON.stringify(value);
}

/** What was typed, as it stands in the file; text that is nothing else stays text. */
export function typedValue({ kind }: Pick<SheetField, 'kind'>, text: string): unknown {
  const typed = text.trim().replace(/^−/, '-');
  if (typed === '') return undefined;
  if (typed === 'null') return null;
  if (kind === 'number') return numberOrText(typed.replace(',', '.'));
  if (kind !== 'json') return typed;
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}

/**
 * The fields of a recipe over those of a file: its twelve, but for those in whose place the file
 * has other ones, and those of its `sensorFile`.
 */
export function withRecipe(
  table: SensorTable,
  parameters: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>> = {},
): SensorTable {
  const replaced = SAME.filter(([, other]) => valueAt(table, other) !== undefined).map(
    ([path]) => path,
  );
  const typed = Object.entries(parameters).reduce((file, [key, text]) => {
    const path = `sensorParams.${key}`;
    const value = typedValue({ kind: 'number' }, String(text));
    return value === undefined || replaced.includes(path) ? file : withValue(file, path, value);
  }, table);
  return Object.entries(fields).reduce(
    (file, [key, value]) => withQuantity(file, key, value),
    typed,
  );
}

/** The rows of the tile of a file; undefined where its pattern is none. */
export function tileOf(table: SensorTable): readonly string[] | undefined {
  const { pattern } = table;
  const tile = typeof pattern === 'string' ? NAMED_TILES[pattern] : pattern;
  return isTile(tile) ? tile : undefined;
}

/** Colours of a tile, in the order of the channels. */
export const coloursOf = (tile: readonly string[]): readonly FilterColour[] =>
  Object.entries(FILTER_COLOURS).flatMap(([letter, colour]) =>
    tile.some((row) => row.includes(letter)) ? [colour] : [],
  );

/** Curves of a sensor by the names of their colours, one value per band. */
export type Curves = Readonly<Record<string, readonly number[]>>;

/** The file with other curves in front of its IR cut and coating. */
export function withCurves(table: SensorTable, curves: Curves): SensorTable {
  const { quantumEfficiencyAt: _, ...rest } = table;
  return { ...rest, quantumEfficiency: { nm: [...WAVELENGTHS], ...curves } };
}

/** What lies over all pixels, by its field of the file. */
export const FILTERS = { irCut: 'IR cut', antiReflection: 'coating' } as const;
export type FilterField = keyof typeof FILTERS;

/** The transmission of one in the bands; undefined where the file has no table of it. */
export function filterCurve(table: SensorTable, field: FilterField): readonly number[] | undefined {
  const [nm, shares] = [valueAt(table, `${field}.nm`), valueAt(table, `${field}.transmission`)];
  if (!isNumbers(nm) || !isNumbers(shares) || nm.length === 0 || nm.length !== shares.length)
    return undefined;
  return WAVELENGTHS.map((band) => {
    const after = nm.findIndex((one) => one >= band);
    if (after <= 0) return shares.at(after)!;
    const [low, high] = [nm[after - 1]!, nm[after]!];
    const share = (band - low) / (high - low);
    return shares[after - 1]! * (1 - share) + shares[after]! * share;
  });
}

const isNumbers = (list: unknown): list is readonly number[] =>
  Array.isArray(list) && list.every((one) => typeof one === 'number');

/** The file with another transmission of what lies over all pixels. */
export const withFilter = (
  table: SensorTable,
  field: FilterField,
  transmission: readonly number[],
): SensorTable => ({ ...table, [field]: { nm: [...WAVELENGTHS], transmission } });

/** A share of the photons with the digits that are edited, 0 to 1. */
export const roundedShare = (share: number): number =>
  Number(Math.min(1, Math.max(0, share)).toFixed(4));

/** A bell in the bands: its middle and its width at half of the peak, nm. */
export const bellCurve = (centre: number, width: number, peak: number): readonly number[] =>
  WAVELENGTHS.map((nm) =>
    roundedShare(peak * Math.exp(-4 * Math.LN2 * ((nm - centre) / width) ** 2)),
  );

/** A value of a curve with a quarter of each neighbour; at the ends with the one that is there. */
export const smoothedAt = (curve: readonly number[], band: number): number =>
  ((curve[band - 1] ?? curve[band]!) + 2 * curve[band]! + (curve[band + 1] ?? curve[band]!)) / 4;

/** The file with another tile; colours that are new get the curves of the reference sensor. */
export function withTile(
  table: SensorTable,
  pattern: string | readonly string[],
  curves: Curves,
): SensorTable {
  const next = { ...table, pattern };
  const tile = tileOf(next);
  if (!tile || table['quantumEfficiency'] === undefined) return next;
  return withCurves(
    next,
    Object.fromEntries(
      coloursOf(tile).map((colour) => [
        colour,
        curves[colour] ?? Array.from(defaultEfficiency(colour)),
      ]),
    ),
  );
}

/**
 * The curves of a text with a header of `nm` and the colours, and numbers in lines.
 *
 * @returns a sentence where it is no such text; the engine says what else is wrong.
 */
export function curvesOfText(
  text: string,
  colours: readonly string[],
): Readonly<Record<string, readonly number[]>> | string {
  const [header = '', ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(/[,;\t]/).map((cell) => cell.trim().toLowerCase());
  const wanted = ['nm', ...colours];
  if (wanted.some((name) => !names.includes(name)))
    return `The first line must name the columns: ${wanted.join(',')}.`;
  const rows = lines.map((line) => line.split(/[,;\t]/).map(Number));
  const wrong = rows.findIndex(
    (row) => row.length !== names.length || row.some((value) => !Number.isFinite(value)),
  );
  if (wrong >= 0) return `Line ${wrong + 2} must have ${names.length} numbers.`;
  return Object.fromEntries(
    wanted.map((name) => [name, rows.map((row) => row[names.indexOf(name)]!)]),
  );
}

/** Curves scaled together so that one colour has a known value at a wavelength, at most 1. */
export function scaledCurves(curves: Curves, colour: string, nm: number, value: number): Curves {
  const at = WAVELENGTHS.findIndex((band) => band >= nm);
  const after = Math.max(1, at);
  const share = (nm - WAVELENGTHS[after - 1]!) / (WAVELENGTHS[after]! - WAVELENGTHS[after - 1]!);
  const curve = curves[colour]!;
  const now = curve[after - 1]! * (1 - share) + curve[after]! * share;
  return Object.fromEntries(
    Object.entries(curves).map(([name, values]) => [
      name,
      values.map((one) => Math.min(1, (one * value) / now)),
    ]),
  );
}

/** Dark current at temperatures, electrons per second; undefined where the file does not say. */
export function darkCurve(
  table: SensorTable,
): { readonly celsius: readonly number[]; readonly rate: readonly number[] } | undefined {
  const [rate, at, doubling] = ['electronsPerSecond', 'atCelsius', 'doublingKelvin'].map((key) =>
    valueAt(table, `darkCurrent.${key}`),
  );
  if (typeof rate !== 'number' || typeof at !== 'number' || typeof doubling !== 'number')
    return undefined;
  const celsius = Array.from({ length: 41 }, (_, step) => -20 + 2.5 * step);
  return { celsius, rate: celsius.map((one) => rate * 2 ** ((one - at) / doubling)) };
}
