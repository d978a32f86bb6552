import { resampleByArea } from '../../quantities/resample-spectrum.ts';
import { NEAR_INFRARED, type Spectrum } from '../../quantities/wavelengths.ts';
import { fail, isObject, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';
import type { FilterColour } from '../colour-filters.ts';
import {
  DIRECTIONS,
  SHUTTER_KINDS,
  type ChipFile,
  type Crosstalk,
  type CrosstalkKernel,
  type Defects,
  type Microlens,
  type OpticalCrosstalk,
  type RandomTelegraph,
  type Shutter,
} from './chip.ts';
import { checkLimits, limited, numbersOf, oneOf } from './limited.ts';
import { DEFAULT_MERGE, readCaptures, readCompanding, readMerge } from './read-captures.ts';

/** What the readers of single fields need besides the value. */
interface Reading {
  readonly bits: number;
  readonly channels: readonly FilterColour[];
}

type Readers = {
  readonly [Key in keyof ChipFile]-?: (
    file: Table,
    key: Key,
    reading: Reading,
  ) => ChipFile[Key] | undefined;
};

const PER_MILLION = { min: 0, max: 1e5 };
const DEVIATION = { min: 0, max: 1e5, unit: 'e⁻' } as const;

/** A number that has no effect where it is 0. */
const unlessZero = (value: number): number | undefined => (value === 0 ? undefined : value);
const deviation = (file: Table, key: string): number | undefined =>
  unlessZero(limited(file, key, '', DEVIATION));

/** The fields that a file gives; undefined is one that has no effect. */
type ChipLayer = { readonly [Key in keyof ChipFile]?: ChipFile[Key] | undefined };

/** One reader for each field of a chip; undefined where the value has no effect. */
const READERS: Omit<Readers, 'darkNonUniformity'> = {
  shutter: (file, key) => readShutter(file[key], key),
  captures: (file, key, { bits }) => readCaptures(file[key], key, bits),
  merge: (file, key) => readMerge(file[key], key),
  companding: (file, key) => readCompanding(file[key], key),
  crosstalk: (file, key, { channels }) => readCrosstalk(file[key], key, channels),
  defects: (file, key, { bits }) => readDefects(file[key], key, bits),
  rowNoiseElectrons: deviation,
  columnNoiseElectrons: deviation,
  rowOffsetElectrons: deviation,
  columnOffsetElectrons: deviation,
  randomTelegraph: (file, key) => readTelegraph(file[key], key),
  opticalBlackRows: (file, key) =>
    unlessZero(limited(file, key, '', { min: 0, max: 64, whole: true })),
  blackDriftElectrons: deviation,
  nonLinearity: (file, key) => readNonLinearity(file[key], key),
  microlens: (file, key) => readMicrolens(file[key], key),
  aperture: (file, key) => readAperture(file[key], key),
  diffusionMicrometres: (file, key) =>
    unlessZero(limited(file, key, '', { min: 0, max: 10, unit: 'µm' })),
};

/** The fields of a sensor file that this folder reads. */
export const CHIP_KEYS = Object.keys(READERS) as readonly (keyof typeof READERS)[];

/**
 * Reads the chip of a sensor file. A field that is there without an effect is undefined in the
 * answer, and one that is not there is missing, so that a file can be laid over another one.
 *
 * @throws SimulationError naming the field.
 * @see docs/reference/sensor-depth.md
 */
export function readChip(file: Table, reading: Reading): ChipLayer {
  return Object.fromEntries(
    CHIP_KEYS.filter((key) => file[key] !== undefined).map((key) => [
      key,
      (READERS[key] as (file: Table, key: string, reading: Reading) => unknown)(file, key, reading),
    ]),
  );
}

/**
 * A chip with the fields of another one laid over it, without those that have no effect; undefined
 * where nothing is left.
 *
 * @param converterBits of the sensor.
 * @throws SimulationError where fields contradict each other.
 */
export function combinedChip(
  below: ChipFile | undefined,
  above: ChipLayer,
  converterBits: number,
): ChipFile | undefined {
  const { merge, ...fields } = { ...below, ...above };
  const chip = Object.fromEntries(
    Object.entries({ ...fields, merge: fields.captures && (merge ?? DEFAULT_MERGE) }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as ChipFile;
  if (above.merge && !fields.captures) fail('merge', 'merge needs captures.');
  checkTogether(chip, converterBits);
  return Object.keys(chip).length === 0 ? undefined : chip;
}

/** What must hold between the fields of a chip. */
function checkTogether({ captures, merge, shutter, companding }: ChipFile, bits: number): void {
  const isRolling = shutter?.kind === 'rolling' && shutter.lineSeconds > 0;
  for (const [k, { startLines }] of (captures ?? []).entries())
    if (startLines !== undefined && startLines > 0 && !isRolling)
      fail(
        `captures[${k}].startLines`,
        'startLines above 0 needs a rolling shutter with lineSeconds.',
      );
  if (
    merge?.rule === 'variance' &&
    captures!.some(({ sharesChargeWith }) => sharesChargeWith !== undefined)
  )
    fail('merge.rule', 'merge.rule variance needs captures with charges of their own.');
  const linearBits = merge?.linearBits ?? bits;
  if (!companding) {
    if (linearBits > 16)
      fail(
        'merge.linearBits',
        `linearBits of ${linearBits} needs companding: raw files have at most 16 bits.`,
      );
    return;
  }
  const [first, last] = [companding.knees[0]!, companding.knees.at(-1)!];
  const [x, y] = [2 ** linearBits - 1, 2 ** companding.bits - 1];
  if (first[0] !== 0 || first[1] !== 0 || last[0] !== x || last[1] !== y)
    fail('companding.knees', `companding.knees must begin at [0, 0] and end at [${x}, ${y}].`);
}

function readShutter(value: unknown, path: string): Shutter | undefined {
  const table = tableOf(value, path, path);
  refuseUnknown(
    table,
    ['kind', 'lineSeconds', 'direction', 'linesTogether', 'parasiticLightSensitivity'],
    path,
    path,
  );
  const shutter = {
    kind: oneOf(table, 'kind', path, SHUTTER_KINDS, 'global'),
    lineSeconds: limited(table, 'lineSeconds', path, { min: 0, max: 0.1, unit: 's' }, 0),
    direction: oneOf(table, 'direction', path, DIRECTIONS, 'down'),
    linesTogether: limited(table, 'linesTogether', path, { min: 1, max: 64, whole: true }, 1),
    parasiticLightSensitivity: limited(
      table,
      'parasiticLightSensitivity',
      path,
      { min: 0, max: 1 },
      0,
    ),
  };
  if (shutter.kind !== 'global' && shutter.parasiticLightSensitivity > 0)
    fail(
      `${path}.parasiticLightSensitivity`,
      'parasiticLightSensitivity belongs to a global shutter.',
    );
  // Without a time per line all rows are read at once, whatever the kind.
  return shutter.lineSeconds === 0 ? undefined : shutter;
}

const KERNEL_SIDE = 3;
const SUM_ROUNDING = 1e-12;

/** A kernel of 3 x 3 shares; undefined where each pixel keeps all that it collects. */
function readKernel(value: unknown, path: string): CrosstalkKernel | undefined {
  if (!Array.isArray(value) || value.length !== KERNEL_SIDE)
    return fail(path, `${path} must be 3 rows of 3 shares.`);
  const kernel = (value as readonly unknown[]).map((row, r) =>
    numbersOf(row, `${path}[${r}]`, KERNEL_SIDE),
  );
  for (const [r, row] of kernel.entries())
    for (const [c, share] of row.entries()) {
      const at = `${path}[${r}][${c}]`;
      checkLimits(share, at, at, { min: 0, max: 1 });
    }
  const sum = kernel.flat().reduce((total, share) => total + share, 0);
  if (sum > 1 + SUM_ROUNDING)
    fail(path, `${path} sums to ${Number(sum.toPrecision(6))}: at most 1.`);
  return kernel[1]![1] === 1 ? undefined : kernel;
}

function readCrosstalk(
  value: unknown,
  path: string,
  channels: readonly FilterColour[],
): Crosstalk | undefined {
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['optical', 'electrical'], path, path);
  const optical =
    table['optical'] === undefined
      ? undefined
      : readOptical(table['optical'], `${path}.optical`, channels);
  const electrical =
    table['electrical'] === undefined
      ? undefined
      : readKernel(table['electrical'], `${path}.electrical`);
  return optical || electrical
    ? { ...(optical && { optical }), ...(electrical && { electrical }) }
    : undefined;
}

function readOptical(
  value: unknown,
  path: string,
  channels: readonly FilterColour[],
): OpticalCrosstalk | undefined {
  if (Array.isArray(value)) {
    const kernel = readKernel(value, path);
    return kernel && { kernel };
  }
  const table = tableOf(value, path, path);
  if (table['nm'] !== undefined || table['share'] !== undefined) return readShare(table, path);
  refuseUnknown(table, channels, path, path);
  const kernels = Object.fromEntries(
    Object.keys(table).flatMap((colour) => {
      const kernel = readKernel(table[colour], `${path}.${colour}`);
      return kernel ? [[colour, kernel]] : [];
    }),
  );
  return Object.keys(kernels).length === 0 ? undefined : { kernels };
}

function readShare(table: Table, path: string): OpticalCrosstalk | undefined {
  refuseUnknown(table, ['nm', 'share'], path, path);
  const nm = risingNumbers(table, 'nm', path, 'wavelength');
  const share = numbersOf(table['share'], `${path}.share`, nm.length);
  for (const [i, value] of share.entries())
    checkLimits(value, `${path}.share[${i}]`, `${path}.share[${i}]`, { min: 0, max: 1 });
  return share.every((value) => value === 0)
    ? undefined
    : { share: Array.from(resampleByArea(nm, share)) };
}

/**
 * Share per band of the near infrared that goes to the four neighbours, of a file's `crosstalk`
 * that was read; undefined where it has no share by wavelength.
 */
export function nearInfraredShareOf(crosstalk: unknown): Spectrum | undefined {
  const optical = isObject(crosstalk) && crosstalk['optical'];
  if (!isObject(optical) || optical['nm'] === undefined) return undefined;
  const { nm, share } = optical as Readonly<Record<'nm' | 'share', readonly number[]>>;
  return resampleByArea(nm, share, NEAR_INFRARED);
}

/** A list of at least two rising numbers. */
function risingNumbers(table: Table, key: string, path: string, what: string): readonly number[] {
  const at = `${path}.${key}`;
  const numbers = numbersOf(table[key], at);
  if (numbers.length < 2) fail(at, `${at} must be a list of at least two numbers.`);
  for (const [i, value] of numbers.entries())
    if (i > 0 && !(value > numbers[i - 1]!))
      fail(`${at}[${i}]`, `${value} does not exceed the ${what} before it.`);
  return numbers;
}

function readDefects(value: unknown, path: string, bits: number): Defects | undefined {
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['hot', 'dead', 'stuck', 'columns'], path, path);
  const kind = (name: string, keys: readonly string[]): Table | undefined => {
    if (table[name] === undefined) return undefined;
    const entry = tableOf(table[name], `${path}.${name}`, `${path}.${name}`);
    refuseUnknown(entry, ['perMillion', ...keys], `${path}.${name}`, `${path}.${name}`);
    const perMillion = limited(entry, 'perMillion', `${path}.${name}`, PER_MILLION);
    return perMillion === 0 ? undefined : { ...entry, perMillion };
  };
  const coded = (name: string) => {
    const entry = kind(name, ['code']);
    const limits = { min: 0, max: 2 ** bits - 1, whole: true } as const;
    return entry && { ...entry, code: limited(entry, 'code', `${path}.${name}`, limits, 0) };
  };
  const hot = kind('hot', ['electronsPerSecond']);
  const rate = hot && limited(hot, 'electronsPerSecond', `${path}.hot`, { min: 0, max: 1e9 });
  const defects = Object.fromEntries(
    Object.entries({
      hot: rate ? hot : undefined,
      dead: kind('dead', []),
      stuck: coded('stuck'),
      columns: coded('columns'),
    }).filter(([, entry]) => entry !== undefined),
  ) as Defects;
  return Object.keys(defects).length === 0 ? undefined : defects;
}

function readTelegraph(value: unknown, path: string): RandomTelegraph | undefined {
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['perMillion', 'electrons'], path, path);
  const perMillion = limited(table, 'perMillion', path, PER_MILLION);
  const electrons = limited(table, 'electrons', path, DEVIATION);
  return perMillion === 0 || electrons === 0 ? undefined : { perMillion, electrons };
}

