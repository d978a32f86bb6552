import type { FrameLayout } from './frame-layout.ts';
import { SURFACE_TERMS, smoothSurface } from './smooth-surface.ts';
import type { StackMeans } from './stack-means.ts';
import type { TemporalParts } from './temporal-parts.ts';

/** A variance with its standard error. */
export interface PartVariance {
  readonly variance: number;
  readonly error: number;
}

/** Fixed pattern in the dark, codes². */
export interface DarkPattern {
  /** Of all pixels, rows and columns included. */
  readonly all: PartVariance;
  readonly row: PartVariance;
  readonly column: PartVariance;
  /** Mean of the pixels, codes. */
  readonly mean: number;
}

/**
 * Variance of a mean dark frame among its pixels, without what time leaves in it.
 *
 * @see docs/reference/twin.md#t2
 */
export function darkPattern(
  { mean: map }: StackMeans,
  time: TemporalParts,
  { rows, columns }: FrameLayout,
  good: Uint8Array,
): DarkPattern {
  const [inRow, inColumn] = [new Float64Array(rows), new Float64Array(columns)];
  const [rowSums, columnSums] = [new Float64Array(rows), new Float64Array(columns)];
  let [sum, count] = [0, 0];
  const each = (visit: (i: number, row: number, column: number) => void): void => {
    for (let row = 0, i = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1, i += 1)
        if (good[i]) visit(i, row, column);
  };
  each((i) => {
    sum += map[i]!;
    count += 1;
  });
  const mean = sum / count;
  let squares = 0;
  each((i, row, column) => {
    const value = map[i]! - mean;
    squares += value * value;
    rowSums[row]! += value;
    columnSums[column]! += value;
    inRow[row]! += 1;
    inColumn[column]! += 1;
  });
  const lines = (sums: Float64Array, counts: Float64Array): number =>
    sums.reduce((total, line, i) => total + (counts[i]! > 0 ? (line / counts[i]!) ** 2 : 0), 0);
  const [rowSquares, columnSquares] = [lines(rowSums, inRow), lines(columnSums, inColumn)];
  const pixel =
    (squares - (rowSquares * count) / rows - (columnSquares * count) / columns) /
    ((count * (rows - 1) * (columns - 1)) / (rows * columns));
  const { frames } = time;
  const inTime = time.pixel / frames;
  const fixed = Math.max(pixel - inTime, 0);
  const lineOf = (all: number, length: number, across: number, noise: number): PartVariance => {
    const steady = Math.max(noise, 0) / frames;
    const variance = all / (length - 1) - pixel / across - steady;
    // The lines are these lines; what pixels and time add to their means is by chance.
    const chance = pixel / across + steady;
    return {
      variance,
      error: Math.sqrt((4 * Math.max(variance, 0) * chance + 2 * chance ** 2) / (length - 1)),
    };
  };
  const row = lineOf(rowSquares, rows, count / rows, time.row);
  const column = lineOf(columnSquares, columns, count / columns, time.column);
  const [rowNoise, columnNoise] = [time.row, time.column].map((v) => Math.max(v, 0) / frames);
  const variance =
    squares / count -
    inTime -
    (rowNoise! * (rows - 1)) / rows -
    (columnNoise! * (columns - 1)) / columns;
  const byChance = (steady: number, chance: number, lineCount: number): number =>
    (4 * Math.max(steady, 0) * chance + 2 * chance ** 2) / lineCount;
  return {
    mean,
    row,
    column,
    all: {
      variance,
      error: Math.sqrt(
        byChance(fixed, inTime, count) +
          byChance(row.variance + fixed / columns, rowNoise!, rows) +
          byChance(column.variance + fixed / rows, columnNoise!, columns) +
          (inTime ** 2 * 2) / (count * Math.max(frames - 1, 1)),
      ),
    },
  };
}

