import { distancesIn, type EdgeLine } from './find-edge.ts';
import { refuse, type Region } from './region.ts';
import { meanOf, medianOf } from '../../quantities/statistics.ts';

/** Bins per pixel along the normal. */
export const BINS_PER_PIXEL = 4;
/** The edge needs this many pixels on each side, or the plateaus are not seen. */
const LEAST_REACH = 6;

/** Edge spread function: the step across the edge, from the dark side to the bright one. */
export interface EdgeSpread {
  /** Value at the middle of each bin; the edge lies at `centre`. */
  readonly values: Float64Array;
  /** Bin, and part of it, at which the distance to the edge is 0. */
  readonly centre: number;
  /** Bins that no pixel fell into: their value is between their neighbours'. */
  readonly emptyBins: number;
  /** Levels of the even areas on both sides. */
  readonly dark: number;
  readonly bright: number;
  /** Standard deviation of a pixel about the curve, without the slow changes along the edge. */
  readonly noise: number;
  /** Mean number of pixels in a bin. */
  readonly pixelsPerBin: number;
  /** Share of the variance of the region that the curve explains, 0 to 1. */
  readonly explained: number;
  /** Distance between 10 and 90 % of the step, pixels along the normal. */
  readonly rise: number;
}

/** The pixels of a region, each with its distance from the edge, positive on the bright side. */
interface Samples {
  readonly distances: Float64Array;
  readonly values: Float64Array;
}

/**
 * Bins the pixels of a region by their distance from its edge, along the normal, in quarters of a
 * pixel.
 *
 * @throws SimulationError when the region ends too near to the edge.
 */
export function edgeSpread(region: Region, line: EdgeLine): EdgeSpread {
  const samples = samplesOf(region, line);
  const [left, right] = reachOf(region, line);
  if (left < LEAST_REACH || right < LEAST_REACH)
    refuse(
      `The edge is ${Math.min(left, right).toFixed(1)} pixels from the side of the region: choose one with at least ${LEAST_REACH} pixels on both sides of it.`,
    );
  const first = -Math.floor(left * BINS_PER_PIXEL);
  const count = Math.floor(right * BINS_PER_PIXEL) - first;
  const { values, emptyBins, filled } = binned(samples, first, count);
  // The outer half of each side.
  const [dark, bright] = [
    meanOf(values.subarray(0, Math.floor(-first / 2))),
    meanOf(values.subarray(-Math.floor((count + first) / 2))),
  ];
  const crossing = (share: number): number => {
    const level = dark + share * (bright - dark);
    // The last bin below 10 % and the first above 90 %, each from the middle outwards.
    const middle = values.findIndex((value) => value > (dark + bright) / 2);
    let bin = middle;
    while (share < 0.5 ? values[bin]! > level && bin > 0 : values[bin]! < level && bin < count - 1)
      bin += share < 0.5 ? -1 : 1;
    const inner = values[share < 0.5 ? bin + 1 : bin - 1]!;
    const part = (level - values[bin]!) / (inner - values[bin]!);
    return bin + (share < 0.5 ? part : -part);
  };
  return {
    values,
    centre: -first - 0.5,
    emptyBins,
    dark,
    bright,
    ...scatter(samples, values, first),
    pixelsPerBin: filled / count,
    rise: (crossing(0.9) - crossing(0.1)) / BINS_PER_PIXEL,
  };
}

function samplesOf({ rows, columns, values, used }: Region, line: EdgeLine): Samples {
  const [distances, kept] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
  let count = 0;
  for (let row = line.rows[0]; row <= line.rows[1]; row += 1) {
    const distanceAt = distancesIn(row, line);
    for (let column = 0; column < columns; column += 1) {
      if (!used[row * columns + column]) continue;
      distances[count] = line.sign * distanceAt(column);
      kept[count] = values[row * columns + column]!;
      count += 1;
    }
  }
  return { distances: distances.subarray(0, count), values: kept.subarray(0, count) };
}

/**
 * How far the region reaches on the dark and on the bright side, in at least half of its rows,
 * pixels along the normal.
 */
function reachOf({ columns }: Region, line: EdgeLine): readonly [number, number] {
  const [first, last] = line.rows;
  const reach = (column: number): number =>
    medianOf(
      Array.from({ length: last - first + 1 }, (_, i) =>
        Math.abs(distancesIn(first + i, line)(column)),
      ),
    );
  const [left, right] = [reach(0), reach(columns - 1)];
  return line.sign === 1 ? [left, right] : [right, left];
}

/** The mean of each bin, moved from where its pixels lie on average to its middle. */
function binned({ distances, values }: Samples, first: number, count: number) {
  const [sums, places, counts] = [0, 1, 2].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < distances.length; i += 1) {
    const place = distances[i]! * BINS_PER_PIXEL - first;
    const bin = Math.floor(place);
    if (bin < 0 || bin >= count) continue;
    sums[bin]! += values[i]!;
    places[bin]! += place - bin - 0.5;
    counts[bin]! += 1;
  }
  const means = sums.map((sum, bin) => sum / counts[bin]!);
  const emptyBins = counts.reduce((empty, pixels) => empty + (pixels === 0 ? 1 : 0), 0);
  if (emptyBins > 0) fillEmpty(means);
  const moved = means.map((value, bin) => {
    if (counts[bin] === 0 || bin === 0 || bin === count - 1) return value;
    return value - (places[bin]! / counts[bin]!) * ((means[bin + 1]! - means[bin - 1]!) / 2);
  });
  return { values: moved, emptyBins, filled: counts.reduce((sum, pixels) => sum + pixels, 0) };
}

/** Empty bins (NaN) get what lies on the line between their neighbours. */
function fillEmpty(means: Float64Array): void {
  for (let bin = 0; bin < means.length; bin += 1) {
    if (!Number.isNaN(means[bin]!)) continue;
    const next = means.findIndex((value, i) => i > bin && !Number.isNaN(value));
    const [before, after] = [means[bin - 1], next < 0 ? undefined : means[next]!];
    means[bin] =
      before === undefined || after === undefined
        ? (before ?? after ?? 0)
        : before + (after - before) / (next - bin + 1);
  }
}

/** This many pixels tell the noise well enough. */
const NOISE_SAMPLES = 4096;

/** Noise of a pixel about the curve, and the share of the variance that the curve explains. */
function scatter({ distances, values }: Samples, curve: Float64Array, first: number) {
  const average = meanOf(values);
  const every = Math.ceil(values.length / NOISE_SAMPLES);
  const deviations: number[] = [];
  let [left, whole] = [0, 0];
  for (let i = 0; i < distances.length; i += 1) {
    const place = distances[i]! * BINS_PER_PIXEL - first - 0.5;
    const bin = Math.floor(place);
    if (bin < 0 || bin + 1 >= curve.length) continue;
    const model = curve[bin]! + (place - bin) * (curve[bin + 1]! - curve[bin]!);
    left += (values[i]! - model) ** 2;
    whole += (values[i]! - average) ** 2;
    if (i % every === 0) deviations.push(Math.abs(values[i]! - model));
  }
  // 1.4826 times the median deviation is the standard deviation of a normal distribution; a misfit
  // at the edge alone does not count.
  return { noise: 1.4826 * medianOf(deviations), explained: 1 - left / whole };
}