function readNonLinearity(value: unknown, path: string): readonly [number, number] | undefined {
  const [a2, a3] = numbersOf(value, path, 2) as [number, number];
  for (const [i, number] of [a2, a3].entries())
    checkLimits(number, `${path}[${i}]`, `${path}[${i}]`, { min: -0.5, max: 0.5 });
  const slope = (u: number): number => 1 + 2 * a2 * u + 3 * a3 * u * u;
  const vertex = a3 === 0 ? 0 : -a2 / (3 * a3);
  const places = [0, 1, Math.min(Math.max(vertex, 0), 1)];
  if (!places.every((u) => slope(u) > 0)) fail(path, 'nonLinearity must rise from 0 to the well.');
  return a2 === 0 && a3 === 0 ? undefined : [a2, a3];
}

function readAperture(value: unknown, path: string): readonly [number, number] | undefined {
  const [width, height] = numbersOf(value, path, 2) as [number, number];
  for (const [i, share] of [width, height].entries())
    checkLimits(share, `${path}[${i}]`, `${path}[${i}]`, { min: 0.05, max: 1 });
  return width === 1 && height === 1 ? undefined : [width, height];
}

const LENGTH = { above: 0, max: 50, unit: 'µm' } as const;

function readMicrolens(value: unknown, path: string): Microlens {
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['heightMicrometres', 'apertureMicrometres', 'chiefRay'], path, path);
  return {
    heightMicrometres: limited(table, 'heightMicrometres', path, LENGTH),
    apertureMicrometres: limited(table, 'apertureMicrometres', path, LENGTH),
    chiefRay: readChiefRay(table['chiefRay'], `${path}.chiefRay`),
  };
}

