import { refuse } from './score-error.ts';
import { refuseOtherSize, type NumberMap } from './segmentation.ts';

/** What is fitted per picture before results are compared with the truth. */
export const ALIGNMENTS = ['none', 'median', 'scaleShift', 'inverseScaleShift'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Depths from here up to the cap count; results are limited to the same range. Metres. */
const LEAST_DEPTH = 0.001;
export const DEFAULT_CAP = 80;

/** Means over the points of a picture, or over pictures; metres where they have a unit. */
export interface DepthFigures {
  readonly points: number;
  readonly mae: number | null;
  readonly absRel: number | null;
  readonly sqRel: number | null;
  readonly rmse: number | null;
  readonly rmseLog: number | null;
  readonly log10: number | null;
  readonly delta1: number | null;
  readonly delta2: number | null;
  readonly delta3: number | null;
  /** What was fitted, where something was. */
  readonly scale?: number | null;
  readonly shift?: number | null;
}

/** The figures that are means. */
type DepthMeans = { readonly [Name in keyof Omit<DepthFigures, 'points'>]?: number };

export interface PictureDepth {
  readonly points: number;
  /** Undefined without points. */
  readonly means: DepthMeans | undefined;
}

export interface DepthOptions {
  /** Points with a larger truth do not count, metres; default: 80. */
  readonly cap?: number;
  /** Default: none. */
  readonly align?: Alignment;
}

/**
 * Compares the depths of one picture.
 *
 * @param truth metres; 0 is unknown.
 * @param results metres; relative ones, or relative inverse ones, where they are aligned.
 * @param place name of the picture, for messages.
 * @throws ScoreError where sizes differ or a result is no number.
 * @see docs/reference/vision.md#depth
 */
export function depthOfPicture(
  truth: NumberMap,
  results: NumberMap,
  { cap = DEFAULT_CAP, align = 'none' }: DepthOptions,
  place: string,
): PictureDepth {
  refuseOtherSize(truth, results, place);
  const [depths, found]: [number[], number[]] = [[], []];
  for (let i = 0; i < truth.data.length; i += 1) {
    const depth = truth.data[i]!;
    if (!(depth > LEAST_DEPTH && depth < cap)) continue;
    const value = results.data[i]!;
    if (!Number.isFinite(value) && (align !== 'none' || Number.isNaN(value)))
      refuse(
        place,
        `must hold finite numbers: ${value} at row ${Math.floor(i / truth.columns)}, column ${i % truth.columns}`,
      );
    depths.push(depth);
    found.push(value);
  }
  if (depths.length === 0) return { points: 0, means: undefined };
  if (align === 'median' && !(medianOf(found) > 0))
    refuse(place, 'must have a median above 0, so that it can be aligned');
  const { depthOf, fitted } = aligned(depths, found, { cap, align });
  return { points: depths.length, means: { ...meansOf(depths, found.map(depthOf)), ...fitted } };
}

interface Fit {
  /** Metres, from .001 to the cap. */
  readonly depthOf: (result: number) => number;
  readonly fitted: { readonly scale?: number; readonly shift?: number };
}

function aligned(
  truth: readonly number[],
  results: readonly number[],
  { cap, align }: Required<DepthOptions>,
): Fit {
  const limited = (depth: number) => Math.min(Math.max(depth, LEAST_DEPTH), cap);
  if (align === 'none') return { depthOf: limited, fitted: {} };
  if (align === 'median') {
    const scale = medianOf(truth) / medianOf(results);
    return { depthOf: (result) => limited(scale * result), fitted: { scale } };
  }
  const isInverse = align === 'inverseScaleShift';
  const { scale, shift } = line(results, isInverse ? truth.map((depth) => 1 / depth) : truth);
  const fit = (result: number) => scale * result + shift;
  return {
    depthOf: isInverse
      ? (result) => limited(1 / Math.max(fit(result), 1 / cap))
      : (result) => limited(fit(result)),
    fitted: { scale, shift },
  };
}

/** Least squares of scale * x + shift to y; the mean of y where all x are equal. */
function line(x: readonly number[], y: readonly number[]): { scale: number; shift: number } {
  const [meanX, meanY] = [meanOf(x), meanOf(y)];
  let [xx, xy] = [0, 0];
  for (const [i, value] of x.entries()) {
    xx += (value - meanX) ** 2;
    xy += (value - meanX) * (y[i]! - meanY);
  }
  const scale = xx === 0 ? 0 : xy / xx;
  return { scale, shift: meanY - scale * meanX };
}

function meansOf(truth: readonly number[], depths: readonly number[]): DepthMeans {
  const meanOfEach = (figure: (depth: number, right: number) => number): number =>
    meanOf(depths.map((depth, i) => figure(depth, truth[i]!)));
  const within = (limit: number) =>
    meanOfEach((depth, right) => (Math.max(depth / right, right / depth) < limit ? 1 : 0));
  return {
    mae: meanOfEach((depth, right) => Math.abs(depth - right)),
    absRel: meanOfEach((depth, right) => Math.abs(depth - right) / right),
    sqRel: meanOfEach((depth, right) => (depth - right) ** 2 / right),
    rmse: Math.sqrt(meanOfEach((depth, right) => (depth - right) ** 2)),
    rmseLog: Math.sqrt(meanOfEach((depth, right) => (Math.log(depth) - Math.log(right)) ** 2)),
    log10: meanOfEach((depth, right) => Math.abs(Math.log10(depth) - Math.log10(right))),
    delta1: within(1.25),
    delta2: within(1.25 ** 2),
    delta3: within(1.25 ** 3),
  };
}

const NAMES = [
  ...(['mae', 'absRel', 'sqRel', 'rmse', 'rmseLog', 'log10'] as const),
  ...(['delta1', 'delta2', 'delta3'] as const),
];

/**
 * Means over the pictures that have points, and the number of points in all.
 *
 * @param pictures by `depthOfPicture`.
 * @param weights how often each picture counts: a draw of a bootstrap.
 */
export function depthFigures(
  pictures: readonly PictureDepth[],
  weights?: Uint32Array,
): DepthFigures {
  let points = 0;
  for (const [i, picture] of pictures.entries()) points += picture.points * (weights?.[i] ?? 1);
  const meanOfAll = (name: keyof DepthMeans): number | null => {
    let [sum, count] = [0, 0];
    for (const [i, { means }] of pictures.entries()) {
      const weight = weights?.[i] ?? 1;
      if (!means || weight === 0) continue;
      sum += weight * means[name]!;
      count += weight;
    }
    return count === 0 ? null : sum / count;
  };
  const fitted = (['scale', 'shift'] as const).filter((name) =>
    pictures.some(({ means }) => means?.[name] !== undefined),
  );
  return {
    points,
    ...(Object.fromEntries([...NAMES, ...fitted].map((name) => [name, meanOfAll(name)])) as Omit<
      DepthFigures,
      'points'
    >),
  };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
