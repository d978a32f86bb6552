import { SimulationError } from '../simulation-error.ts';
import { TAG, directoriesOf, piecesOf, unpacked, type Directory } from './read-dng.ts';

/** The picture of a TIFF. */
export interface TiffPicture {
  readonly rows: number;
  readonly columns: number;
  readonly channels: 1 | 3;
  /** Row by row, the values of a pixel together. */
  readonly data: Uint8Array | Uint16Array;
  /** Value of full scale. */
  readonly largest: number;
}

/** Unpacks zlib data. */
export type Inflate = (data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const [UNCOMPRESSED, ZLIB, OLD_ZLIB] = [1, 8, 32946];
const [WHITE_IS_ZERO, BLACK_IS_ZERO, RGB] = [0, 1, 2];
const DIFFERENCES = 2;
const MOST_PIXELS = 4e8;

/**
 * Reads the first picture of a TIFF: grey or red, green and blue, 8 or 16 bits, strips or tiles,
 * uncompressed or packed by zlib.
 *
 * @throws SimulationError for a TIFF of another kind.
 * @see TIFF revision 6.0
 */
export async function readTiff(
  bytes: Uint8Array<ArrayBuffer>,
  inflate: Inflate,
): Promise<TiffPicture> {
  const isLittle = bytes[0] === 0x49;
  const [picture] = inTiff(() =>
    directoriesOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), isLittle),
  );
  if (!picture) return refuse('it has no picture');
  const { rows, columns, bits, channels, compression, predictor } = headerOf(picture);
  const data =
    bits === 8
      ? new Uint8Array(rows * columns * channels)
      : new Uint16Array(rows * columns * channels);
  for (const piece of inTiff(() => piecesOf(picture, { rows, columns }))) {
    if (piece.offset + piece.length > bytes.length) refuse('it ends early');
    const packed = bytes.slice(piece.offset, piece.offset + piece.length);
    const plain =
      compression === UNCOMPRESSED
        ? packed
        : await inflate(packed).catch(() => refuse('its data are damaged'));
    const width = piece.columns * channels;
    const values = inTiff(() => unpacked(plain, { ...piece, columns: width }, bits, isLittle));
    if (predictor === DIFFERENCES) summed(values, width, channels, 2 ** bits - 1);
    const shown = Math.min(piece.columns, columns - piece.left) * channels;
    for (let row = 0; row < piece.rows && piece.top + row < rows; row += 1)
      data.set(
        values.subarray(row * width, row * width + shown),
        ((piece.top + row) * columns + piece.left) * channels,
      );
  }
  return { rows, columns, channels: channels === 1 ? 1 : 3, data, largest: 2 ** bits - 1 };
}

function headerOf(picture: Directory) {
  const first = (tag: number, or: number): number => picture.get(tag)?.[0] ?? or;
  const [rows, columns] = [first(TAG.rows, 0), first(TAG.columns, 0)];
  const [bits, channels] = [first(TAG.bits, 1), first(TAG.samples, 1)];
  const compression = first(TAG.compression, UNCOMPRESSED);
  const [kind, predictor] = [first(TAG.photometric, BLACK_IS_ZERO), first(TAG.predictor, 1)];
  if (!(rows > 0 && columns > 0 && rows * columns <= MOST_PIXELS)) refuse('its size is not one');
  if (bits !== 8 && bits !== 16) refuse(`it has ${bits} bits: 8 and 16 are read`);
  if (kind === WHITE_IS_ZERO || kind > RGB || channels !== (kind === RGB ? 3 : 1))
    refuse('it is neither grey nor red, green and blue');
  if (channels > 1 && first(TAG.planar, 1) !== 1) refuse('its colours lie in planes of their own');
  if (![UNCOMPRESSED, ZLIB, OLD_ZLIB].includes(compression))
    refuse(`its compression ${compression} is not read here: save it uncompressed or with zlib`);
  if (predictor > DIFFERENCES) refuse(`its predictor ${predictor} is not read`);
  return { rows, columns, bits, channels, compression, predictor };
}

/** Undoes differences along rows. */
function summed(values: Uint16Array, width: number, channels: number, mask: number): void {
  for (let at = 0; at < values.length; at += 1)
    if (at % width >= channels) values[at] = (values[at]! + values[at - channels]!) & mask;
}

/** What a part of the reader gives, whose sentences name a DNG. */
function inTiff<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    throw new SimulationError(error.code, error.message.replace('This DNG', 'This TIFF'));
  }
}

function refuse(why: string): never {
  throw new SimulationError('bad-parameter', `This TIFF cannot be read: ${why}.`);
}
