import type { Spectrum } from '../../quantities/wavelengths.ts';
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
 * @param light photons per band, on any scale.
 * @param responses electrons per photon and band, in the order of the channels.
 */
export function opticalKernels(
  optical: OpticalCrosstalk,
  channels: Mosaic['channels'],
  responses: readonly Spectrum[],
  light: Spectrum,
): readonly CrosstalkKernel[] {
  if ('kernel' in optical) return channels.map(() => optical.kernel);
  if ('kernels' in optical)
    return channels.map((colour) => optical.kernels[colour] ?? NOTHING_LEAVES);
  return responses.map((response) => {
    let [leaving, all] = [0, 0];
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

/**
 * Mixes a run of pixels with their neighbours. Outside the picture lies the pixel one tile further
 * in, so an even field stays even.
 *
 * @param source of the whole picture, row by row.
 * @param target gets the pixels from..to of the picture.
 * @param limit nothing above it is mixed: the well, where electrons leave full pixels.
 */
export function mixPixels(
  source: Float32Array,
  { rows, columns, layout }: MixedPixels,
  weights: GatherWeights,
  range: { readonly from: number; readonly to: number; readonly limit: number },
  target: Float32Array,
): void {
  const { from, to, limit } = range;
  const [down, across] = [layout.length, layout[0]!.length];
  for (let at = from; at < to;) {
    const row = Math.floor(at / columns);
    const first = at - row * columns;
    const end = Math.min(columns, first + to - at);
    const line = weights[row % down]!;
    const above = inside(row - 1, rows, down) * columns;
    const below = inside(row + 1, rows, down) * columns;
    const middle = row * columns;
    for (let column = first; column < end; column += 1) {
      const w = line[column % across]!;
      const left = column > 0 ? column - 1 : inside(-1, columns, across);
      const right = column + 1 < columns ? column + 1 : inside(columns, columns, across);
      target[middle + column - from] =
        w[0]! * Math.min(source[above + left]!, limit) +
        w[1]! * Math.min(source[above + column]!, limit) +
        w[2]! * Math.min(source[above + right]!, limit) +
        w[3]! * Math.min(source[middle + left]!, limit) +
        w[4]! * Math.min(source[middle + column]!, limit) +
        w[5]! * Math.min(source[middle + right]!, limit) +
        w[6]! * Math.min(source[below + left]!, limit) +
        w[7]! * Math.min(source[below + column]!, limit) +
        w[8]! * Math.min(source[below + right]!, limit);
    }
    at += end - first;
  }
}

/** A row or column next to the picture as the one a tile further in. */
const inside = (at: number, size: number, tile: number): number =>
  at < 0 ? Math.min(at + tile, size - 1) : at >= size ? Math.max(at - tile, 0) : at;

/** Variance of white noise after a kernel, over that before it. */
export const noiseGain = (kernel: CrosstalkKernel): number =>
  kernel.flat().reduce((sum, share) => sum + share ** 2, 0);
