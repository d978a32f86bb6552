import { NPY_HEAD_BYTES, npyLayout, type StoredFile } from '../images/npy.ts';
import { isTiff, readDng, type DngPicture } from '../images/read-dng.ts';
import type { MeasuredPicture } from '../analysis/measured-picture.ts';
import { SimulationError } from '../simulation-error.ts';

/** Decodes a PNG, TIFF or JPEG. @throws SimulationError when the bytes are no such picture. */
export type DecodePicture = (bytes: Uint8Array<ArrayBuffer>) => Promise<MeasuredPicture>;

/** Raw frames of a file, all of one size. */
export interface RawFrames {
  readonly rows: number;
  readonly columns: number;
  readonly count: number;
  /** What a DNG says of itself. */
  readonly facts?: Omit<DngPicture, 'rows' | 'columns' | 'codes'>;
  /** Reads them one after the other; each call begins anew. */
  readonly frames: () => AsyncIterable<Uint16Array>;
}

const NPY_START = 0x93;
const JPEG_START = [0xff, 0xd8] as const;
/** Largest file of one picture, bytes; .npy files are read frame by frame. */
const LARGEST_PICTURE = 2 ** 30;

/**
 * Opens a file of raw frames: .npy [rows, columns] or [frames, rows, columns] of whole codes, a
 * grey PNG or TIFF of 16 bits, or a DNG, uncompressed or with lossless JPEG.
 *
 * @throws SimulationError when it is another file.
 */
export async function openRawFrames(file: StoredFile, decode: DecodePicture): Promise<RawFrames> {
  const { size } = file;
  const head = await file.bytes(0, Math.min(size, NPY_HEAD_BYTES));
  if (head[0] === NPY_START) return npyFrames(file, head);
  if (JPEG_START.every((byte, i) => head[i] === byte))
    return refuse('a JPEG is a developed picture and no raw frame');
  if (size > LARGEST_PICTURE) return refuse(`it has ${(size / 1e9).toFixed(1)} GB: at most 1`);
  const bytes = await file.bytes(0, size);
  if (isTiff(bytes)) {
    const dng = readDng(bytes);
    if (dng) return dngFrame(file, dng);
  }
  const { rows, columns, channels, data, largest } = await decode(bytes);
  if (channels !== 1) refuse('it has colours: a raw frame has one code per pixel');
  if (largest !== 65535) refuse('it has 8 bits: a raw frame has 16');
  const codes = data instanceof Uint16Array ? data : Uint16Array.from(data);
  return { rows, columns, count: 1, frames: () => only(codes) };
}

/** The frame of a DNG, which is read again when it is needed. */
const dngFrame = (
  file: StoredFile,
  { rows, columns, codes: _, ...facts }: DngPicture,
): RawFrames => ({
  ...{ rows, columns, facts, count: 1 },
  frames: async function* () {
    yield readDng(await file.bytes(0, file.size))!.codes;
  },
});

async function* only(frame: Uint16Array): AsyncGenerator<Uint16Array> {
  yield frame;
}

/** Frames of an .npy file, of which one is in memory at a time. */
function npyFrames(file: StoredFile, head: Uint8Array): RawFrames {
  const { descr, shape, begin } = npyLayout(head);
  const type = { '<u2': 2, '>u2': 2, '|u1': 1, '<i2': 2 }[descr ?? ''];
  if (type === undefined)
    return refuse(`its type is ${descr ?? 'a record'}: raw codes are uint16 or uint8`);
  if (shape.length < 2 || shape.length > 3)
    return refuse(
      `its shape is [${shape.join(', ')}]: a frame is [rows, columns], a stack [frames, rows, columns]`,
    );
  const [rows, columns] = shape.slice(-2) as [number, number];
  const count = shape.length === 3 ? shape[0]! : 1;
  const bytes = rows * columns * type;
  if (count < 1 || file.size < begin + count * bytes) return refuse('it is empty or ends early');
  const frames = async function* (): AsyncGenerator<Uint16Array> {
    for (let i = 0; i < count; i += 1) {
      const frame = await file.bytes(begin + i * bytes, bytes);
      if (frame.length < bytes) refuse('it ends early');
      yield codesOf(frame, descr!);
    }
  };
  return { rows, columns, count, frames };
}

function codesOf(bytes: Uint8Array<ArrayBuffer>, descr: string): Uint16Array {
  if (descr === '|u1') return Uint16Array.from(bytes);
  const codes = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
  if (descr === '>u2')
    for (let i = 0; i < codes.length; i += 1) codes[i] = (codes[i]! >> 8) | (codes[i]! << 8);
  if (descr === '<i2' && codes.some((code) => code > 0x7fff)) refuse('it has codes below 0');
  return codes;
}

function refuse(why: string): never {
  throw new SimulationError('bad-parameter', `This is not a raw frame that can be read: ${why}.`);
}
