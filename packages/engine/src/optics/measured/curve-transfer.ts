import { cos, cosSin, exp, sin } from '../../quantities/elementary.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { shiftOf, type CurvePupil, type CurveTarget } from './curve-targets.ts';

/** Terms of the wavefront that curves determine, by their numbers in the fringe order. */
export const CURVE_TERMS = [4, 5, 8, 9, 12, 15, 16] as const;
const TERMS = CURVE_TERMS.length;
/** The terms, micrometres, and the variances of the core along and across the field, µm². */
export const NODE_VALUES = TERMS + 2;
/** Places on the overlap, along each side. */
const PLACES = 24;

/** The fringe terms of `CURVE_TERMS` at a place of the unit disc. */
function fillTerms(x: number, y: number, out: Float64Array, sign: 1 | -1): void {
  const r2 = x * x + y * y;
  const square = x * x - y * y;
  out[0]! += sign * (2 * r2 - 1);
  out[1]! += sign * square;
  out[2]! += sign * (3 * r2 - 2) * y;
  out[3]! += sign * (6 * r2 * r2 - 6 * r2 + 1);
  out[4]! += sign * (4 * r2 - 3) * square;
  out[5]! += sign * (10 * r2 * r2 - 12 * r2 + 3) * y;
  out[6]! += sign * (((20 * r2 - 30) * r2 + 12) * r2 - 1);
}

/** What is summed for one colour of a target. */
interface Overlap {
  /** Share of the light times the share of the pupil, per place. */
  readonly weights: Float64Array;
  /** Phase of the focus, and phases per µm of each term: 1 + TERMS numbers per place. */
  readonly phases: Float64Array;
  /** Whether the other half of the places has the opposite phase. */
  readonly isReal: boolean;
  /** Phase of the place of the image. */
  readonly shift: number;
}

/**
 * The overlap of a pupil with itself, shifted: lines along the shift whose distances are the sine
 * of an angle, so that the ends of the overlap cost no accuracy.
 */
function overlapOf(pupil: CurvePupil, target: CurveTarget): Overlap | undefined {
  const { x: dx, y: dy, length } = shiftOf(pupil, target);
  if (length >= 2) return undefined;
  const { nodes, weights } = gaussLegendre(PLACES);
  const [ex, ey] = length === 0 ? [0, 1] : [dx / length, dy / length];
  // The wavefront is the same on both sides of the field: half of the places suffices.
  const [isAlong, isAcross] = [dx === 0, dy === 0];
  const widest = Math.sqrt(1 - (length / 2) ** 2);
  const wavenumber = (2 * Math.PI) / pupil.wavelengthUm;
  const awayUm = target.focusUm - pupil.axialUm;
  const pathOf = focusPath(pupil);
  const out: { readonly weights: number[]; readonly phases: number[] } = {
    weights: [],
    phases: [],
  };
  const terms = new Float64Array(TERMS);
  for (let i = 0; i < PLACES; i += 1) {
    const angle = Math.PI * (nodes[i]! - 0.5);
    const aside = widest * sin(angle);
    if (isAlong && aside < 0) continue;
    const half = Math.sqrt(Math.max(0, 1 - aside * aside)) - length / 2;
    if (!(half > 0)) continue;
    const line = weights[i]! * widest * cos(angle) * 2 * half;
    for (let k = 0; k < PLACES; k += 1) {
      const along = half * (2 * nodes[k]! - 1);
      if (isAcross && along < 0) continue;
      const [x, y] = [along * ex - aside * ey, along * ey + aside * ex];
      terms.fill(0);
      fillTerms(x + dx / 2, y + dy / 2, terms, 1);
      fillTerms(x - dx / 2, y - dy / 2, terms, -1);
      const path =
        awayUm === 0
          ? 0
          : awayUm * (pathOf(x + dx / 2, y + dy / 2) - pathOf(x - dx / 2, y - dy / 2));
      // π from the angle and the area of the disc cancel.
      out.weights.push(pupil.weight * line * weights[k]! * (isAlong || isAcross ? 2 : 1));
      out.phases.push(wavenumber * path);
      for (const term of terms) out.phases.push(wavenumber * term);
    }
  }
  return {
    weights: Float64Array.from(out.weights),
    phases: Float64Array.from(out.phases),
    isReal: isAcross,
    shift: -2 * Math.PI * 1e-3 * target.frequency * cos(target.direction) * pupil.lateralUm,
  };
}

