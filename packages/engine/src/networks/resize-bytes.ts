import type { RgbImage } from '../host.ts';
import { bilinear, tapsOf } from './resample.ts';

/** The picture with that many rows and columns. */
export type Resize = (picture: RgbImage, rows: number, columns: number) => RgbImage;

/** Two samples of a line, and the weight of the second one. */
interface Pair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}
type PairsOf = (from: number, to: number) => readonly Pair[];

const CHANNELS = 3;

/** A whole number, halves to even, as C rounds; never -0. */
export function roundHalfEven(value: number): number {
  const rounded = Math.round(value);
  return (rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded) + 0;
}

/** Fixed-point numbers of OpenCV's bilinear resizing have 11 bits behind the point. */
const ONE = 2048;

/** Pixel centres, without antialias. */
const centred: PairsOf = (from, to) =>
  Array.from({ length: to }, (_, index) => {
    const place = Math.fround((index + 0.5) * (from / to) - 0.5);
    const first = Math.floor(place);
    if (first < 0) return { first: 0, second: 0, weight: 0 };
    if (first >= from - 1) return { first: from - 1, second: from - 1, weight: 0 };
    return { first, second: first + 1, weight: Math.fround(place - first) };
  });

/** What OpenCV's INTER_AREA does where a picture grows: the samples' areas, not their centres. */
const growing: PairsOf = (from, to) =>
  Array.from({ length: to }, (_, index) => {
    const first = Math.min(from - 1, Math.floor(index * (from / to)));
    const beyond = Math.fround(index + 1 - (first + 1) * (to / from));
    return {
      first,
      second: Math.min(from - 1, first + 1),
      weight: first >= from - 1 || beyond <= 0 ? 0 : Math.fround(beyond - Math.floor(beyond)),
    };
  });

/**
 * Bilinear resizing of bytes in fixed point, rounded as OpenCV's `resize` does. OpenCV's own
 * results differ by one code between processors.
 * @see https://docs.opencv.org/4.x/da/d54/group__imgproc__transform.html
 */
function resizeByPairs(picture: RgbImage, rows: number, columns: number, pairs: PairsOf): RgbImage {
  const { rgb } = picture;
  const across = pairs(picture.columns, columns);
  const lines = new Map<number, Int32Array>();
  const lineOf = (row: number): Int32Array => {
    const known = lines.get(row);
    if (known) return known;
    const line = new Int32Array(columns * CHANNELS);
    for (let column = 0; column < columns; column += 1) {
      const { first, second, weight } = across[column]!;
      const [one, other] = [roundHalfEven((1 - weight) * ONE), roundHalfEven(weight * ONE)];
      const [from, next] = [first, second].map((at) => (row * picture.columns + at) * CHANNELS);
      for (let channel = 0; channel < CHANNELS; channel += 1)
        line[column * CHANNELS + channel] =
          rgb[from! + channel]! * one + rgb[next! + channel]! * other;
    }
    lines.set(row, line);
    return line;
  };
  const out = new Uint8Array(rows * columns * CHANNELS);
  for (const [row, { first, second, weight }] of pairs(picture.rows, rows).entries()) {
    for (const old of lines.keys()) if (old < first) lines.delete(old);
    const [above, below] = [lineOf(first), lineOf(second)];
    const [one, other] = [roundHalfEven((1 - weight) * ONE), roundHalfEven(weight * ONE)];
    for (let at = 0, to = row * columns * CHANNELS; at < above.length; at += 1, to += 1)
      out[to] = (((one * (above[at]! >> 4)) >> 16) + ((other * (below[at]! >> 4)) >> 16) + 2) >> 2;
  }
  return { rows, columns, rgb: out };
}

/** OpenCV's INTER_LINEAR. */
export const openCvBilinear: Resize = (picture, rows, columns) =>
  resizeByPairs(picture, rows, columns, centred);

