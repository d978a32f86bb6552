import { readRealNpy } from '@lumenloom/engine';
import { isObject, parseJson } from '@lumenloom/engine/quick';
import { notUsedYet, usesOf } from '../exr/channel-uses.ts';
import { openExr, type ExrFile } from '../exr/read-exr.ts';
import { decodePicture } from '../image-files.ts';
import { readPngCodes } from '../picture-files/read-png-codes.ts';
import { failScene } from './spectral-file.ts';

/** What stands at each pixel, as a number; 0 is nothing. */
export interface IdentifierPlane {
  readonly rows: number;
  readonly columns: number;
  /** values[row * columns + column]. */
  readonly values: Uint16Array;
  /** What was decided, one sentence each. */
  readonly notes: readonly string[];
}

const LARGEST = 65535;
/** Names of identifiers that the notes give. */
const MOST_NAMED = 20;

/**
 * Reads identifiers: OpenEXR with such a channel, .npy of whole numbers [rows, columns], PNG of one
 * channel, of CARLA (the class in red; instances in green and blue), or with a colour for each.
 *
 * @param legend JSON of Isaac Sim, in which colours such as "(140, 25, 255, 255)" are keys: they
 * are numbered from 1 in its order, black is 0.
 * @throws SimulationError with a sentence.
 */
export async function readIdentifiers(
  bytes: Uint8Array,
  name: string,
  kind: 'instance' | 'semantic',
  legend?: Uint8Array,
): Promise<IdentifierPlane> {
  if (/\.exr$/i.test(name)) {
    const file = openExr(bytes);
    const [vector] = usesOf(file.channels).vectors;
    return (
      identifiersOfExr(file) ??
      failScene(
        vector === undefined
          ? 'The OpenEXR file has no channel of identifiers, such as IndexOB'
          : notUsedYet(vector).slice(0, -1),
      )
    );
  }
  if (/\.npy$/i.test(name)) {
    const { shape, values } = readRealNpy(bytes);
    const [rows = 0, columns = 0, more = 1] = shape;
    if (shape.length > 3 || more !== 1 || rows === 0 || columns === 0)
      failScene(`Identifiers have the shape [rows, columns]; these have (${shape.join(', ')})`);
    return { rows, columns, values: wholeNumbers(values), notes: [] };
  }
  // Byte 25 of a PNG: grey and palettes have one number per pixel.
  if (bytes[25] === 0 || bytes[25] === 3) {
    const { rows, columns, codes } = readPngCodes(bytes);
    return { rows, columns, values: Uint16Array.from(codes), notes: [] };
  }
  const { rows, columns, channels, data, largest } = await decodePicture(bytes);
  if (channels !== 3 || largest !== 255)
    failScene('Identifiers as PNG have one channel, or three of 8 bits');
  return { rows, columns, ...ofColours(data, rows * columns, kind, legend) };
}

/** The identifiers of a render; undefined where it has none. @throws SimulationError */
export function identifiersOfExr(file: ExrFile): IdentifierPlane | undefined {
  const { identifiers } = usesOf(file.channels);
  if (!identifiers) return undefined;
  const { rows, columns, channels } = file.read([identifiers.name]);
  return { rows, columns, values: wholeNumbers(channels.get(identifiers.name)!), notes: [] };
}

function wholeNumbers(values: Float32Array | Float64Array): Uint16Array {
  const whole = new Uint16Array(values.length);
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i]!;
    if (!(value >= 0 && value <= LARGEST && Number.isInteger(value)))
      failScene(`Identifiers are whole numbers from 0 to ${LARGEST}, not ${value}`);
    whole[i] = value;
  }
  return whole;
}

function ofColours(
  data: Uint8Array | Uint16Array,
  pixels: number,
  kind: 'instance' | 'semantic',
  legend: Uint8Array | undefined,
): Pick<IdentifierPlane, 'values' | 'notes'> {
  const named = legend && coloursOf(legend);
  const values = new Uint16Array(pixels);
  if (!named && (kind === 'instance' || isRedAlone(data))) {
    for (let i = 0; i < pixels; i += 1)
      values[i] = kind === 'semantic' ? data[3 * i]! : data[3 * i + 1]! + 256 * data[3 * i + 2]!;
    return { values, notes: [] };
  }
  const numbers = new Map([[0, 0]]);
  for (const colour of named?.keys() ?? [])
    if (!numbers.has(colour)) numbers.set(colour, numbers.size);
  const others = new Set<number>();
  const colourAt = (i: number): number =>
    (data[3 * i]! << 16) | (data[3 * i + 1]! << 8) | data[3 * i + 2]!;
  for (let i = 0; i < pixels; i += 1) if (!numbers.has(colourAt(i))) others.add(colourAt(i));
  for (const colour of [...others].toSorted((one, other) => one - other))
    numbers.set(colour, numbers.size);
  if (numbers.size > LARGEST + 1) failScene(`The picture has more than ${LARGEST} identifiers`);
  for (let i = 0; i < pixels; i += 1) values[i] = numbers.get(colourAt(i))!;
  return {
    values,
    notes: [...numbers].slice(1, MOST_NAMED + 1).map(([colour, number]) => {
      const text = `(${colour >> 16}, ${(colour >> 8) & 255}, ${colour & 255})`;
      const label = named?.get(colour);
      return `Identifier ${number} is the colour ${text}${label === undefined ? '' : `: ${label}`}.`;
    }),
  };
}

/** Whether green and blue are 0 everywhere, as in CARLA's classes. */
const isRedAlone = (data: Uint8Array | Uint16Array): boolean =>
  data.every((code, i) => code === 0 || i % 3 === 0);

/** The colours of a legend, red highest, and their names; undefined where it has none. */
function coloursOf(legend: Uint8Array): ReadonlyMap<number, string> | undefined {
  const json = parseJson(new TextDecoder().decode(legend));
  if (!isObject(json)) return undefined;
  const colours = new Map<number, string>();
  for (const [key, value] of Object.entries(json)) {
    const [, red, green, blue] = /^\((\d+), *(\d+), *(\d+)(?:, *\d+)?\)$/.exec(key) ?? [];
    if (red === undefined) continue;
    const colour = (Number(red) << 16) | (Number(green) << 8) | Number(blue);
    colours.set(colour, isObject(value) ? Object.values(value).join(', ') : String(value));
  }
  return colours.size > 0 ? colours : undefined;
}
