/** Entries of the table per working pitch. The filter has at most half a cycle per pitch, so cubics between entries are close to it (see the test). */
const DENSITY = 32;
/** Frequencies at which the spectrum is summed, per working pitch of the largest distance. */
const FREQUENCIES = 4;

/** The filter of an oversampling, tabulated over distance in working pitches; even, so from 0 on. */
interface BandLimit {
  readonly values: Float64Array;
  readonly farthest: number;
}

const limits = new Map<number, BandLimit>();

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/**
 * The filter that turns a point spread function into a kernel from samples of the source to pixels, in one direction. Its transfer at a
 * frequency of v cycles per working pitch is sinc(s·v)/sinc³(v) up to v = ½ and nothing beyond: the pixel's box, divided by what sampling
 * the source with quadratic B-splines takes away, cut where the working grid would fold it back.
 *
 * @param oversampling s, samples of the source per pixel.
 * @param farthest distance that will be asked for, working pitches.
 * @see docs/decisions/010-band-limited-kernels-in-phases.md
 */
function bandLimit(oversampling: number, farthest: number): BandLimit {
  const known = limits.get(oversampling);
  if (known && known.farthest >= farthest) return known;
  const frequencies = Math.ceil(FREQUENCIES * Math.max(64, farthest));
  const count = Math.ceil(farthest * DENSITY) + 3;
  const values = new Float64Array(count);
  // The middle of each of `frequencies` intervals from 0 to ½; cosines of multiples of one angle by recurrence.
  for (let k = 0; k < frequencies; k += 1) {
    const v = (0.5 * (k + 0.5)) / frequencies;
    const weight = sinc(oversampling * v) / sinc(v) ** 3 / frequencies;
    const step = 2 * Math.cos((2 * Math.PI * v) / DENSITY);
    let [before, at] = [Math.cos((2 * Math.PI * v) / DENSITY), 1];
    for (let i = 0; i < count; i += 1) {
      values[i]! += weight * at;
      [before, at] = [at, step * at - before];
    }
  }
  const limit = { values, farthest };
  limits.set(oversampling, limit);
  return limit;
}

/** Value at a distance, by the cubic through the four nearest entries. */
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
 * Weights with which samples of a point spread function give values of its kernel: weights[value * from.length + sample].
 *
 * @param toMm places of the kernel's values, mm.
 * @param fromMm places of the samples, mm, equally spaced and close enough that the light's own frequencies do not fold into the band.
 * @param pitchMm working pitch, mm.
 * @param oversampling samples of the source per pixel.
 */
export function bandLimitWeights(
  toMm: Float64Array,
  fromMm: Float64Array,
  pitchMm: number,
  oversampling: number,
): Float32Array {
  const farthest =
    Math.max(
      Math.abs(toMm[0]! - fromMm.at(-1)!),
      Math.abs(toMm.at(-1)! - fromMm[0]!),
      Math.abs(toMm[0]! - fromMm[0]!),
    ) / pitchMm;
  const limit = bandLimit(oversampling, Math.ceil(farthest / 32) * 32);
  const step = (fromMm[1]! - fromMm[0]!) / pitchMm;
  const weights = new Float32Array(toMm.length * fromMm.length);
  for (let i = 0, at = 0; i < toMm.length; i += 1)
    for (let j = 0; j < fromMm.length; j += 1, at += 1)
      weights[at] = step * valueAt(limit, (toMm[i]! - fromMm[j]!) / pitchMm);
  return weights;
}
