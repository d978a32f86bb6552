import type { ShownImage } from '../../images/shown-image.ts';
import type { IspStep } from './module-descriptor.ts';
import type { StepCode, StepPart } from './step-code.ts';

/** Some rows of luma and chroma to convert to RGB. */
type OutputPart = StepPart<'y' | 'cbcr', 'rgb'>;

const toByte = (value: number): number => Math.min(Math.max(value, 0), 255);

/**
 * Luma and chroma of limited range to channels of full range, BT.601.
 *
 * @see docs/reference/isp.md#output.
 */
export function convertFromLuma({
  source: { y, cbcr },
  target: { rgb },
  columns,
  from,
  to,
}: OutputPart): void {
  for (let pixel = from * columns; pixel < to * columns; pixel += 1) {
    const luma = 298 * y[pixel]!,
      cb = cbcr[pixel * 2]!,
      cr = cbcr[pixel * 2 + 1]!;
    rgb[pixel * 3] = toByte((luma + 409 * cr - 56992) >> 8);
    rgb[pixel * 3 + 1] = toByte((luma - 100 * cb - 208 * cr + 34784) >> 8);
    rgb[pixel * 3 + 2] = toByte((luma + 516 * cb - 70688) >> 8);
  }
}

const code = {
  prepare: () => ({}),
  apply: convertFromLuma,
} satisfies StepCode<object, OutputPart>;

/** The last step where modules end in luma and chroma. It is no module: it has no switch. */
export const output = {
  id: 'output',
  reads: ['y', 'cbcr'],
  replaces: ['rgb'],
  perPixel: true,
  load: () => Promise.resolve({ code }),
} as const satisfies IspStep<object>;

/**
 * Scales codes so that `full` becomes 255: in single precision and truncated, as the reference
 * does; codes above `full` wrap.
 */
export const toBytes = (codes: Uint16Array, full: number): Uint8Array =>
  Uint8Array.from(codes, (code) => Math.trunc(Math.fround(Math.fround(255 * code) / full)));

/** A picture in the channel order of the reference, or in grey. */
export interface IspImage {
  readonly rows: number;
  readonly columns: number;
  readonly channels: 1 | 3;
  /** data[(row * columns + column) * channels + channel]. */
  readonly data: Uint8Array;
}

/**
 * The picture as it is shown: the reference's channel 0 is blue (docs/reference/protocol.md#f5).
 */
export function asShown({ rows, columns, channels, data }: IspImage): ShownImage {
  if (channels === 1) return { rows, columns, channels, data };
  const rgb = new Uint8Array(data.length);
  for (let at = swapWords(data, rgb); at < data.length; at += 3) {
    rgb[at] = data[at + 2]!;
    rgb[at + 1] = data[at + 1]!;
    rgb[at + 2] = data[at]!;
  }
  return { rows, columns, channels, data: rgb };
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/**
 * Exchanges the first and the last channel of pixels, four at a time, which are three words.
 *
 * @returns the bytes that are done.
 */
function swapWords(data: Uint8Array, rgb: Uint8Array): number {
  if (!IS_LITTLE_ENDIAN || data.byteOffset % 4 !== 0) return 0;
  const words = 3 * Math.floor(data.length / 12);
  const from = new Uint32Array(data.buffer, data.byteOffset, words);
  const to = new Uint32Array(rgb.buffer, 0, words);
  for (let at = 0; at < words; at += 3) {
    const [first, second, third] = [from[at]!, from[at + 1]!, from[at + 2]!];
    to[at] =
      ((first >>> 16) & 0xff) |
      (first & 0xff00) |
      ((first & 0xff) << 16) |
      ((second & 0xff00) << 16);
    to[at + 1] =
      (second & 0xff) | ((first >>> 16) & 0xff00) | ((third & 0xff) << 16) | (second & 0xff000000);
    to[at + 2] =
      ((second >>> 16) & 0xff) |
      ((third >>> 16) & 0xff00) |
      (third & 0xff0000) |
      ((third & 0xff00) << 16);
  }
  return 4 * words;
}
