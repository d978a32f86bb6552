import { adaptation, multiply } from '../colour/adaptation.ts';
import { linearSrgbToXyz } from '../colour/srgb.ts';
import type { Triple } from '../colour/xyz.ts';
import { exp, pow } from '../quantities/elementary.ts';
import { fourierTransformPlane } from '../quantities/fourier.ts';
import { fail } from '../text/json-fields.ts';
import { statisticsOf } from './region-statistics.ts';
import { contrastSensitivity } from './texture/acutance.ts';

/** Noise as the eye sees it on a display or a print. */
export interface VisualNoise {
  readonly visualNoise: number;
  readonly sigmaL: number;
  readonly sigmaU: number;
  readonly sigmaV: number;
  readonly meanL: number;
}

/** An even patch of a picture in linear sRGB, 0 to 1. */
export interface ColourPatch {
  readonly rows: number;
  readonly columns: number;
  /** [rows, columns, 3]. */
  readonly linear: Float64Array;
}

const LEAST_SIDE = 64;
const EQUAL_ENERGY: Triple = [1, 1, 1];

/** Sensitivity to the opponent colours. Source: Johnson, Fairchild 2003. */
const RED_GREEN = (nu: number): number =>
  (109.1413 * exp(-0.00038 * pow(nu, 3.4244)) + 93.5971 * exp(-0.00367 * pow(nu, 2.1677))) /
  202.7384;
const BLUE_YELLOW = (nu: number): number =>
  (7.0328 * exp(-0.000004 * pow(nu, 4.2582)) + 40.691 * exp(-0.10391 * pow(nu, 1.6487))) / 47.7238;

/**
 * Visual noise with the structure of ISO 15739:2013, annex B: noise through the eye's sensitivity
 * in opponent colours, and its spread in CIELUV.
 *
 * @param view pixels per degree.
 * @throws SimulationError (`roi`) for a patch that is too small.
 * @see docs/reference/lab.md#visual-noise
 */
export function visualNoiseOf({ rows, columns, linear }: ColourPatch, view: number): VisualNoise {
  if (rows < LEAST_SIDE || columns < LEAST_SIDE)
    fail('roi', `must be at least ${LEAST_SIDE} × ${LEAST_SIDE} pixels, not ${rows} × ${columns}.`);
  const white = linearSrgbToXyz([1, 1, 1]);
  const [there, back] = [adaptation(white, EQUAL_ENERGY), adaptation(EQUAL_ENERGY, white)];
  const size = rows * columns;
  const planes = [0, 1, 2].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < size; i += 1) {
    const [x, y, z] = multiply(
      there,
      linearSrgbToXyz([linear[3 * i]!, linear[3 * i + 1]!, linear[3 * i + 2]!]),
    );
    planes[0][i] = y;
    planes[1][i] = x - y;
    planes[2][i] = 0.4 * (y - z);
  }
  for (const [i, weight] of [contrastSensitivity, RED_GREEN, BLUE_YELLOW].entries())
    filter(planes[i]!, rows, columns, (f) => weight(f * view));
  const luv = [0, 1, 2].map(() => new Float64Array(size));
  for (let i = 0; i < size; i += 1) {
    const [a, c1, c2] = [planes[0][i]!, planes[1][i]!, planes[2][i]!];
    const positive = [a + c1, a, a - c2 / 0.4].map((value) => Math.max(0, value));
    const colour = luvOf(multiply(back, positive as unknown as Triple), white);
    for (const [k, plane] of luv.entries()) plane[i] = colour[k]!;
  }
  const [l, u, v] = luv.map((plane) => statisticsOf(plane));
  return {
    visualNoise: l!.standardDeviation + 0.852 * u!.standardDeviation + 0.323 * v!.standardDeviation,
    sigmaL: l!.standardDeviation,
    sigmaU: u!.standardDeviation,
    sigmaV: v!.standardDeviation,
    meanL: l!.mean,
  };
}

/** Weighs the frequencies of a plane, cycles per pixel, but for its mean. */
function filter(
  plane: Float64Array,
  rows: number,
  columns: number,
  weight: (f: number) => number,
): void {
  // One value has no frequencies but its mean, and the transform would leave rounding as noise.
  if (plane.every((value) => value === plane[0])) return;
  const imaginary = new Float64Array(plane.length);
  fourierTransformPlane(plane, imaginary, rows, columns);
  const signed = (bin: number, count: number): number =>
    (bin > count / 2 ? bin - count : bin) / count;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const i = row * columns + column;
      const f = Math.hypot(signed(row, rows), signed(column, columns));
      const share = i === 0 ? 1 : weight(f);
      plane[i]! *= share / plane.length;
      // The conjugate, so that the same transform leads back.
      imaginary[i]! *= -share / plane.length;
    }
  fourierTransformPlane(plane, imaginary, rows, columns);
}

/** CIE 1976 L*u*v* under a white. @see CIE 015, section 8.2.2. */
function luvOf([x, y, z]: Triple, [xn, yn, zn]: Triple): Triple {
  const ratio = y / yn;
  const lightness = ratio > (6 / 29) ** 3 ? 116 * Math.cbrt(ratio) - 16 : (29 / 3) ** 3 * ratio;
  const [sum, whiteSum] = [x + 15 * y + 3 * z, xn + 15 * yn + 3 * zn];
  if (sum === 0) return [lightness, 0, 0];
  return [
    lightness,
    13 * lightness * ((4 * x) / sum - (4 * xn) / whiteSum),
    13 * lightness * ((9 * y) / sum - (9 * yn) / whiteSum),
  ];
}