/** A run of samples and their weights. */
interface Run {
  readonly first: number;
  readonly weights: Float64Array;
}

/** The share of each sample in the area of the larger one. */
const areasOf = (from: number, to: number): readonly Run[] =>
  Array.from({ length: to }, (_, index) => {
    const step = from / to;
    const [begin, end] = [index * step, Math.min(from, (index + 1) * step)];
    const first = Math.floor(begin + 1e-9);
    const last = Math.min(from, Math.ceil(end - 1e-9));
    return {
      first,
      weights: Float64Array.from(
        { length: last - first },
        (__, i) => (Math.min(end, first + i + 1) - Math.max(begin, first + i)) / (end - begin),
      ),
    };
  });

/** One pass over all lines of bytes or sums; `stride` is the distance of samples in a line. */
function pass(
  from: { readonly values: ArrayLike<number>; readonly lines: number; readonly length: number },
  runs: readonly Run[],
  [stride, lineStride]: readonly [number, number],
  write: (line: number, index: number, channel: number, sum: number) => void,
): void {
  for (let line = 0; line < from.lines; line += 1)
    for (const [index, { first, weights }] of runs.entries())
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        let sum = 0;
        let at = line * lineStride + first * stride + channel;
        for (let i = 0; i < weights.length; i += 1, at += stride)
          sum += weights[i]! * from.values[at]!;
        write(line, index, channel, sum);
      }
}

/** Both passes, the first one across; `between` and `last` round what each of them gives. */
function resizeByRuns(
  { rows: fromRows, columns: fromColumns, rgb }: RgbImage,
  [rows, columns]: readonly [number, number],
  runsOf: (from: number, to: number) => readonly Run[],
  { between, last }: Readonly<Record<'between' | 'last', (sum: number) => number>>,
): RgbImage {
  const narrowed = new Float64Array(fromRows * columns * CHANNELS);
  pass(
    { values: rgb, lines: fromRows, length: fromColumns },
    runsOf(fromColumns, columns),
    [CHANNELS, fromColumns * CHANNELS],
    (row, column, channel, sum) => {
      narrowed[(row * columns + column) * CHANNELS + channel] = between(sum);
    },
  );
  const out = new Uint8Array(rows * columns * CHANNELS);
  pass(
    { values: narrowed, lines: columns, length: fromRows },
    runsOf(fromRows, rows),
    [columns * CHANNELS, CHANNELS],
    (column, row, channel, sum) => {
      out[(row * columns + column) * CHANNELS + channel] = last(sum);
    },
  );
  return { rows, columns, rgb: out };
}

/** OpenCV's INTER_AREA: means of areas where a picture shrinks along both sides. */
export const openCvArea: Resize = (picture, rows, columns) =>
  rows <= picture.rows && columns <= picture.columns
    ? resizeByRuns(picture, [rows, columns], areasOf, {
        between: (sum) => sum,
        last: roundHalfEven,
      })
    : resizeByPairs(picture, rows, columns, growing);

/** Fixed-point weights of Pillow have 22 bits behind the point. */
const PILLOW_ONE = 2 ** 22;
const pillowByte = (sum: number): number =>
  Math.min(255, Math.max(0, Math.floor((sum + PILLOW_ONE / 2) / PILLOW_ONE)));

/**
 * Pillow's BILINEAR: the filter widens as the picture shrinks, so that every pixel counts; rounded
 * to bytes after each direction.
 * @see https://pillow.readthedocs.io/en/stable/handbook/concepts.html#filters
 */
export const pillowBilinear: Resize = (picture, rows, columns) =>
  resizeByRuns(
    picture,
    [rows, columns],
    (from, to) =>
      tapsOf(from, to, bilinear).map(({ first, weights }) => ({
        first,
        weights: weights.map((weight) => Math.floor(weight * PILLOW_ONE + 0.5)),
      })),
    { between: pillowByte, last: pillowByte },
  );
