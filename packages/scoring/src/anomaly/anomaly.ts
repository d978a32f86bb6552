import { refuse } from '../score-error.ts';
import { refuseOtherSize, type NumberMap } from '../segmentation.ts';
import { descending } from './order.ts';
import { regionsOf } from './regions.ts';

/** One picture: where its defects are, and how strange a network finds each pixel. */
export interface AnomalyPicture {
  /** Name of the picture, for messages. */
  readonly place: string;
  /** Anything but 0 is a defect. */
  readonly mask: NumberMap;
  readonly map: NumberMap;
}

/** The pixels of one picture by their values, strangest first. */
export interface AnomalyLevels {
  /** Largest value of the map. */
  readonly largest: number;
  /** 8-connected regions of the mask. */
  readonly regions: number;
  /** Values that occur, falling... */
  readonly values: ArrayLike<number>;
  /** ... how many good pixels have each, and how many defective ones... */
  readonly good: ArrayLike<number>;
  readonly bad: ArrayLike<number>;
  /** ... and what share of their region these are, summed over the regions. */
  readonly covered: ArrayLike<number>;
}

/** The levels of all pictures, sorted once for all draws. */
export interface AnomalyPixels {
  /** Largest value of each picture, its regions and its pixels, good and defective. */
  readonly largest: Float64Array;
  readonly regions: Uint32Array;
  readonly goodPixels: Float64Array;
  readonly badPixels: Float64Array;
  /** Per level, strangest first: its picture, ... */
  readonly pictures: Uint32Array;
  /** ... its pixels as in `AnomalyLevels`, ... */
  readonly good: Uint32Array;
  readonly bad: Uint32Array;
  readonly covered: Float64Array;
  /** ... and 1 where the next level has another value. */
  readonly steps: Uint8Array;
}

/** Null where pictures or pixels of one kind are missing. */
export interface AnomalyFigures {
  readonly aurocImage: number | null;
  readonly aurocPixel: number | null;
  readonly pro30: number | null;
  readonly pro05: number | null;
  readonly regions: number;
}

/**
 * The levels of a picture.
 *
 * @param rounded the value that stands for another one; without it each value is a level.
 * @throws ScoreError where sizes differ or the map holds something that is no number.
 * @see docs/reference/vision.md#anomaly
 */
export function anomalyLevels(
  { place, mask, map }: AnomalyPicture,
  rounded: (value: number) => number = (value) => value,
): AnomalyLevels {
  refuseOtherSize(mask, map, place);
  const { numbers: regions, sizes } = regionsOf(mask);
  let largest = -Infinity;
  const values = Float64Array.from(map.data, (value) => {
    if (!Number.isFinite(value)) refuse(place, `must hold finite numbers, not ${value}`);
    largest = Math.max(largest, value);
    return rounded(value);
  });
  const order = descending(values);
  let count = 0;
  const levels = {
    values: new Float64Array(order.length),
    good: new Uint32Array(order.length),
    bad: new Uint32Array(order.length),
    covered: new Float64Array(order.length),
  };
  for (const [rank, pixel] of order.entries()) {
    if (rank === 0 || values[pixel] !== values[order[rank - 1]!]) count += 1;
    const [at, region] = [count - 1, regions[pixel]!];
    levels.values[at] = values[pixel]!;
    if (region < 0) levels.good[at]! += 1;
    else {
      levels.bad[at]! += 1;
      levels.covered[at]! += 1 / sizes[region]!;
    }
  }
  return {
    largest,
    regions: sizes.length,
    values: levels.values.slice(0, count),
    good: levels.good.slice(0, count),
    bad: levels.bad.slice(0, count),
    covered: levels.covered.slice(0, count),
  };
}

const sumOf = (values: ArrayLike<number>): number =>
  Array.prototype.reduce.call(values, (sum, value) => Number(sum) + Number(value), 0) as number;

/** Sorts the levels of all pictures. They take about 60 bytes each. */
export function sortedLevels(pictures: readonly AnomalyLevels[]): AnomalyPixels {
  const count = pictures.reduce((sum, { values }) => sum + values.length, 0);
  const values = new Float64Array(count);
  const all = {
    pictures: new Uint32Array(count),
    good: new Uint32Array(count),
    bad: new Uint32Array(count),
    covered: new Float64Array(count),
  };
  let start = 0;
  for (const [p, picture] of pictures.entries()) {
    values.set(picture.values, start);
    all.pictures.fill(p, start, start + picture.values.length);
    for (const name of ['good', 'bad', 'covered'] as const) all[name].set(picture[name], start);
    start += picture.values.length;
  }
  const order = descending(values);
  return {
    largest: Float64Array.from(pictures, ({ largest }) => largest),
    regions: Uint32Array.from(pictures, ({ regions }) => regions),
    goodPixels: Float64Array.from(pictures, ({ good }) => sumOf(good)),
    badPixels: Float64Array.from(pictures, ({ bad }) => sumOf(bad)),
    pictures: Uint32Array.from(order, (i) => all.pictures[i]!),
    good: Uint32Array.from(order, (i) => all.good[i]!),
    bad: Uint32Array.from(order, (i) => all.bad[i]!),
    covered: Float64Array.from(order, (i) => all.covered[i]!),
    steps: Uint8Array.from(order, (i, rank) => (values[i] === values[order[rank + 1]!] ? 0 : 1)),
  };
}