/** Path per length that the sensor is moved, without the part that moves the image. */
function focusPath({ tangential, sagittal, middle }: CurvePupil): (x: number, y: number) => number {
  const along = Math.sqrt(1 - middle * middle);
  return (x, y) => {
    const [L, M] = [sagittal * x, middle + tangential * y];
    return Math.sqrt(Math.max(0, 1 - L * L - M * M)) - along + (middle / along) * (M - middle);
  };
}

/** Modulation of a target by the values of its node; its slopes by them are stored in `slopes`. */
export type TargetTransfer = (values: Float64Array, slopes: Float64Array) => number;

/**
 * The modulus of the optical transfer function of a target: the overlap of the pupil with itself,
 * in all colours of the light, through the Gaussian core.
 *
 * @see docs/measured-lenses.md#curves
 */
export function targetTransfer(pupils: readonly CurvePupil[], target: CurveTarget): TargetTransfer {
  const overlaps = pupils.flatMap((pupil) => overlapOf(pupil, target) ?? []);
  const perUm2 = -2 * Math.PI * Math.PI * (1e-3 * target.frequency) ** 2;
  const [alongs, acrosses] = [cos(target.direction) ** 2, sin(target.direction) ** 2];
  const [real, imaginary] = [new Float64Array(TERMS + 1), new Float64Array(TERMS + 1)];
  return (values, slopes) => {
    real.fill(0);
    imaginary.fill(0);
    for (const overlap of overlaps) addOverlap(overlap, values, real, imaginary);
    const modulus = Math.sqrt(real[0]! ** 2 + imaginary[0]! ** 2);
    const core = exp(perUm2 * (alongs * values[TERMS]! + acrosses * values[TERMS + 1]!));
    for (let k = 0; k < TERMS; k += 1)
      slopes[k] =
        modulus === 0
          ? 0
          : (core * (real[0]! * real[k + 1]! + imaginary[0]! * imaginary[k + 1]!)) / modulus;
    slopes[TERMS] = perUm2 * alongs * core * modulus;
    slopes[TERMS + 1] = perUm2 * acrosses * core * modulus;
    return core * modulus;
  };
}

const turn = new Float64Array(2);
const [sumReal, sumImaginary] = [new Float64Array(TERMS + 1), new Float64Array(TERMS + 1)];

/** Adds one colour, and its slopes by the terms. */
function addOverlap(
  { weights, phases, isReal, shift }: Overlap,
  values: Float64Array,
  real: Float64Array,
  imaginary: Float64Array,
): void {
  sumReal.fill(0);
  sumImaginary.fill(0);
  for (let at = 0, from = 0; at < weights.length; at += 1, from += TERMS + 1) {
    let phase = phases[from]!;
    for (let k = 0; k < TERMS; k += 1) phase += values[k]! * phases[from + k + 1]!;
    cosSin(phase, turn);
    const [a, b] = [weights[at]! * turn[0]!, isReal ? 0 : weights[at]! * turn[1]!];
    const rise = -weights[at]! * turn[1]!;
    sumReal[0]! += a;
    sumImaginary[0]! += b;
    for (let k = 1; k <= TERMS; k += 1) {
      sumReal[k]! += rise * phases[from + k]!;
      if (!isReal) sumImaginary[k]! += a * phases[from + k]!;
    }
  }
  cosSin(shift, turn);
  const [cosine, sine] = [turn[0]!, turn[1]!];
  for (let k = 0; k <= TERMS; k += 1) {
    real[k]! += sumReal[k]! * cosine - sumImaginary[k]! * sine;
    imaginary[k]! += sumReal[k]! * sine + sumImaginary[k]! * cosine;
  }
}
