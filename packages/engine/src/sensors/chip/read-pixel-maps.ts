import { NPY_HEAD_BYTES, npyLayout, type StoredFile } from '../../images/npy.ts';
import { allocateShared } from '../../images/shared-array.ts';
import { SimulationError } from '../../simulation-error.ts';
import { fail, refuseUnknown, tableOf } from '../../text/json-fields.ts';
import type { Defects } from './chip.ts';
import { sizeText } from './maps-problem.ts';
import { DEFECT_CODES } from './marked-pixels.ts';
import { MAP_NAMES, PixelMaps, type MapPlanes } from './pixel-maps.ts';

/** Types of the .npy files of the maps that a sensor file may name. */
const MAP_TYPES = { prnu: '<f4', dsnu: '<f4', defects: '|u1' } as const;
type MapName = keyof typeof MAP_TYPES;
const TYPE_NAMES = { '<f4': 'float32', '|u1': 'uint8' } as const;

/** Largest side of a map, and most pixels: checked before memory is taken. */
const LONGEST_SIDE = 20_000;
const MOST_PIXELS = 100e6;
/** Shares and electrons beyond which a value is none of a pixel. */
const LARGEST = { prnu: 10, dsnu: 1e6 } as const;

/** Opens a file beside a sensor file. @throws SimulationError where there is none. */
export type OpenMap = (name: string, place: string) => Promise<StoredFile>;

/**
 * Reads the maps that a sensor file names.
 *
 * @param sent value of the key `maps`.
 * @param open undefined where no files lie beside the sensor file.
 * @throws SimulationError naming the map, and the first wrong pixel.
 * @see docs/reference/twin.md#t7
 */
export async function readPixelMaps(sent: unknown, open: OpenMap | undefined): Promise<PixelMaps> {
  const table = tableOf(sent, 'maps', 'maps');
  refuseUnknown(table, MAP_NAMES, 'maps', 'maps');
  let size: readonly [number, number] | undefined;
  const planes: Partial<Record<MapName, Float32Array | Uint8Array>> = {};
  const digest = new Digest();
  for (const name of MAP_NAMES) {
    const file = table[name];
    if (file === undefined) continue;
    const place = `maps.${name}`;
    if (typeof file !== 'string' || !/^[^/\\:]+$/.test(file) || /^\.+$/.test(file))
      fail(place, `${place} must be the bare name of an .npy file beside the sensor file.`);
    if (!open)
      fail(place, `${place}: ${file} lies beside the sensor file, which came here without it.`);
    const read = await readMap(name, await open(file, place), size);
    size = read.size;
    planes[name] = read.plane;
    digest.add(name, read.plane);
  }
  if (!size) return fail('maps', `maps must name one of ${MAP_NAMES.join(', ')}.`);
  const [rows, columns] = size;
  return new PixelMaps({ rows, columns, digest: digest.text() }, planes as MapPlanes);
}

/** One map. @param size of the maps before it. */
async function readMap(
  name: MapName,
  file: StoredFile,
  size: readonly [number, number] | undefined,
) {
  const place = `maps.${name}`;
  const { descr, shape, begin } = await layoutOf(file, place);
  const type = MAP_TYPES[name];
  if (descr !== type)
    fail(place, `${place} has the type ${descr ?? 'of a record'}: save it as ${TYPE_NAMES[type]}.`);
  const [rows = 0, columns = 0] = shape;
  const own = [rows, columns] as const;
  if (shape.length !== 2 || Math.min(rows, columns) < 1)
    fail(place, `${place} has the shape [${shape.join(', ')}]: a map is [rows, columns].`);
  if (Math.max(rows, columns) > LONGEST_SIDE || rows * columns > MOST_PIXELS)
    fail(
      place,
      `${place} is ${sizeText(...own)}: at most ${LONGEST_SIDE} each way, and ${MOST_PIXELS / 1e6} megapixels.`,
    );
  if (size && (size[0] !== rows || size[1] !== columns))
    fail(place, `${place} is ${sizeText(...own)}; the map before it ${sizeText(...size)}.`);
  const length = rows * columns * (type === '|u1' ? 1 : 4);
  if (file.size < begin + length) fail(place, `${place}: the file ends early.`);
  const bytes = await file.bytes(begin, length);
  if (bytes.length < length) fail(place, `${place}: the file ends early.`);
  const shared = allocateShared(length);
  new Uint8Array(shared).set(bytes);
  const plane = name === 'defects' ? new Uint8Array(shared) : new Float32Array(shared);
  const wrong = plane.findIndex((value) => !isPossible(name, value));
  if (wrong >= 0)
    fail(
      place,
      `${place}[${Math.floor(wrong / columns)}, ${wrong % columns}] is ${plane[wrong]!}: ${possible(name)}.`,
    );
  return { size: own, plane };
}

async function layoutOf(file: StoredFile, place: string) {
  try {
    return npyLayout(await file.bytes(0, Math.min(file.size, NPY_HEAD_BYTES)));
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return fail(place, `${place}: ${error.message}`);
  }
}

const isPossible = (name: MapName, value: number): boolean =>
  name === 'defects'
    ? value <= DEFECT_CODES.columns
    : Math.abs(value) <= LARGEST[name] && (name === 'dsnu' || value >= -1);

const possible = (name: MapName): string =>
  name === 'defects'
    ? '0 is a good pixel, 1 hot, 2 dead, 3 stuck, 4 of a faulty column'
    : name === 'prnu'
      ? 'a share from -1 to 10'
      : 'electrons, at most 1e6';

/**
 * Refuses a map of defects that needs more than a sensor file says.
 *
 * @param defects of the file.
 */
export function checkDefects({ planes }: PixelMaps, defects: Defects | undefined): void {
  const found = new Set(planes.defects);
  const needed = {
    hot: 'electronsPerSecond, how hot they are',
    stuck: 'code, what they show',
    columns: 'code, what they show',
  } as const;
  for (const kind of ['hot', 'stuck', 'columns'] as const)
    if (found.has(DEFECT_CODES[kind]) && !defects?.[kind])
      fail(
        `defects.${kind}`,
        `defects.${kind} is missing: maps.defects has ${kind === 'columns' ? 'faulty columns' : `${kind} pixels`}, and it has perMillion and ${needed[kind]}.`,
      );
}

/** A hash of 32-bit words and bytes, twice 32 bits; not cryptographic. */
class Digest {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;

  add(name: string, plane: Float32Array | Uint8Array): void {
    const words =
      plane instanceof Float32Array
        ? new Uint32Array(plane.buffer, plane.byteOffset, plane.length)
        : plane;
    let [a, b] = [this.#a, this.#b];
    const take = (word: number): void => {
      a = Math.imul(a ^ word, 0x01000193);
      a ^= a >>> 15;
      b = Math.imul(b ^ word, 0x85ebca6b);
      b = (b << 13) | (b >>> 19);
    };
    for (const character of name) take(character.codePointAt(0)!);
    for (const word of words) take(word);
    [this.#a, this.#b] = [a, b];
  }

  text(): string {
    return [this.#a, this.#b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
