import { sensorFields } from '../bayer/descriptor.ts';
import { fail, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';
import { IN_PLACE_OF, readLevels, readParameters, refuseBoth } from '../read-parameters.ts';
import { MERGE_RULES, type CaptureFile, type Companding, type Merge } from './chip.ts';
import { checkLimits, limited, numbersOf, oneOf } from './limited.ts';

const [FEWEST, MOST] = [2, 4];
/** Fields that all captures of a sensor have in common: they share one array of pixels. */
const OF_THE_ARRAY: ReadonlySet<string> = new Set(['rows', 'cols', 'pixel_size', 'fill_factor']);
const OWN_FIELDS = sensorFields.map(({ key }) => key).filter((key) => !OF_THE_ARRAY.has(key));
const CAPTURE_KEYS = [
  'name',
  'exposureRatio',
  'sensitivity',
  'startLines',
  'sharesChargeWith',
  ...OWN_FIELDS,
  ...Object.keys(IN_PLACE_OF),
];
const RATIO = { above: 0, max: 1 };
const MOST_LINES = 1e6;
/** Names become parts of file names. */
const NAME = /^[A-Za-z0-9-]{1,40}$/;

/**
 * Reads the captures of a frame.
 *
 * @param bits of the converter, which limit the black level.
 * @throws SimulationError naming the field.
 */
export function readCaptures(value: unknown, path: string, bits: number): readonly CaptureFile[] {
  if (!Array.isArray(value) || value.length < FEWEST || value.length > MOST)
    return fail(path, `captures must have ${FEWEST} to ${MOST} entries.`);
  const captures: CaptureFile[] = [];
  for (const [index, entry] of (value as readonly unknown[]).entries())
    captures.push(readCapture(entry, `${path}[${index}]`, captures, bits));
  return captures;
}

function readCapture(
  entry: unknown,
  path: string,
  before: readonly CaptureFile[],
  bits: number,
): CaptureFile {
  const table = tableOf(entry, path, path);
  refuseUnknown(table, CAPTURE_KEYS, path, path);
  const { name = `capture${before.length}` } = table;
  if (typeof name !== 'string' || !NAME.test(name))
    return fail(
      `${path}.name`,
      'The name of a capture must be 1 to 40 letters, digits and dashes.',
    );
  if (before.some((other) => other.name === name))
    return fail(`${path}.name`, `Two captures have the name ${name}.`);
  const own: Table = Object.fromEntries(
    Object.entries(table).filter(([key]) => OWN_FIELDS.some((field) => field === key)),
  );
  const parameters = readParameters(own, path);
  const levels = readLevels(table, bits, path);
  refuseBoth(parameters, Object.keys(levels), path);
  const root = sharedWith(table, path, before);
  const place = {
    exposureRatio: limited(table, 'exposureRatio', path, RATIO, root?.capture.exposureRatio ?? 1),
    sensitivity: limited(table, 'sensitivity', path, RATIO, root?.capture.sensitivity ?? 1),
    ...(table['startLines'] !== undefined && {
      startLines: limited(table, 'startLines', path, { min: 0, max: MOST_LINES, whole: true }),
    }),
  };
  if (before.length === 0) checkFirst(table, place, path);
  if (root) {
    const { capture, index } = root;
    const isSame =
      place.exposureRatio === capture.exposureRatio &&
      place.sensitivity === capture.sensitivity &&
      (place.startLines ?? capture.startLines) === capture.startLines;
    if (!isSame)
      fail(
        path,
        `captures[${before.length}] shares the charge of ${capture.name}: exposureRatio, sensitivity and startLines are those of ${capture.name}.`,
      );
    const { startLines } = capture;
    return {
      name,
      ...place,
      ...(startLines !== undefined && { startLines }),
      sharesChargeWith: index,
      parameters,
      ...levels,
    };
  }
  return { name, ...place, parameters, ...levels };
}

/** The first capture is what the others are measured against. */
function checkFirst(
  table: Table,
  { exposureRatio, sensitivity }: Pick<CaptureFile, 'exposureRatio' | 'sensitivity'>,
  path: string,
): void {
  for (const key of ['startLines', 'sharesChargeWith'])
    if (table[key] !== undefined)
      fail(`${path}.${key}`, `The first capture has no ${key}: the others refer to it.`);
  const off = exposureRatio !== 1 ? 'exposureRatio' : sensitivity !== 1 ? 'sensitivity' : undefined;
  if (off) fail(`${path}.${off}`, `The ${off} of the first capture is 1: the others refer to it.`);
}

/** The capture whose charge this one reads once more; of a chain of them the first. */
function sharedWith(
  table: Table,
  path: string,
  before: readonly CaptureFile[],
): { readonly capture: CaptureFile; readonly index: number } | undefined {
  const shared = table['sharesChargeWith'];
  if (shared === undefined || before.length === 0) return undefined;
  const found = before.findIndex(({ name }) => name === shared);
  if (found < 0)
    return fail(
      `${path}.sharesChargeWith`,
      `sharesChargeWith must be one of ${before.map(({ name }) => name).join(', ')}.`,
    );
  const index = before[found]!.sharesChargeWith ?? found;
  return { capture: before[index]!, index };
}

const MERGE_KEYS = ['rule', 'knee', 'blend', 'linearBits', 'blackLevel'];
const [DEFAULT_KNEE, DEFAULT_BLEND, DEFAULT_LINEAR_BITS] = [0.9, 0.1, 16];

/** How captures become one value; the defaults where nothing is said. */
export function readMerge(value: unknown, path: string): Merge {
  const table = tableOf(value, path, path);
  refuseUnknown(table, MERGE_KEYS, path, path);
  const linearBits = limited(
    table,
    'linearBits',
    path,
    { min: 8, max: 24, whole: true },
    DEFAULT_LINEAR_BITS,
  );
  return {
    rule: oneOf(table, 'rule', path, MERGE_RULES, 'pick'),
    knee: limited(table, 'knee', path, { min: 0.5, max: 1 }, DEFAULT_KNEE),
    blend: limited(table, 'blend', path, { min: 0.01, max: 0.5 }, DEFAULT_BLEND),
    linearBits,
    blackLevel: limited(table, 'blackLevel', path, { min: 0, max: 2 ** linearBits - 2 }, 0),
  };
}

const [FEWEST_KNEES, MOST_KNEES] = [2, 32];
const LARGEST_LINEAR = 2 ** 24 - 1;

/** The curve of the codes that leave the chip; `checkChip` compares its ends with the bits. */
export function readCompanding(value: unknown, path: string): Companding {
  const table = tableOf(value, path, path);
  refuseUnknown(table, ['bits', 'knees'], path, path);
  const bits = limited(table, 'bits', path, { min: 8, max: 16, whole: true }, 12);
  const list = table['knees'];
  const at = `${path}.knees`;
  if (!Array.isArray(list) || list.length < FEWEST_KNEES || list.length > MOST_KNEES)
    return fail(at, `${at} must have ${FEWEST_KNEES} to ${MOST_KNEES} pairs [linear code, code].`);
  const knees = (list as readonly unknown[]).map((entry, k) => {
    const [linear, code] = numbersOf(entry, `${at}[${k}]`, 2) as [number, number];
    for (const number of [linear, code])
      checkLimits(number, `${at}[${k}]`, `${at}[${k}]`, { min: 0, max: LARGEST_LINEAR });
    return [linear, code] as const;
  });
  for (const [k, [linear, code]] of knees.entries()) {
    const last = knees[k - 1];
    if (!last) continue;
    if (!(linear > last[0] && code > last[1]))
      fail(`${at}[${k}]`, `companding.knees[${k}] does not exceed the knee before it.`);
    if (code - last[1] > linear - last[0])
      fail(`${at}[${k}]`, `companding.knees[${k}] is steeper than 1: codes would be left out.`);
  }
  return { bits, knees };
}

/** The merge of captures that say nothing about it. */
export const DEFAULT_MERGE: Merge = readMerge({}, 'merge');
