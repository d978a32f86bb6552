import { SimulationError, type MeasuredPicture } from '@lumenloom/engine';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Values per pixel by the kind of colour of the header. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };
/** Largest picture, pixels. */
const MOST_PIXELS = 4e8;

export const isPng = (bytes: Uint8Array): boolean =>
  SIGNATURE.every((byte, i) => bytes[i] === byte);

/**
 * Reads a PNG of 8 or 16 bits, grey or colour, with all of its bits: pictures of a page have 8.
 * Transparency is left out.
 *
 * @throws SimulationError for a PNG with a palette, interlaced, of fewer bits, or damaged.
 */
export async function readPng(bytes: Uint8Array<ArrayBuffer>): Promise<MeasuredPicture> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) refuse('it ends early');
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const [columns, rows] = [view.getUint32(16), view.getUint32(20)];
  const [depth, colour, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)];
  const own = CHANNELS[colour];
  if (own === undefined || (depth !== 8 && depth !== 16) || interlaced !== 0)
    refuse('it has a palette, lines in another order or fewer than 8 bits');
  if (rows * columns > MOST_PIXELS) refuse(`it is ${rows} × ${columns}`);
  const [size, stride] = [depth / 8, (columns * own * depth) / 8];
  const lines = await inflated(new Uint8Array(await new Blob([...parts]).arrayBuffer())).catch(() =>
    refuse('its data are damaged'),
  );
  if (lines.length < rows * (stride + 1)) refuse('it ends early');
  unfilter(lines, rows, stride, own * size);
  const channels = own < 3 ? 1 : 3;
  const data =
    size === 1
      ? new Uint8Array(rows * columns * channels)
      : new Uint16Array(rows * columns * channels);
  for (let row = 0, out = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      for (let c = 0; c < channels; c += 1, out += 1) {
        const at = row * (stride + 1) + 1 + (column * own + c) * size;
        data[out] = size === 1 ? lines[at]! : 256 * lines[at]! + lines[at + 1]!;
      }
  return { rows, columns, channels, data, largest: 2 ** depth - 1 };
}

/** Unpacks zlib data. @throws TypeError for data that are damaged. */
export async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Undoes the filters of the lines in place (PNG, third edition, section 9). */
function unfilter(lines: Uint8Array, rows: number, stride: number, pixel: number): void {
  for (let row = 0; row < rows; row += 1) {
    const begin = row * (stride + 1) + 1;
    const filter = lines[begin - 1]!;
    for (let i = 0; i < stride; i += 1) {
      const at = begin + i;
      const left = i < pixel ? 0 : lines[at - pixel]!;
      const up = row === 0 ? 0 : lines[at - stride - 1]!;
      const corner = i < pixel || row === 0 ? 0 : lines[at - stride - 1 - pixel]!;
      lines[at]! += predicted(filter, left, up, corner);
    }
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(
        Math.abs,
      ) as [number, number, number];
      return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    }
    default:
      return refuse('its data are damaged');
  }
}

function refuse(why: string): never {
  throw new SimulationError('bad-parameter', `This PNG cannot be read in the page: ${why}.`);
}
