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

/** Pixels from..to of a picture, and how they are mixed. */
export interface MixedRange {
  readonly from: number;
  readonly to: number;
  /**
   * Nothing above it is mixed: the well, where electrons leave full pixels. Rounded to single
   * precision.
   */
  readonly limit: number;
}

/**
 * Mixes a run of pixels with their neighbours. Outside the picture lies the pixel one tile further
 * in, so an even field stays even.
 *
 * @param source of the whole picture, row by row.
 * @param target gets the pixels from..to of the picture.
 */
export type MixPixels = (
  source: Float32Array,
  pixels: MixedPixels,
  weights: GatherWeights,
  range: MixedRange,
  target: Float32Array,
) => void;

/** The plain twin of the kernel's `mixRows`, which serves tiles of one and of two columns. */
export const mixPixelsPlain: MixPixels = (source, pixels, weights, { from, to, limit }, target) => {
  const { rows, columns } = pixels;
  const [down, across] = [weights.length, weights[0]!.length];
  const most = Math.fround(limit);
  const held = (value: number): number => (value > most ? most : value);
  for (let at = from; at < to; at += 1) {
    const [row, x] = [Math.floor(at / columns), at % columns];
    const w = weights[row % down]![x % across]!;
    const [above, below] = neighbours(row, rows, down).map((line) => line * columns) as [
      number,
      number,
    ];
    const middle = row * columns;
    const [left, right] = neighbours(x, columns, across);
    target[at - from] =
      w[0]! * held(source[above + left]!) +
      w[1]! * held(source[above + x]!) +
      w[2]! * held(source[above + right]!) +
      w[3]! * held(source[middle + left]!) +
      w[4]! * held(source[middle + x]!) +
      w[5]! * held(source[middle + right]!) +
      w[6]! * held(source[below + left]!) +
      w[7]! * held(source[below + x]!) +
      w[8]! * held(source[below + right]!);
  }
};

/** The rows or columns on both sides of one. */
export const neighbours = (
  at: number,
  size: number,
  tile: number,
): readonly [before: number, after: number] => [
  inside(at - 1, size, tile),
  inside(at + 1, size, tile),
];

/** A row or column next to the picture as the one a tile further in. */
const inside = (at: number, size: number, tile: number): number =>
  at < 0 ? Math.min(at + tile, size - 1) : at >= size ? Math.max(at - tile, 0) : at;

/** Variance of white noise after a kernel, over that before it. */
export const noiseGain = (kernel: CrosstalkKernel): number =>
  kernel.flat().reduce((sum, share) => sum + share ** 2, 0);
