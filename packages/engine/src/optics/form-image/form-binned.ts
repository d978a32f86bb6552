import { sharedFloat32 } from '../../images/shared-array.ts';
import { splineWeights } from '../../quantities/spline-weights.ts';
import type { FormingFacts } from '../forming-facts.ts';
import { channelAt, uniform, type FormingContext, type PixelArray } from '../lens.ts';
import { millimetresOf } from '../millimetres.ts';
import type { PixelGrid } from '../pixel-grid.ts';
import type { LensModel } from './lens-model.ts';
import { isRefocused } from './pupil-source.ts';
import { LARGEST_REACH } from './tiling.ts';

/**
 * How many pixels are binned along a side so that the blur fits the widest kernels: 1 or a power of
 * two; 1 for lenses that are as their files have them.
 */
export function binningFor(model: LensModel, { pitch }: Pick<PixelGrid, 'pitch'>): number {
  if (!isRefocused(model.design)) return 1;
  const reach = Math.max(...model.spreads().map(({ reachMm }) => reachMm)) / millimetresOf(pitch);
  let binning = 1;
  while (reach > binning * LARGEST_REACH) binning *= 2;
  return binning;
}

/** Binned pixels beyond each side of the picture, for the splines at its rim. */
const MARGIN = 2;

/** The grid of binned pixels over a picture. */
function binnedGrid({ rows, columns, pitch, offset = [0, 0], shape }: PixelGrid, binning: number) {
  const [wide, high] = [columns, rows].map((size) => Math.ceil(size / binning) + 2 * MARGIN) as [
    number,
    number,
  ];
  const middle = (size: number, count: number): number => (count / 2 - MARGIN) * binning - size / 2;
  return {
    rows: high,
    columns: wide,
    pitch: pitch * binning,
    ...(shape && { shape }),
    offset: [
      (offset[0] + middle(columns, wide)) / binning,
      (offset[1] + middle(rows, high)) / binning,
    ] as const,
  };
}

/**
 * Forms a picture on binned pixels, one plane per response, and brings it back to its pixels by
 * quadratic B-splines.
 *
 * @param form forms a picture as `Lens.formImage` does, with negative pixels.
 * @see docs/reference/depth.md#largest-blur
 */
export async function formBinned(
  { grid, receptors }: PixelArray,
  binning: number,
  form: (pixels: PixelArray, context: FormingContext) => Promise<Float32Array>,
  context: FormingContext,
): Promise<Float32Array> {
  const out = context.out ?? sharedFloat32(grid.rows * grid.columns);
  const coarse = binnedGrid(grid, binning);
  const { responses, layout } = receptors;
  let first: FormingFacts | undefined;
  for (const [output, response] of responses.entries()) {
    const picture = await form(
      { grid: coarse, receptors: uniform(response) },
      {
        stopped: () => context.stopped(),
        progress: (share) => {
          context.progress((output + share) / responses.length);
        },
        keepsNegative: true,
        computed: (facts) => {
          first ??= facts;
        },
      },
    );
    bringBack({ picture, coarse, binning }, grid, (row, column, value) => {
      if (channelAt(layout, row, column) === output) out[row * grid.columns + column]! += value;
    });
  }
  if (first) context.computed?.({ ...first, oversampling: 1 / binning, binning });
  return out;
}

/** The nearest binned pixel of each pixel along a side, and its weights and its neighbours'. */
const splines = (count: number, binning: number) =>
  Array.from({ length: count }, (_, i) => {
    const place = (i + 0.5) / binning + MARGIN - 0.5;
    const nearest = Math.round(place);
    const weights = new Float64Array(3);
    splineWeights(place - nearest, weights);
    return { nearest, weights };
  });

/** Calls `put` with the value of each pixel of a picture that was formed on binned pixels. */
function bringBack(
  {
    picture,
    coarse,
    binning,
  }: { readonly picture: Float32Array; readonly coarse: PixelGrid; readonly binning: number },
  { rows, columns }: PixelGrid,
  put: (row: number, column: number, value: number) => void,
): void {
  const across = splines(columns, binning);
  const line = new Float64Array(coarse.columns);
  for (const [row, { nearest, weights }] of splines(rows, binning).entries()) {
    for (let i = 0; i < line.length; i += 1) {
      const at = (nearest - 1) * coarse.columns + i;
      line[i] =
        weights[0]! * picture[at]! +
        weights[1]! * picture[at + coarse.columns]! +
        weights[2]! * picture[at + 2 * coarse.columns]!;
    }
    for (const [column, { nearest: k, weights: w }] of across.entries())
      put(row, column, w[0]! * line[k - 1]! + w[1]! * line[k]! + w[2]! * line[k + 1]!);
  }
}
