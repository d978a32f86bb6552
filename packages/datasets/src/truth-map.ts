import { readRealNpy, type PixelMap } from '@lumenloom/engine';
import { decodePicture, mapOfExr, readPngCodes } from '@lumenloom/node-host';
import type { DatasetTask } from './dataset.ts';
import { refusal } from './file-tree.ts';

export type TruthMap = PixelMap<Float32Array> | PixelMap<Uint8Array>;

/**
 * A map of a picture from its file: class numbers, 0 or 1 (anomaly), or metres (depth).
 *
 * @param depthScale codes of a 16-bit PNG per metre.
 * @throws SimulationError when it cannot be read.
 */
export async function readTruthMap(
  bytes: Uint8Array,
  path: string,
  task: DatasetTask,
  depthScale: number,
): Promise<TruthMap> {
  try {
    const { rows, columns, values, isWhole } = isCodes(bytes, path, task)
      ? codesOf(bytes)
      : await readValues(bytes, path);
    if (task === 'depth')
      return {
        rows,
        columns,
        values: Float32Array.from(values, (value) => (isWhole ? value / depthScale : value)),
      };
    return {
      rows,
      columns,
      values: Uint8Array.from(values, (value) => (task === 'anomaly' ? Number(value > 0) : value)),
    };
  } catch (error) {
    throw refusal(`${path} cannot be read: ${(error as Error).message.replace(/\.$/, '')}.`);
  }
}

interface MapValues {
  readonly rows: number;
  readonly columns: number;
  readonly values: ArrayLike<number>;
  readonly isWhole: boolean;
}

/**
 * Class numbers by the colours with which Pascal VOC draws them: the bits of a number, three at a
 * time, are the upper bits of red, green and blue. Undefined where another colour occurs.
 */
function vocClasses(rgb: ArrayLike<number>): Uint8Array | undefined {
  const byColour = new Map<number, number>();
  for (let number = 0; number < 256; number += 1) {
    let [red, green, blue] = [0, 0, 0];
    for (let bit = 0; bit < 8; bit += 1) {
      const place = 7 - bit;
      red |= ((number >> (3 * bit)) & 1) << place;
      green |= ((number >> (3 * bit + 1)) & 1) << place;
      blue |= ((number >> (3 * bit + 2)) & 1) << place;
    }
    byColour.set((red << 16) | (green << 8) | blue, number);
  }
  const classes = new Uint8Array(rgb.length / 3);
  for (let pixel = 0; pixel < classes.length; pixel += 1) {
    const [red, green, blue] = [rgb[3 * pixel]!, rgb[3 * pixel + 1]!, rgb[3 * pixel + 2]!];
    const number = byColour.get((red << 16) | (green << 8) | blue);
    if (number === undefined) return undefined;
    classes[pixel] = number;
  }
  return classes;
}

/** Colour types of PNG with one number per pixel, and where a PNG says its type and interlacing. */
const [GREY, PALETTE, TYPE_AT, INTERLACED_AT] = [0, 3, 25, 28];

/** Whether a map of classes has its numbers as they are written, of any number of bits. */
const isCodes = (bytes: Uint8Array, path: string, task: DatasetTask): boolean =>
  task === 'segmentation' &&
  /\.png$/i.test(path) &&
  (bytes[TYPE_AT] === GREY || bytes[TYPE_AT] === PALETTE) &&
  bytes[INTERLACED_AT] === 0;

function codesOf(bytes: Uint8Array): MapValues {
  const { rows, columns, codes } = readPngCodes(bytes);
  return { rows, columns, values: codes, isWhole: true };
}

async function readValues(bytes: Uint8Array, path: string): Promise<MapValues> {
  if (/\.npy$/i.test(path)) {
    const { shape, values, largest } = readRealNpy(bytes);
    const [rows = 0, columns = 0, more = 1] = shape;
    if (shape.length > 3 || more !== 1 || rows === 0 || columns === 0)
      throw new Error(`its shape is (${shape.join(', ')}) and must be (rows, columns)`);
    return { rows, columns, values, isWhole: largest !== undefined };
  }
  if (/\.exr$/i.test(path)) return { ...mapOfExr(bytes), isWhole: false };
  const { rows, columns, channels, data } = await decodePicture(bytes);
  const values = channels === 1 ? data : data.filter((_, i) => i % channels === 0);
  if (channels === 3 && data.some((value, i) => value !== values[Math.floor(i / 3)])) {
    const classes = vocClasses(data);
    if (!classes)
      throw new Error(
        'it has colours, and must be grey: a number for each pixel, or the colours of Pascal VOC',
      );
    return { rows, columns, values: classes, isWhole: true };
  }
  return { rows, columns, values, isWhole: true };
}
