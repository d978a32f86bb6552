import type { DocumentField } from '../../field-descriptor.ts';
import { resampleByArea } from '../../quantities/resample-spectrum.ts';
import { NEAR_INFRARED, type Spectrum } from '../../quantities/wavelengths.ts';
import { readMember, type ObjectValue } from '../../read-document.ts';
import { fail, isObject, refuseUnknown, type Table } from '../../text/json-fields.ts';
import type { FilterColour } from '../colour-filters.ts';
import { CHIP_FIELDS } from './chip-fields.ts';
import type {
  ChipFile,
  Companding,
  Crosstalk,
  CrosstalkKernel,
  Defects,
  Microlens,
  OpticalCrosstalk,
} from './chip.ts';
import { DEFAULT_MERGE, readCaptures } from './read-captures.ts';

/** What the rules of single fields need besides the value. */
interface Reading {
  readonly bits: number;
  readonly channels: readonly FilterColour[];
}

/** The fields of a chip as their descriptors read them. */
type Read = Required<ObjectValue<typeof CHIP_FIELDS>>;
type ReadKey = keyof Read & keyof ChipFile;

/** The fields that a file gives; undefined is one that has no effect. */
type ChipLayer = { readonly [Key in keyof ChipFile]?: ChipFile[Key] | undefined };

/** A number that has no effect where it is 0. */
const unlessZero = (value: number): number | undefined => (value === 0 ? undefined : value);

/**
 * What must hold beyond the limits of a field, by its key; undefined where the value has no effect.
 * A field without a rule is a number, and has none at 0.
 */
const RULES: {
  readonly [Key in ReadKey as Read[Key] extends number ? never : Key]: (
    value: Read[Key],
    sent: unknown,
    reading: Reading,
  ) => ChipFile[Key] | undefined;
} = {
  shutter: (shutter) => {
    if (shutter.kind !== 'global' && shutter.parasiticLightSensitivity > 0)
      fail(
        'shutter.parasiticLightSensitivity',
        'parasiticLightSensitivity belongs to a global shutter.',
      );
    // Without a time per line all rows are read at once, whatever the kind.
    return shutter.lineSeconds === 0 ? undefined : shutter;
  },
  merge: (merge) => {
    const most = 2 ** merge.linearBits - 2;
    if (merge.blackLevel > most)
      fail('merge.blackLevel', `blackLevel must be at most ${most}, not ${merge.blackLevel}.`);
    return merge;
  },
  companding: effectiveCompanding,
  crosstalk: effectiveCrosstalk,
  defects: effectiveDefects,
  randomTelegraph: (telegraph) =>
    telegraph.perMillion === 0 || telegraph.electrons === 0 ? undefined : telegraph,
  nonLinearity: effectiveNonLinearity,
  microlens: (lens): Microlens => ({
    ...lens,
    // Without a design they stand above the middles of their pixels.
    chiefRay: lens.chiefRay ?? { heightMm: [0, 1], degrees: [0, 0] },
  }),
  aperture: (box) => (box[0] === 1 && box[1] === 1 ? undefined : box),
};

/** The fields of a sensor file that this folder reads. */
export const CHIP_KEYS = [
  'shutter',
  'captures',
  ...CHIP_FIELDS.map(({ key }) => key).filter((key) => key !== 'shutter'),
] as const;

/**
 * Reads the chip of a sensor file. A field that is there without an effect is undefined in the
 * answer, and one that is not there is missing, so that a file can be laid over another one.
 *
 * @throws SimulationError naming the field.
 * @see docs/reference/sensor-depth.md
 */
