import { leastSquares } from './linear-algebra.ts';

/** A camera model that other programs load, fitted to a lens. */
export interface CameraModel {
  readonly name: CameraModelName;
  /** Focal length in pixels, the same in both directions. */
  readonly focal: number;
  /**
   * Distortion coefficients in the order of OpenCV: k1, k2, p1, p2, k3 (and k4, k5, k6); k1 to k4
   * of kannala-brandt.
   */
  readonly coefficients: readonly number[];
  /** Root mean square and largest distance of the model from the rays, pixels. */
  readonly rmsPx: number;
  readonly worstPx: number;
}

/**
 * Pinhole with a polynomial, the same over a polynomial (both OpenCV's calib3d), and OpenCV's
 * fisheye.
 */
export const CAMERA_MODELS = ['opencv', 'opencv-rational', 'kannala-brandt'] as const;
export type CameraModelName = (typeof CAMERA_MODELS)[number];

/** Where light from an angle to the axis arrives. */
export interface ImagedAngle {
  /** Radians. */
  readonly angle: number;
  /** Distance from the axis, pixels. */
  readonly radius: number;
}

/** Steps of the fit of a quotient, which converges in a few. */
const QUOTIENT_STEPS = 20;

/**
 * Fits a camera model to rays by least squares in pixels: with x = tan θ, or x = θ for
 * kannala-brandt, r = f·x·(1 + k1 x² + k2 x⁴ + …), for opencv-rational over 1 + k4 x² + k5 x⁴ + k6
 * x⁶. A centred lens has p1 = p2 = 0.
 *
 * @param rays angles from 0 up; below 90° for the pinhole models. At least as many as coefficients.
 * @see docs/reference/measuring.md#camera-models
 */
export function fitCameraModel(name: CameraModelName, rays: readonly ImagedAngle[]): CameraModel {
  const xs = rays.map(({ angle }) => (name === 'kannala-brandt' ? angle : Math.tan(angle)));
  const radii = rays.map(({ radius }) => radius);
  const scale = Math.max(...xs);
  const powers = name === 'kannala-brandt' ? 5 : 4;
  const [numerator, denominator] =
    name === 'opencv-rational'
      ? fitQuotient(xs, radii, scale)
      : [fitOdd(xs, radii, scale, powers), []];
  const focal = numerator[0]!;
  const [k1, k2, k3, k4] = numerator.slice(1).map((coefficient) => coefficient / focal);
  const errors = xs.map(
    (x, i) => oddPolynomial(numerator, x) / evenPolynomial(denominator, x) - radii[i]!,
  );
  return {
    name,
    focal,
    coefficients:
      name === 'kannala-brandt' ? [k1!, k2!, k3!, k4!] : [k1!, k2!, 0, 0, k3!, ...denominator],
    rmsPx: Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length),
    worstPx: Math.max(...errors.map(Math.abs)),
  };
}

/** Where light from a direction arrives on a sensor behind tilted or decentred surfaces. */
export interface ImagedDirection {
  /** From the axis, radians. */
  readonly angle: number;
  /** Unit vector across the axis. */
  readonly towards: readonly [number, number];
  /** Pixels. */
  readonly place: readonly [x: number, y: number];
}

/** A camera model with the place of its axis, pixels. */
export type DecentredModel = CameraModel & { readonly principal: readonly [x: number, y: number] };

/**
 * Fits a camera model to rays all round the axis: as `fitCameraModel`, with the place of the axis
 * and, in the pinhole models, p1 and p2 (Brown 1966). All but the denominator of opencv-rational is
 * linear; the denominator is the one of the straight lens.
 *
 * @param straight rays of the lens with its surfaces where they should stand.
 */