/** The design of the lenses; without one they stand above the middles of their pixels. */
function readChiefRay(value: unknown, path: string): Microlens['chiefRay'] {
  if (value === undefined) return { heightMm: [0, 1], degrees: [0, 0] };
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['heightMm', 'degrees'], path, path);
  const heightMm = risingNumbers(table, 'heightMm', path, 'height');
  const degrees = numbersOf(table['degrees'], `${path}.degrees`, heightMm.length);
  checkLimits(heightMm[0]!, `${path}.heightMm[0]`, `${path}.heightMm[0]`, { min: 0 });
  for (const [i, angle] of degrees.entries())
    checkLimits(angle, `${path}.degrees[${i}]`, `${path}.degrees[${i}]`, { min: 0, max: 60 });
  return { heightMm, degrees };
}

/**
 * The relative deviation of the dark current, which stands among the fields of `darkCurrent`.
 *
 * @param dark that object of a file.
 * @returns a share, 1 for 100 %; undefined where all pixels have the same.
 */
export const darkNonUniformityOf = (dark: unknown): number | undefined =>
  isObject(dark) && dark['nonUniformityPercent'] !== undefined
    ? unlessZero(limited(dark, 'nonUniformityPercent', 'darkCurrent', { min: 0, max: 1000 }) / 100)
    : undefined;
