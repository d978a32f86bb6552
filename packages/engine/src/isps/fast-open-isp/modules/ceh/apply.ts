import { allocateShared } from '../../../../images/shared-array.ts';
import type { Pair } from '../../../../field-descriptor.ts';
import { reflect } from '../../rows.ts';
import type { ModuleCode, StepPart, SurveyPart } from '../../step-code.ts';
import type { cehFields } from './descriptor.ts';

/**
 * How the picture is divided into tiles. Where they do not fill it evenly, the picture is continued
 * by mirroring.
 */
export interface Tiling {
  readonly tileRows: number;
  readonly tileColumns: number;
  /** Size of one tile, pixels. */
  readonly height: number;
  readonly width: number;
  /** Mirrored rows above and columns left of the picture that complete the first tiles. */
  readonly top: number;
  readonly left: number;
}

export function tilingOf([tileRows, tileColumns]: Pair, rows: number, columns: number): Tiling {
  const height = Math.ceil(rows / tileRows);
  const width = Math.ceil(columns / tileColumns);
  return {
    tileRows,
    tileColumns,
    height,
    width,
    top: (height * tileRows - rows) >> 1,
    left: (width * tileColumns - columns) >> 1,
  };
}

export interface CehTables {
  readonly tiling: Tiling;
  /** Fraction of a tile's peak at which its histogram is clipped. */
  readonly clipLimit: number;
  /** curves[(tileRow * tileColumns + tileColumn) * 256 + luma]; the survey fills them. */
  readonly curves: Uint8Array;
}
/** Some rows to enhance. */
export type CehPart = StepPart<'y', 'y', CehTables>;
/** Rows of tiles `from`..`to` whose curves are computed. */
export type CehSurveyPart = SurveyPart<CehPart>;

/**
 * Computes the curve of each tile from its clipped histogram. Here `from` and `to` count rows of
 * tiles.
 */
export function findCurves({
  source: { y: source },
  tables: { tiling, clipLimit, curves },
  rows,
  columns,
  from,
  to,
}: CehSurveyPart): void {
  const { tileColumns, height, width, top, left } = tiling;
  const columnOf = Int32Array.from({ length: tileColumns * width }, (_, x) =>
    reflect(x - left, columns),
  );
  for (let tileRow = from; tileRow < to; tileRow += 1) {
    const histograms = Array.from({ length: tileColumns }, () => new Int32Array(256));
    for (let y = tileRow * height; y < (tileRow + 1) * height; y += 1) {
      const start = reflect(y - top, rows) * columns;
      for (const [tileColumn, histogram] of histograms.entries()) {
        for (let x = tileColumn * width; x < (tileColumn + 1) * width; x += 1)
          histogram[source[start + columnOf[x]!]!]! += 1;
      }
    }
    for (const [tileColumn, histogram] of histograms.entries())
      curves.set(equalisingCurve(histogram, clipLimit), (tileRow * tileColumns + tileColumn) * 256);
  }
}

/**
 * Clips a histogram at a fraction of its peak, spreads what exceeds that over all bins and returns
 * the cumulative histogram as a curve.
 */
export function equalisingCurve(histogram: Int32Array, clipLimit: number): Uint8Array {
  const limit = clipLimit * Math.max(...histogram);
  // Loops, because `from` with a function takes ten times as long, and fits ask for many curves.
  const spread = new Float64Array(256);
  const beyond = new Float64Array(256);
  for (let luma = 0; luma < 256; luma += 1) {
    spread[luma] = Math.min(histogram[luma]!, limit);
    beyond[luma] = histogram[luma]! - spread[luma]!;
  }
  const share = pairwiseSum(beyond) / 256;
  for (let luma = 0; luma < 256; luma += 1) spread[luma]! += share;
  const total = pairwiseSum(spread);
  const curve = new Uint8Array(256);
  for (let luma = 0, cumulative = 0; luma < 256; luma += 1) {
    cumulative += spread[luma]! / total;
    curve[luma] = Math.trunc(cumulative * 255);
  }
  return curve;
}

/**
 * The sum of 256 numbers in the order in which numpy adds them, because its rounding can change a
 * value of the curve.
 */
function pairwiseSum(values: Float64Array): number {
  const half = (from: number): number => {
    const r = values.slice(from, from + 8);
    for (let i = 8; i < 128; i += 1) r[i & 7]! += values[from + i]!;
    return r[0]! + r[1]! + (r[2]! + r[3]!) + (r[4]! + r[5]! + (r[6]! + r[7]!));
  };
  return half(0) + half(128);
}

/**
 * 1024 times the weights of the first of two tiles along a block of `length` pixels, rounded in the
 * order of the reference.
 */
export const blendWeights = (length: number): Int32Array =>
  Int32Array.from({ length }, (_, i) =>
    length === 1 ? 1024 : i === length - 1 ? 0 : Math.floor(i * (-1024 / (length - 1)) + 1024),
  );

/**
 * For each of `count` pixels, the two tiles between whose centres it lies: offsets of their curves,
 * and the weight of the first.
 */
export function blendTables(
  count: number,
  offset: number,
  length: number,
  tiles: number,
  step: number,
): { readonly first: Int32Array; readonly second: Int32Array; readonly weight: Int32Array } {
  const weights = blendWeights(length);
  const [first, second, weight] = [
    new Int32Array(count),
    new Int32Array(count),
    new Int32Array(count),
  ];
  for (let i = 0; i < count; i += 1) {
    const position = i + offset + (length >> 1);
    const block = Math.trunc(position / length);
    // Before the first centre and after the last one there is one tile only: both offsets name it,
    // and the weight does not matter.
    first[i] = Math.max(block - 1, 0) * step;
    second[i] = Math.min(block, tiles - 1) * step;
    weight[i] = weights[position % length]!;
  }
  return { first, second, weight };
}

/**
 * Sends each pixel through the curves of the four tiles around it and blends the results, across
 * first.
 *
 * @see docs/reference/isp.md#ceh.
 */
export function enhanceContrast({
  source: { y: source },
  target: { y: target },
  tables: { tiling, curves },
  rows,
  columns,
  from,
  to,
}: CehPart): void {
  const { tileRows, tileColumns, height, width, top, left } = tiling;
  const across = blendTables(columns, left, width, tileColumns, 256);
  const down = blendTables(rows, top, height, tileRows, tileColumns * 256);
  for (let row = from; row < to; row += 1) {
    const upper = down.first[row]!;
    const lower = down.second[row]!;
    const share = down.weight[row]!;
    for (let column = 0; column < columns; column += 1) {
      const y = source[row * columns + column]!;
      const first = across.first[column]! + y;
      const second = across.second[column]! + y;
      const weight = across.weight[column]!;
      const above =
        (weight * curves[upper + first]! + (1024 - weight) * curves[upper + second]!) >> 10;
      const below =
        (weight * curves[lower + first]! + (1024 - weight) * curves[lower + second]!) >> 10;
      target[row * columns + column] = (share * above + (1024 - share) * below) >> 10;
    }
  }
}

export const code = {
  prepare: ({ cehGain: tiles, cehOffset: clipLimit }, { rows, columns }) => {
    const tiling = tilingOf(tiles, rows, columns);
    const curves = new Uint8Array(allocateShared(tiling.tileRows * tiling.tileColumns * 256));
    return { tiling, clipLimit, curves };
  },
  surveyUnits: ({ tiling }) => tiling.tileRows,
  survey: findCurves,
  apply: enhanceContrast,
} satisfies ModuleCode<typeof cehFields, CehPart>;