/** The levels of pictures, each value for itself. @throws ScoreError as `anomalyLevels`. */
export const anomalyPixels = (pictures: readonly AnomalyPicture[]): AnomalyPixels =>
  sortedLevels(pictures.map((picture) => anomalyLevels(picture)));

/**
 * Areas under the curves: true against false positives of pictures (by their largest value) and of
 * pixels, and the mean covered share of the regions against the false-positive rate of the good
 * pixels, up to a rate of .3 and .05, over that rate.
 *
 * @param weights how often each picture counts: a draw of a bootstrap.
 * @see docs/reference/vision.md#anomaly
 */
export function anomalyFigures(pixels: AnomalyPixels, weights?: Uint32Array): AnomalyFigures {
  const weightOf = (picture: number): number => weights?.[picture] ?? 1;
  const regions = weightedSum(pixels.regions, weightOf);
  const { pixel, per30, per05 } = sweep(pixels, weightOf, regions);
  return {
    aurocImage: aurocOfPictures(pixels, weightOf),
    aurocPixel: pixel,
    pro30: per30,
    pro05: per05,
    regions,
  };
}

type WeightOf = (picture: number) => number;

function weightedSum(values: Uint32Array | Float64Array, weightOf: WeightOf): number {
  let sum = 0;
  for (const [picture, value] of values.entries()) sum += weightOf(picture) * value;
  return sum;
}

/** The threshold goes down through every value that occurs. */
function sweep(
  levels: AnomalyPixels,
  weightOf: WeightOf,
  allRegions: number,
): Readonly<Record<'pixel' | 'per30' | 'per05', number | null>> {
  const { pictures, steps } = levels;
  const good = weightedSum(levels.goodPixels, weightOf);
  const bad = weightedSum(levels.badPixels, weightOf);
  if (good === 0 || bad === 0) return { pixel: null, per30: null, per05: null };
  const limits = [new AreaTo(0.3), new AreaTo(0.05)] as const;
  let [goodAbove, badAbove, covered, area] = [0, 0, 0, 0];
  let [goodBefore, badBefore] = [0, 0];
  for (let i = 0; i < pictures.length; i += 1) {
    const weight = weightOf(pictures[i]!);
    goodAbove += weight * levels.good[i]!;
    badAbove += weight * levels.bad[i]!;
    covered += weight * levels.covered[i]!;
    if (!steps[i]) continue;
    // A tie counts by half.
    area += (goodAbove - goodBefore) * ((badAbove + badBefore) / 2);
    for (const limit of limits) limit.add(goodAbove / good, covered / allRegions);
    [goodBefore, badBefore] = [goodAbove, badAbove];
  }
  return { pixel: area / (good * bad), per30: limits[0].mean, per05: limits[1].mean };
}

/** Area under a curve of points with rising x, by trapezoids from 0, 0 to a limit of x. */
class AreaTo {
  readonly #limit: number;
  #area = 0;
  #x = 0;
  #y = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(x: number, y: number): void {
    if (this.#x < this.#limit && x > this.#x) {
      const end = Math.min(x, this.#limit);
      const atEnd = this.#y + ((y - this.#y) * (end - this.#x)) / (x - this.#x);
      this.#area += ((end - this.#x) * (this.#y + atEnd)) / 2;
    }
    [this.#x, this.#y] = [x, y];
  }

  /** Over the limit, so that a perfect curve has 1. */
  get mean(): number {
    return this.#area / this.#limit;
  }
}

function aurocOfPictures({ largest, regions }: AnomalyPixels, weightOf: WeightOf): number | null {
  let [right, pairs] = [0, 0];
  for (const [i, one] of largest.entries()) {
    if (regions[i] === 0) continue;
    for (const [j, other] of largest.entries()) {
      if (regions[j] !== 0) continue;
      const weight = weightOf(i) * weightOf(j);
      pairs += weight;
      right += weight * (one > other ? 1 : one === other ? 0.5 : 0);
    }
  }
  return pairs === 0 ? null : right / pairs;
}
