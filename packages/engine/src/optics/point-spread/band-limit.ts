import { cos, pow } from '../../quantities/elementary.ts';
import { sinc } from '../../quantities/sinc.ts';
import { pixelTransfer, type PixelSide } from '../pixel-shape.ts';

/**
 * Entries of the table per working pitch. The filter has no more than half a cycle per pitch, so
 * cubic interpolation is accurate (see the test).
 */
const DENSITY = 32;
/** Frequencies of the sum that gives the filter, per working pitch of the largest distance. */
const FREQUENCIES = 4;

/** A filter, tabulated from 0 on; it is even. */
interface BandLimit {
  readonly values: Float64Array;
}

/**
 * By oversampling and farthest distance: kernels must not depend on what was traced before them.
 */
const limits = new Map<string, BandLimit>();

/**
 * The filter that turns a point spread function into a kernel from samples of the source to pixels,
 * in one direction. Its transfer function at v cycles per working pitch is P(s·v)/sinc³(v) up to
 * v = ½, and 0 beyond. P is the pixel, sinc for one that is light-sensitive all over; 1/sinc³(v)
 * restores what sampling the source under quadratic B-splines attenuates; the cut prevents aliasing
 * on the working grid.
 *
 * @param oversampling s, samples of the source per pixel.
 * @param farthest largest distance at which the filter will be looked up, working pitches.
 * @see docs/decisions/010-band-limited-kernels-in-phases.md
 */
function bandLimit(oversampling: number, farthest: number, side: PixelSide): BandLimit {
  return tabulated(
    `${oversampling} ${farthest} ${side.share} ${side.spread}`,
    farthest,
    (v) => pixelTransfer(side, oversampling * v) / pow(sinc(v), 3),
  );
}

/** The filter of a transfer function up to half a cycle per working pitch, under a name. */
function tabulated(key: string, farthest: number, transferOf: (v: number) => number): BandLimit {
  const known = limits.get(key);
  if (known) return known;
  const frequencies = Math.ceil(FREQUENCIES * Math.max(64, farthest));
  const count = Math.ceil(farthest * DENSITY) + 3;
  const values = new Float64Array(count);
  // Sum over the middles of `frequencies` intervals from 0 to ½; the cosines of multiples of an
  // angle by recurrence.
  for (let k = 0; k < frequencies; k += 1) {
    const v = (0.5 * (k + 0.5)) / frequencies;
    const weight = transferOf(v) / frequencies;
    const step = 2 * cos((2 * Math.PI * v) / DENSITY);
    let [before, at] = [cos((2 * Math.PI * v) / DENSITY), 1];
    for (let i = 0; i < count; i += 1) {
      values[i]! += weight * at;
      [before, at] = [at, step * at - before];
    }
  }
  const limit = { values };
  limits.set(key, limit);
  return limit;
}

/**
 * Value of the filter at a distance in working pitches, by cubic interpolation between the four
 * nearest entries.
 */
function valueAt({ values }: BandLimit, distance: number): number {
  const place = Math.abs(distance) * DENSITY;
  const i = Math.floor(place);
  const t = place - i;
  const [a, b, c, d] = [values[i === 0 ? 1 : i - 1]!, values[i]!, values[i + 1]!, values[i + 2]!];
  return (
    b + t * ((c - a) / 2 + t * (a - 2.5 * b + 2 * c - d / 2 + t * ((d - a) / 2 + 1.5 * (b - c))))
  );
}

/**
 * Weights that filter samples of a point spread function to values of its kernel, in one direction.
 *
 * @param toMm places of the kernel's values.
 * @param fromMm places of the samples, equally spaced, and near enough that the point spread
 * function is not aliased into the band.
 * @param pitchMm working pitch.
 * @param oversampling samples of the source per pixel.
 * @param side of the pixel, along that direction.
 * @returns weights[value * fromMm.length + sample].
 */
export function bandLimitWeights(
  toMm: Float64Array,
  fromMm: Float64Array,
  pitchMm: number,
  oversampling: number,
  side: PixelSide,
): Float32Array {
  const farthest =
    Math.max(
      Math.abs(toMm[0]! - fromMm.at(-1)!),
      Math.abs(toMm.at(-1)! - fromMm[0]!),
      Math.abs(toMm[0]! - fromMm[0]!),
    ) / pitchMm;
  const limit = bandLimit(oversampling, Math.ceil(farthest / 32) * 32, side);
  const step = (fromMm[1]! - fromMm[0]!) / pitchMm;
  const weights = new Float32Array(toMm.length * fromMm.length);
  for (let i = 0, at = 0; i < toMm.length; i += 1)
    for (let j = 0; j < fromMm.length; j += 1, at += 1)
      weights[at] = step * valueAt(limit, (toMm[i]! - fromMm[j]!) / pitchMm);
  return weights;
}

/**
 * Filter of kernels from rays that were spread over their samples by quadratic B-splines: its
 * transfer function at v cycles per sample is P(s·v)/sinc^(3·splines)(v) up to v = ½, and 0 beyond.
 * It restores what the splines attenuate; P is the pixel, see `bandLimit`.
 *
 * @param samples s per pixel along a side; less than 1 on binned pixels.
 * @param splines through which light passes: its rays, the source, and on binned pixels the way
 *   back.
 * @param count of the samples along a side.
 * @param side of the pixel, along that direction.
 * @returns weights[value * count + sample].
 * @see docs/reference/depth.md#largest-blur
 */
export function rayWeights(
  { samples, splines }: { readonly samples: number; readonly splines: number },
  count: number,
  side: PixelSide,
): Float32Array {
  const limit = tabulated(
    `rays ${samples} ${splines} ${count} ${side.share} ${side.spread}`,
    count,
    (v) => pixelTransfer(side, samples * v) / pow(sinc(v), 3 * splines),
  );
  return Float32Array.from({ length: count * count }, (_, at) =>
    valueAt(limit, Math.floor(at / count) - (at % count)),
  );
}