export function fitDecentredModel(
  name: CameraModelName,
  straight: readonly ImagedAngle[],
  rays: readonly ImagedDirection[],
): DecentredModel {
  const isPinhole = name !== 'kannala-brandt';
  const below =
    name === 'opencv-rational' ? fitCameraModel(name, straight).coefficients.slice(5) : [];
  const powers = isPinhole ? 4 : 5;
  const distances = rays.map(({ angle }) => (isPinhole ? Math.tan(angle) : angle));
  const scale = Math.max(...distances);
  const rows = rays.flatMap(({ towards: [ex, ey] }, i) => {
    const [distance, far] = [distances[i]!, distances[i]! / scale];
    const [x, y] = [far * ex, far * ey];
    const radial = Array.from(
      { length: powers },
      (_, power) => far ** (2 * power + 1) / evenPolynomial(below, distance),
    );
    const tangential = isPinhole
      ? [
          [2 * x * y, far ** 2 + 2 * x * x],
          [far ** 2 + 2 * y * y, 2 * x * y],
        ]
      : [[], []];
    return [
      [1, 0, ...radial.map((value) => value * ex), ...tangential[0]!],
      [0, 1, ...radial.map((value) => value * ey), ...tangential[1]!],
    ];
  });
  const wanted = rays.flatMap(({ place }) => place);
  const [cx, cy, ...others] = leastSquares(rows, wanted);
  const radial = others.slice(0, powers).map((value, i) => value / scale ** (2 * i + 1));
  const [p1, p2] = others.slice(powers).map((value) => value / scale ** 2 / radial[0]!);
  const [k1, k2, k3, k4] = radial.slice(1).map((value) => value / radial[0]!);
  const solution = [cx!, cy!, ...others];
  const errors = rows.map(
    (row, i) => row.reduce((sum, value, at) => sum + value * solution[at]!, 0) - wanted[i]!,
  );
  const distancesOff = rays.map((_, i) => Math.hypot(errors[2 * i]!, errors[2 * i + 1]!));
  return {
    name,
    focal: radial[0]!,
    coefficients: isPinhole ? [k1!, k2!, p1!, p2!, k3!, ...below] : [k1!, k2!, k3!, k4!],
    principal: [cx!, cy!],
    rmsPx: Math.sqrt(distancesOff.reduce((sum, one) => sum + one ** 2, 0) / rays.length),
    worstPx: Math.max(...distancesOff),
  };
}

/** Σ c_i x^(2i+1). */
const oddPolynomial = (coefficients: readonly number[], x: number): number =>
  x * coefficients.reduceRight((sum, coefficient) => sum * x * x + coefficient, 0);

/** 1 + Σ c_i x^(2i+2). */
const evenPolynomial = (coefficients: readonly number[], x: number): number =>
  1 + x * x * coefficients.reduceRight((sum, coefficient) => sum * x * x + coefficient, 0);

/** Least squares of Σ c_i x^(2i+1), with x relative to its largest value meanwhile. */
function fitOdd(
  xs: readonly number[],
  radii: readonly number[],
  scale: number,
  count: number,
): number[] {
  const rows = xs.map((x) => Array.from({ length: count }, (_, i) => (x / scale) ** (2 * i + 1)));
  return leastSquares(rows, radii).map((value, i) => value / scale ** (2 * i + 1));
}

/**
 * Least squares of an odd polynomial of four terms over an even one of three: the linear problem
 * r·denominator = numerator, each ray weighted with the denominator of the step before, so that its
 * errors are pixels (Sanathanan and Koerner 1963). Keeps the best step.
 */
function fitQuotient(xs: readonly number[], radii: readonly number[], scale: number) {
  let best: readonly [number[], number[]] = [fitOdd(xs, radii, scale, 4), [0, 0, 0]];
  const errorOf = ([numerator, denominator]: typeof best): number =>
    Math.hypot(
      ...xs.map((x, i) => {
        const below = evenPolynomial(denominator, x);
        return below > 0 ? oddPolynomial(numerator, x) / below - radii[i]! : Infinity;
      }),
    );
  let denominator = best[1];
  for (let step = 0; step < QUOTIENT_STEPS; step += 1) {
    const weights = xs.map((x) => 1 / evenPolynomial(denominator, x));
    const rows = xs.map((x, i) => {
      const t = x / scale;
      return [t, t ** 3, t ** 5, t ** 7, ...[2, 4, 6].map((power) => -radii[i]! * t ** power)].map(
        (value) => value * weights[i]!,
      );
    });
    const solved = leastSquares(
      rows,
      radii.map((radius, i) => radius * weights[i]!),
    );
    denominator = solved.slice(4).map((value, i) => value / scale ** (2 * i + 2));
    const candidate = [
      solved.slice(0, 4).map((value, i) => value / scale ** (2 * i + 1)),
      denominator,
    ] as const;
    if (errorOf(candidate) < errorOf(best)) best = candidate;
  }
  return best;
}
