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

/** The pixels of all pictures from the strangest on, sorted once for all draws. */
export interface AnomalyPixels {
  /** Largest value of each picture, and whether it has a defect. */
  readonly largest: Float64Array;
  readonly isBad: readonly boolean[];
  /** Per pixel, strangest first: its picture, ... */
  readonly pictures: Uint32Array;
  /** ... its region, or -1 where it is good, ... */
  readonly regions: Int32Array;
  /** ... and 1 where the next pixel has another value. */
  readonly steps: Uint8Array;
  /** Per region: its picture and its pixels. */
  readonly regionPictures: readonly number[];
  readonly regionSizes: readonly number[];
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
 * Sorts the pixels of all pictures. It takes about 50 bytes per pixel.
 *
 * @throws ScoreError where sizes differ or a map holds something that is no number.
 * @see docs/reference/vision.md#anomaly
 */
export function anomalyPixels(pictures: readonly AnomalyPicture[]): AnomalyPixels {
  const count = pictures.reduce((sum, { map }) => sum + map.data.length, 0);
  const values = new Float64Array(count);
  const [pictureOf, regionOf] = [new Uint32Array(count), new Int32Array(count)];
  const [regionPictures, regionSizes]: [number[], number[]] = [[], []];
  const largest = new Float64Array(pictures.length).fill(-Infinity);
  const isBad: boolean[] = [];
  let at = 0;
  for (const [p, { place, mask, map }] of pictures.entries()) {
    refuseOtherSize(mask, map, place);
    const { numbers: regions, sizes } = regionsOf(mask);
    isBad.push(sizes.length > 0);
    for (let i = 0; i < regions.length; i += 1, at += 1) {
      const value = map.data[i]!;
      if (!Number.isFinite(value)) refuse(place, `must hold finite numbers, not ${value}`);
      largest[p] = Math.max(largest[p]!, value);
      values[at] = value;
      pictureOf[at] = p;
      regionOf[at] = regions[i]! < 0 ? -1 : regions[i]! + regionSizes.length;
    }
    regionPictures.push(...sizes.map(() => p));
    regionSizes.push(...sizes);
  }
  const order = descending(values);
  return {
    largest,
    isBad,
    pictures: Uint32Array.from(order, (i) => pictureOf[i]!),
    regions: Int32Array.from(order, (i) => regionOf[i]!),
    steps: Uint8Array.from(order, (i, rank) => (values[i] === values[order[rank + 1]!] ? 0 : 1)),
    regionPictures,
    regionSizes,
  };
}

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
  const regions = pixels.regionPictures.reduce((sum, picture) => sum + weightOf(picture), 0);
  const { pixel, per30, per05 } = sweep(pixels, weightOf, regions);
  return {
    aurocImage: aurocOfPictures(pixels, weightOf),
    aurocPixel: pixel,
    pro30: per30,
    pro05: per05,
    regions,
  };
}

/** The threshold goes down through every value that occurs. */
function sweep(
  { pictures, regions, steps, regionPictures, regionSizes }: AnomalyPixels,
  weightOf: (picture: number) => number,
  allRegions: number,
): Readonly<Record<'pixel' | 'per30' | 'per05', number | null>> {
  const bad = regionSizes.reduce(
    (sum, size, region) => sum + size * weightOf(regionPictures[region]!),
    0,
  );
  let all = 0;
  for (const picture of pictures) all += weightOf(picture);
  const good = all - bad;
  if (good === 0 || bad === 0) return { pixel: null, per30: null, per05: null };
  const limits = [new AreaTo(0.3), new AreaTo(0.05)] as const;
  let [goodAbove, badAbove, covered, area] = [0, 0, 0, 0];
  let [goodBefore, badBefore] = [0, 0];
  for (let i = 0; i < regions.length; i += 1) {
    const weight = weightOf(pictures[i]!);
    const region = regions[i]!;
    if (region < 0) goodAbove += weight;
    else {
      badAbove += weight;
      covered += weight / regionSizes[region]!;
    }
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

function aurocOfPictures(
  { largest, isBad }: AnomalyPixels,
  weightOf: (picture: number) => number,
): number | null {
  let [right, pairs] = [0, 0];
  for (const [i, one] of largest.entries()) {
    if (!isBad[i]) continue;
    for (const [j, other] of largest.entries()) {
      if (isBad[j]) continue;
      const weight = weightOf(i) * weightOf(j);
      pairs += weight;
      right += weight * (one > other ? 1 : one === other ? 0.5 : 0);
    }
  }
  return pairs === 0 ? null : right / pairs;
}