/** Flats of one light and one position of the camera, summed. */
interface FlatGroup {
  /** Sum over frames of what exceeds the dark, codes. */
  readonly sum: Float32Array;
  frames: number;
}

/** What flats say of the pixels. */
export interface LightPattern {
  /** Response of each pixel over its surroundings, minus 1. */
  readonly map: Float32Array;
  readonly share: PartVariance;
  /** Electrons per pixel in all flats. */
  readonly electrons: number;
}

/** What is known of the noise before the flats. */
export interface KnownNoise {
  /** Codes per electron. */
  readonly gain: number;
  /** Variance of a pixel at the black level, of rows and of columns, codes². */
  readonly floor: number;
  readonly row: number;
  readonly column: number;
}

/**
 * Map of the response of the pixels, from all flats below saturation, and its variance without
 * what noise adds.
 *
 * @param darkOf gives the mean dark of a flat's exposure, codes, above the mean dark frame.
 * @see docs/reference/twin.md#t2
 */
export function lightPattern(
  flats: readonly StackMeans[],
  dark: { readonly means: StackMeans; readonly time: TemporalParts | undefined },
  {
    layout,
    good,
    noise,
    darkOf,
  }: {
    readonly layout: FrameLayout;
    readonly good: Uint8Array;
    readonly noise: KnownNoise;
    readonly darkOf: (flat: StackMeans) => number;
  },
): LightPattern {
  const { rows, columns, channels } = layout;
  const pixels = rows * columns;
  const groups = new Map<string, FlatGroup>();
  for (const flat of flats) {
    const { light, turned } = flat.stack;
    const key = `${light} ${turned}`;
    const group = groups.get(key) ?? { sum: new Float32Array(pixels), frames: 0 };
    groups.set(key, group);
    const offset = darkOf(flat);
    for (let i = 0; i < pixels; i += 1)
      group.sum[i]! += flat.count * (flat.mean[i]! - dark.means.mean[i]! - offset);
    group.frames += flat.count;
  }
  const [map, shot, byDark] = [0, 1, 2].map(() => new Float32Array(pixels)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  let [total, electrons] = [0, 0];
  const perFrame = noise.floor + Math.max(noise.row, 0) + Math.max(noise.column, 0);
  for (const { sum, frames } of groups.values()) {
    const surface = smoothSurface(sum, layout, good);
    let level = 0;
    for (let i = 0; i < pixels; i += 1) level += surface[i]! / pixels;
    total += level;
    electrons += level / noise.gain;
    for (let i = 0; i < pixels; i += 1) {
      const light = Math.max(surface[i]!, 1e-6);
      map[i]! += level * (sum[i]! / light - 1);
      shot[i]! += level ** 2 * ((frames * perFrame + noise.gain * light) / light ** 2);
      byDark[i]! += (level * frames) / light;
    }
  }
  for (let i = 0; i < pixels; i += 1) map[i]! /= total;
  const ofDark = dark.time
    ? (dark.time.pixel + Math.max(dark.time.row, 0) + Math.max(dark.time.column, 0)) /
      dark.time.frames
    : perFrame / dark.means.count;
  let [squares, noiseSum, count, sum] = [0, 0, 0, 0];
  for (let i = 0; i < pixels; i += 1) {
    if (good[i] === 0) {
      map[i] = 0;
      continue;
    }
    count += 1;
    sum += map[i]!;
    squares += map[i]! ** 2;
    noiseSum += shot[i]! / total ** 2 + (byDark[i]! / total) ** 2 * ofDark;
  }
  const taken = SURFACE_TERMS * channels.length;
  const variance = (squares - sum ** 2 / count) / (count - taken);
  const noisy = noiseSum / count;
  const fixed = Math.max(variance - noisy, 0);
  return {
    map,
    electrons,
    share: {
      variance: variance - noisy,
      error: Math.sqrt(
        (4 * fixed * noisy + 2 * noisy ** 2 + 2 * fixed ** 2 * (taken / count)) / count,
      ),
    },
  };
}
