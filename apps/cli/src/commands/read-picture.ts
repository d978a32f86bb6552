import {
  readRealNpy,
  SimulationError,
  type MeasuredPicture,
  type Rectangle,
} from '@lumenloom/engine';
import { decodePicture } from '@lumenloom/node-host';
import { UsageError } from '@lumenloom/node-host/command-line';
import { readBytes } from '../arguments.ts';

/** What a file to be measured holds. */
export interface MeasuredFile extends MeasuredPicture {
  /** Sizes as the file has them; a picture is rows, columns, channels. */
  readonly shape: readonly number[];
  /** Whether its values are sRGB codes, as those of a PNG are. */
  readonly isSrgb: boolean;
}

/** Adds the name of the file to what is wrong with it. */
export const inFile = async <Value>(
  path: string,
  read: () => Value | Promise<Value>,
): Promise<Value> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SimulationError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
};

/** Reads an .npy array of any shape and real type, or a picture. */
export async function readArray(path: string) {
  const bytes = await readBytes(path);
  return inFile(path, async () => {
    if (bytes[0] === 0x93) return { ...readRealNpy(bytes), isSrgb: false };
    const { rows, columns, channels, data, largest } = await decodePicture(bytes);
    const shape = channels === 1 ? [rows, columns] : [rows, columns, channels];
    return { shape, values: data, largest, isSrgb: true };
  });
}

/**
 * Reads an .npy array [rows, columns], or a grey or colour picture.
 *
 * @throws UsageError when the array has another shape.
 */
export async function readPicture(path: string): Promise<MeasuredFile> {
  const { shape, values, largest, isSrgb } = await readArray(path);
  const [rows, columns] = shape;
  if (rows === undefined || columns === undefined || shape.length !== (isSrgb && shape[2] ? 3 : 2))
    throw new UsageError(
      `${path} has the shape [${shape.join(', ')}]: measured is one plane, [rows, columns].`,
    );
  return {
    rows,
    columns,
    channels: shape.length === 3 ? 3 : 1,
    data: values,
    largest,
    shape,
    isSrgb,
  };
}

/** Largest number of values that are measured at once. */
const MOST_VALUES = 2 ** 28;

/** The pictures in a file: a picture, or an array of one or more frames. */
export async function readPictures(
  path: string,
): Promise<{ readonly pictures: readonly MeasuredPicture[]; readonly isSrgb: boolean }> {
  const { shape, values, largest, isSrgb } = await readArray(path);
  const channels: 1 | 3 = shape.length > 2 && shape.at(-1) === 3 ? 3 : 1;
  const sizes = channels === 3 ? shape.slice(0, -1) : shape;
  if (sizes.length < 2 || sizes.length > 3 || values.length === 0)
    throw new UsageError(
      `${path} has the shape [${shape.join(', ')}]: [rows, columns], [frames, rows, columns] or [rows, columns, 3] is measured.`,
    );
  if (values.length > MOST_VALUES)
    throw new UsageError(`${path} has ${values.length} values: at most ${MOST_VALUES}.`);
  const [rows, columns] = sizes.slice(-2) as [number, number];
  const size = rows * columns * channels;
  const pictures = Array.from({ length: sizes.length === 3 ? sizes[0]! : 1 }, (_, i) => ({
    rows,
    columns,
    channels: channels,
    data: values.subarray(i * size, (i + 1) * size),
    largest,
  }));
  return { pictures, isSrgb };
}

export const ROI = {
  value: 'X,Y,W,H',
  says: 'Region: column and row of its upper left pixel, width and height; without it the whole.',
} as const;

/** The value of --roi. */
export function roiOption(text: string | undefined): Rectangle | undefined {
  if (text === undefined) return undefined;
  const numbers = text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : NaN));
  const [x, y, width, height] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN))
    throw new UsageError(
      `--roi must be x,y,width,height in whole pixels, not "${text.slice(0, 40)}".`,
    );
  return { x: x!, y: y!, width: width!, height: height! };
}
