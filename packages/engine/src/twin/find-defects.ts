import { medianOf } from '../quantities/statistics.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';
import { levelsOfColour, type StackMeans, type StuckWatch } from './stack-means.ts';

/** Codes of a map of defects; 0 is a good pixel. */
export const DEFECT = { hot: 1, dead: 2, stuck: 3, column: 4 } as const;
/** A response below this share of its surroundings is dead. */
const DEAD_BELOW = 0.5;
/** Robust standard deviations beyond which a pixel is hot. */
const HOT_DEVIATIONS = 7;
/** Of a normal distribution, standard deviation over median absolute deviation. */
const ROBUST = 1.4826;
/** Share of the pixels of a column from which on the column is faulty. */
const COLUMN_SHARE = 0.5;

interface Seen {
  readonly shortest: StackMeans;
  /** Darks of the longest exposure; undefined where there is one exposure only. */
  readonly longest: StackMeans | undefined;
  /** The brightest flat below saturation; undefined without one. */
  readonly flat: StackMeans | undefined;
  readonly watch: StuckWatch;
}

/**
 * Finds hot, dead and stuck pixels, and columns of them.
 *
 * @param surfaceOf gives the smooth surface of a map.
 * @returns the kind of each pixel.
 * @see docs/reference/twin.md#t2
 */
export function findDefects(
  { shortest, longest, flat, watch }: Seen,
  layout: FrameLayout,
  surfaceOf: (map: Float32Array, good: Uint8Array) => Float32Array,
): Uint8Array {
  const { rows, columns } = layout;
  const kinds = new Uint8Array(rows * columns);
  if (longest) {
    const growth = longest.mean.map((value, i) => value - shortest.mean[i]!);
    const middle = medianOf(growth);
    const spread = ROBUST * medianOf(growth.map((value) => Math.abs(value - middle)));
    const limit = HOT_DEVIATIONS * Math.max(spread, 1e-3);
    growth.forEach((value, i) => {
      if (value - middle > limit) kinds[i] = DEFECT.hot;
    });
  }
  if (flat) {
    const response = flat.mean.map((value, i) => value - shortest.mean[i]!);
    // The surface is made of pixels near the median of their colour.
    const levels = layout.channels.map((_, c) => levelsOfColour(response, layout, c).median);
    const usual = new Uint8Array(rows * columns);
    for (let row = 0, i = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, i += 1) {
        const level = levels[colourAt(layout, row, column)]!;
        usual[i] = Number(kinds[i] === 0 && response[i]! > 0.1 * level && response[i]! < 4 * level);
      }
    const surface = surfaceOf(response, usual);
    response.forEach((value, i) => {
      if (watch.isStuck(i)) kinds[i] = DEFECT.stuck;
      else if (value < DEAD_BELOW * surface[i]!) kinds[i] = DEFECT.dead;
    });
  }
  markColumns(kinds, layout);
  return kinds;
}

function markColumns(kinds: Uint8Array, { rows, columns }: FrameLayout): void {
  for (let column = 0; column < columns; column += 1) {
    let faulty = 0;
    for (let row = 0; row < rows; row += 1) faulty += Number(kinds[row * columns + column] !== 0);
    if (faulty > COLUMN_SHARE * rows)
      for (let row = 0; row < rows; row += 1) kinds[row * columns + column] = DEFECT.column;
  }
}
