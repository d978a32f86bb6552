import { sharedUint32 } from '../images/shared-array.ts';
import { turnsOf } from '../worlds.ts';

/** Paths per pixel of the sensor of the pilot. */
const PILOT = 64;
/** The error of a pilot needs batches. */
const LEAST_PILOT = 16;
/** Side of a tile, samples. */
const TILE = 16;

/** Paths of each sample of a pilot. @param sampling samples across a pixel of the sensor. */
export const pilotPaths = (sampling: number): number =>
  Math.max(LEAST_PILOT, Math.ceil(PILOT / sampling ** 2));

/** The pilot is not part of the mean: its numbers are others. */
export const pilotSeed = (seed: number): number => (seed ^ 0x9e3779b9) >>> 0;

/** A pilot of a picture. */
export interface Pilot {
  readonly rows: number;
  readonly columns: number;
  /** Paths of each sample. */
  readonly paths: number;
  /** cd/m², and its standard error: data[row * columns + column]. */
  readonly luminance: Float32Array;
  readonly error: Float32Array;
}

/** How many paths a picture gets. */
export interface PathsWanted {
  /** Standard error that a pixel of the sensor may have at a luminance, cd/m². */
  readonly allowed: (luminance: number) => number;
  /** Samples across a pixel of the sensor. */
  readonly sampling: number;
  /** Paths of a pixel of the sensor at most. */
  readonly most: number;
  /** Groups of bands whose turns are whole; 1 where all bands go along each path. */
  readonly groups: number;
}

/**
 * Paths of each sample of a picture, the same in a tile of 16 × 16, as its pilot asks: stopping as
 * soon as the error of the same samples is small would be dark (docs/reference/world.md#w7).
 */
export function adaptivePaths(
  { rows, columns, paths, luminance, error }: Pilot,
  { allowed, sampling, most, groups }: PathsWanted,
): Uint32Array {
  const counts = sharedUint32(rows * columns);
  const perPixel = sampling ** 2;
  for (let top = 0; top < rows; top += TILE)
    for (let left = 0; left < columns; left += TILE) {
      const at: number[] = [];
      for (let row = top; row < Math.min(rows, top + TILE); row += 1)
        for (let column = left; column < Math.min(columns, left + TILE); column += 1)
          at.push(row * columns + column);
      const mean = at.reduce((sum, i) => sum + luminance[i]!, 0) / at.length;
      const squares = at.reduce((sum, i) => sum + error[i]! ** 2, 0) / at.length;
      const over = squares === 0 ? 0 : squares / perPixel / allowed(mean) ** 2;
      const wanted = Math.max(PILOT, Math.min(most, paths * perPixel * over));
      const count = turnsOf(Math.ceil(2 ** Math.ceil(Math.log2(wanted) - 1e-9) / perPixel), groups);
      for (const i of at) counts[i] = count;
    }
  return counts;
}
