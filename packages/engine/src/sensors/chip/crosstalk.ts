import { BANDS, type Spectrum } from '../../quantities/wavelengths.ts';
import type { Mosaic } from '../colour-filters.ts';
import type { CrosstalkKernel, OpticalCrosstalk } from './chip.ts';

/** Rows and columns of a picture, and the tile of its colour filters. */
export interface MixedPixels {
  readonly rows: number;
  readonly columns: number;
  /** Channel of each pixel of a tile. */
  readonly layout: Mosaic['layout'];
}

const NOTHING_LEAVES: CrosstalkKernel = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 0, 0],
];

/**
 * The kernel of each colour for light of a spectrum. A share by wavelength becomes one number per
 * colour, weighted with light x quantum efficiency, which is exact for greys.
 *
 * @param responses electrons per photon and band, in the order of the channels.
 * @param white photons per band, on any scale; absent: the same in all bands up to 700 nm, or, for
 * a colour that responds to the near infrared alone, in all.
 */
export function opticalKernels(
  optical: OpticalCrosstalk,
  channels: Mosaic['channels'],
  responses: readonly Spectrum[],
  white: Spectrum | undefined,
): readonly CrosstalkKernel[] {
  if ('kernel' in optical) return channels.map(() => optical.kernel);
  if ('kernels' in optical)
    return channels.map((colour) => optical.kernels[colour] ?? NOTHING_LEAVES);
  return responses.map((response) => {
    let [leaving, all] = [0, 0];
    const light = white ?? evenWhite(response);
    for (const [band, photons] of light.entries()) {
      all += photons * response[band]!;
      leaving += photons * response[band]! * optical.share[band]!;
    }
    const share = all > 0 ? leaving / all : 0;
    const each = share / 4;
    return [
      [0, each, 0],
      [each, 1 - share, each],
      [0, each, 0],
    ];
  });
}

function evenWhite(response: Spectrum): Spectrum {
  const isInfrared = response.findIndex((share) => share > 0) >= BANDS;
  return new Float64Array(isInfrared ? response.length : BANDS).fill(1);
}

/** What arrives at the pixels of a tile: weights of the pixel and of its eight neighbours. */
export type GatherWeights = readonly (readonly Float64Array[])[];

/**
 * Turns kernels, which say where a pixel's light goes, into what each pixel of a tile gets from
 * where: weight [dy + 1][dx + 1] of the neighbour at row + dy, column + dx.
 *
 * @param kernels by channel of the source pixel; one for all channels.
 */
export function gatherWeights(
  kernels: readonly CrosstalkKernel[],
  layout: Mosaic['layout'],
): GatherWeights {
  const [down, across] = [layout.length, layout[0]!.length];
  const wrapped = (at: number, period: number): number => (at + period) % period;
  return layout.map((line, row) =>
    line.map((_, column) =>
      Float64Array.from({ length: 9 }, (__, at) => {
        const [dy, dx] = [Math.floor(at / 3) - 1, (at % 3) - 1];
        const source = layout[wrapped(row + dy, down)]![wrapped(column + dx, across)]!;
        return kernels[source % kernels.length]![1 - dy]![1 - dx]!;
      }),
    ),
  );
}

/** A row of the picture, and the rows above and below it. */
export type ThreeRows = readonly [above: Float32Array, middle: Float32Array, below: Float32Array];

/** How a row is mixed. */
export interface RowMixing {
  /** By column of the tile. */
  readonly weights: readonly Float64Array[];
  /** In single precision; pixels above it count as it. */
  readonly limit: number;
}

/** Mixes a row with its neighbours into `out`. */
export type MixRow = (lines: ThreeRows, mixing: RowMixing, out: Float32Array) => void;

/** Pixels from..to of a picture, and how their rows are mixed. */
export interface MixedRange {
  readonly from: number;
  readonly to: number;
  /** Nothing above it is mixed: the well, where electrons leave full pixels. */
  readonly limit: number;
  readonly mixRow: MixRow;
}

/**
 * Mixes a run of pixels with their neighbours. Outside the picture lies the pixel one tile further
 * in, so an even field stays even.
 *
 * @param source of the whole picture, row by row.
 * @param target gets the pixels from..to of the picture.
 */
export function mixPixels(
  source: Float32Array,
  { rows, columns, layout }: MixedPixels,
  weights: GatherWeights,
  range: MixedRange,
  target: Float32Array,
): void {
  const { from, to, mixRow } = range;
  const down = layout.length;
  const limit = Math.fround(range.limit);
  const rowAt = (row: number): Float32Array => {
    const at = inside(row, rows, down) * columns;
    return source.subarray(at, at + columns);
  };
  const whole = new Float32Array(columns);
  for (let at = from; at < to;) {
    const row = Math.floor(at / columns);
    const first = at - row * columns;
    const end = Math.min(columns, first + to - at);
    const lines = [rowAt(row - 1), rowAt(row), rowAt(row + 1)] as const;
    mixRow(lines, { weights: weights[row % down]!, limit }, whole);
    target.set(whole.subarray(first, end), at - from);
    at += end - first;
  }
}

/** The plain twin of the kernel's `mixRow`, which serves tiles of one and of two columns. */
export const mixRowPlain: MixRow = ([above, middle, below], { weights, limit }, out) => {
  const columns = middle.length;
  const across = weights.length;
  const held = (value: number): number => (value > limit ? limit : value);
  for (let x = 0; x < columns; x += 1) {
    const w = weights[x % across]!;
    const [left, right] = neighbours(x, columns, across);
    out[x] =
      w[0]! * held(above[left]!) +
      w[1]! * held(above[x]!) +
      w[2]! * held(above[right]!) +
      w[3]! * held(middle[left]!) +
      w[4]! * held(middle[x]!) +
      w[5]! * held(middle[right]!) +
      w[6]! * held(below[left]!) +
      w[7]! * held(below[x]!) +
      w[8]! * held(below[right]!);
  }
};

/** The columns on both sides of a column. */
export const neighbours = (
  column: number,
  columns: number,
  across: number,
): readonly [left: number, right: number] => [
  inside(column - 1, columns, across),
  inside(column + 1, columns, across),
];

/** A row or column next to the picture as the one a tile further in. */
const inside = (at: number, size: number, tile: number): number =>
  at < 0 ? Math.min(at + tile, size - 1) : at >= size ? Math.max(at - tile, 0) : at;

/** Variance of white noise after a kernel, over that before it. */
export const noiseGain = (kernel: CrosstalkKernel): number =>
  kernel.flat().reduce((sum, share) => sum + share ** 2, 0);