export function readChip(file: Table, reading: Reading): ChipLayer {
  const fields = new Map<string, DocumentField>(CHIP_FIELDS.map((field) => [field.key, field]));
  return Object.fromEntries(
    CHIP_KEYS.filter((key) => file[key] !== undefined).map((key) => {
      if (key === 'captures') return [key, readCaptures(file[key], key, reading.bits)];
      if (key === 'crosstalk') refuseColours(file[key], reading.channels);
      const value = readMember(fields.get(key)!, file, '', 'The sensor');
      if (typeof value === 'number') return [key, unlessZero(value)];
      const rule = (RULES as Readonly<Record<string, unknown>>)[key] as (
        value: unknown,
        sent: unknown,
        reading: Reading,
      ) => unknown;
      return [key, rule(value, file[key], reading)];
    }),
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

const SUM_ROUNDING = 1e-12;

/** A kernel of 3 x 3 shares; undefined where each pixel keeps all that it collects. */
function effectiveKernel(kernel: CrosstalkKernel, path: string): CrosstalkKernel | undefined {
  const sum = kernel.flat().reduce((total, share) => total + share, 0);
  if (sum > 1 + SUM_ROUNDING)
    fail(path, `${path} sums to ${Number(sum.toPrecision(6))}: at most 1.`);
  return kernel[1]![1] === 1 ? undefined : kernel;
}

/** @throws SimulationError where crosstalk is given for a colour that the sensor does not have. */
function refuseColours(crosstalk: unknown, channels: readonly FilterColour[]): void {
  const optical = isObject(crosstalk) && crosstalk['optical'];
  if (isObject(optical) && optical['nm'] === undefined && optical['share'] === undefined)
    refuseUnknown(optical, channels, 'crosstalk.optical', 'crosstalk.optical');
}

/** What stays of light at each wavelength, nm. */
interface SharesByLight {
  readonly nm: readonly number[];
  readonly share: readonly number[];
}

/** As the descriptor reads it: the compiler does not always resolve so deep a type by itself. */
interface ReadCrosstalk {
  readonly optical?: CrosstalkKernel | SharesByLight | Readonly<Record<string, CrosstalkKernel>>;
  readonly electrical?: CrosstalkKernel;
}

function effectiveCrosstalk(
  { optical, electrical }: ReadCrosstalk,
  sent: unknown,
): Crosstalk | undefined {
  const light = optical && effectiveOptical(optical, (sent as Table)['optical'] as object);
  const charge = electrical && effectiveKernel(electrical, 'crosstalk.electrical');
  return light || charge
    ? { ...(light && { optical: light }), ...(charge && { electrical: charge }) }
    : undefined;
}

function effectiveOptical(
  optical: NonNullable<ReadCrosstalk['optical']>,
  sent: object,
): OpticalCrosstalk | undefined {
  const path = 'crosstalk.optical';
  if (Array.isArray(optical)) {
    const kernel = effectiveKernel(optical as CrosstalkKernel, path);
    return kernel && { kernel };
  }
  if ('nm' in optical) {
    const { nm, share } = optical as SharesByLight;
    return share.every((value) => value === 0)
      ? undefined
      : { share: Array.from(resampleByArea(nm, share)) };
  }
  // In the order of the file: seeds are made of the text of the plan.
  const byColour = optical as Readonly<Record<string, CrosstalkKernel>>;
  const kernels = Object.fromEntries(
    Object.keys(sent).flatMap((colour) => {
      const kernel = effectiveKernel(byColour[colour]!, `${path}.${colour}`);
      return kernel ? [[colour, kernel]] : [];
    }),
  );
  return Object.keys(kernels).length === 0 ? undefined : { kernels };
}

function effectiveCompanding(companding: Companding): Companding {
  for (const [k, [linear, code]] of companding.knees.entries()) {
    const last = companding.knees[k - 1];
    const at = `companding.knees[${k}]`;
    if (!last) continue;
    if (!(linear > last[0] && code > last[1]))
      fail(at, `${at} does not exceed the knee before it.`);
    if (code - last[1] > linear - last[0])
      fail(at, `${at} is steeper than 1: codes would be left out.`);
  }
  return companding;
}

/** Defects that have an effect, keys in the order of the file: seeds are made of their text. */
function effectiveDefects(
  defects: Read['defects'],
  sent: unknown,
  { bits }: Reading,
): Defects | undefined {
  const effective = Object.entries(defects).flatMap(([kind, entry]) => {
    if ('code' in entry && entry.code > 2 ** bits - 1)
      fail(`defects.${kind}.code`, `code must be at most ${2 ** bits - 1}, not ${entry.code}.`);
    if (entry.perMillion === 0 || ('electronsPerSecond' in entry && entry.electronsPerSecond === 0))
      return [];
    const inOrder = { ...((sent as Table)[kind] as Table), ...entry };
    return [[kind, inOrder] as const];
  });
  return effective.length === 0 ? undefined : Object.fromEntries(effective);
}

function effectiveNonLinearity([a2, a3]: readonly [number, number]):
  | readonly [number, number]
  | undefined {
  const slope = (u: number): number => 1 + 2 * a2 * u + 3 * a3 * u * u;
  const vertex = a3 === 0 ? 0 : -a2 / (3 * a3);
  const places = [0, 1, Math.min(Math.max(vertex, 0), 1)];
  if (!places.every((u) => slope(u) > 0))
    fail('nonLinearity', 'nonLinearity must rise from 0 to the well.');
  return a2 === 0 && a3 === 0 ? undefined : [a2, a3];
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
