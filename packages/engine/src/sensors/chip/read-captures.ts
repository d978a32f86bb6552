import type { DocumentField } from '../../field-descriptor.ts';
import { readDocument, readFields } from '../../read-document.ts';
import { fail, refuseUnknown, tableOf, type Table } from '../../text/json-fields.ts';
import { sensorFields } from '../bayer/descriptor.ts';
import { LEVEL_FIELDS, readLevels, readParameters, refuseBoth } from '../read-parameters.ts';
import { MERGE } from './chip-fields.ts';
import type { CaptureFile, Merge } from './chip.ts';

const [FEWEST, MOST] = [2, 4];
/** Fields that all captures of a sensor have in common: they share one array of pixels. */
const OF_THE_ARRAY: ReadonlySet<string> = new Set(['rows', 'cols', 'pixel_size', 'fill_factor']);
const OWN_FIELDS = sensorFields.filter(({ key }) => !OF_THE_ARRAY.has(key));

const ratio = <const Key extends string>(key: Key, label: string, help: string) =>
  ({ kind: 'number', key, label, unit: '', above: 0, max: 1, help }) as const;
/** How a capture relates to the first one. */
const PLACE = [
  ratio('exposureRatio', 'Exposure Ratio', 'Share of the exposure of the run.'),
  ratio('sensitivity', 'Sensitivity', 'Response to light over that of the first capture.'),
  {
    kind: 'number',
    key: 'startLines',
    label: 'Start',
    unit: '',
    min: 0,
    max: 1e6,
    whole: true,
    help: 'Lines after the first capture; 0: a photodiode of its own.',
  },
] as const satisfies readonly DocumentField[];
const CAPTURE_FIELDS: readonly DocumentField[] = [
  { kind: 'text', key: 'name', label: 'Name', most: 40 },
  ...PLACE,
  {
    kind: 'text',
    key: 'sharesChargeWith',
    label: 'Shares Charge With',
    help: 'The capture whose charge is read once more.',
  },
  ...OWN_FIELDS.map(({ default: _, ...field }) => field),
  ...LEVEL_FIELDS,
];
export const CAPTURES: DocumentField = {
  kind: 'list',
  key: 'captures',
  label: 'Captures',
  help: 'Of a frame, the most sensitive one first.',
  item: { kind: 'object', key: '', label: 'Capture', fields: CAPTURE_FIELDS },
  fewest: FEWEST,
  most: MOST,
};
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
  refuseUnknown(
    table,
    CAPTURE_FIELDS.map(({ key }) => key),
    path,
    path,
  );
  const { name = `capture${before.length}` } = table;
  if (typeof name !== 'string' || !NAME.test(name))
    return fail(
      `${path}.name`,
      'The name of a capture must be 1 to 40 letters, digits and dashes.',
    );
  if (before.some((other) => other.name === name))
    return fail(`${path}.name`, `Two captures have the name ${name}.`);
  const own: Table = Object.fromEntries(
    Object.entries(table).filter(([key]) => OWN_FIELDS.some((field) => field.key === key)),
  );
  const parameters = readParameters(own, path);
  const levels = readLevels(table, bits, path);
  refuseBoth(parameters, Object.keys(levels), path);
  const root = sharedWith(table, path, before);
  const { exposureRatio, sensitivity, startLines } = readFields(PLACE, table, path);
  const place = {
    exposureRatio: exposureRatio ?? root?.capture.exposureRatio ?? 1,
    sensitivity: sensitivity ?? root?.capture.sensitivity ?? 1,
    ...(startLines !== undefined && { startLines }),
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
    return {
      name,
      ...place,
      ...(capture.startLines !== undefined && { startLines: capture.startLines }),
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

/** The merge of captures that say nothing about it. */
export const DEFAULT_MERGE: Merge = readDocument(MERGE, {}, 'merge');
