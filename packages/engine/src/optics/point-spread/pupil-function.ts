import { acos, atan2, cos, sin } from '../../quantities/elementary.ts';
import { wavelengthMmOf } from '../millimetres.ts';
import { chiefRay, edgeDirections, projectedSolidAngle, type Beam } from '../ray-trace/beam.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { launch } from '../ray-trace/launch.ts';
import { newRay } from '../ray-trace/ray.ts';
import { shadeOf, type Shade } from '../ray-trace/shade.ts';
import { traceRay } from '../ray-trace/trace-ray.ts';
import type { Core } from './core.ts';
import type { PointLight } from './point-picture.ts';
import { alongP, alongQ, evaluate, polynomialFitter, type Polynomial } from './polynomial-fit.ts';

/**
 * The light that converges on one image point, over image-side direction cosines L = scale·p and M
 * = middle + scale·q, where p and q are within ±1. Point spread function and optical transfer
 * function follow from it.
 */
export interface PupilFunction {
  readonly wavelengthMm: number;
  readonly middle: number;
  readonly scale: number;
  /** Optical path minus the path to a sphere round the chief ray's image. */
  readonly wavefrontMm: Polynomial;
  /**
   * Square root of the area of the plane wavefront per area in direction cosines, which conserves
   * energy.
   */
  readonly amplitude: Polynomial;
  /**
   * Edge of the pupil: distance from the middle in units of `scale`, at the angle π·(k + ½)/length
   * from +q; symmetric in p.
   */
  readonly edge: Float64Array;
  /** What obscurations make dark, by direction cosines; absent where there are none. */
  readonly shade?: Shade;
  /** Set where the pupil is not symmetric in p. */
  readonly uneven?: UnevenPupil;
  /** Blur besides the wavefront; absent: there is none. */
  readonly core?: Core;
  /** The light itself, in place of wavefront and diffraction; absent: they make it. */
  readonly points?: PointLight;
  /** Area in direction cosines: irradiance per radiance, steradians. */
  readonly area: number;
  /** y of the chief ray on the image plane. */
  readonly chiefHeightMm: number;
  /** Largest distance of a ray from the chief ray on the image plane. */
  readonly extentMm: number;
  /**
   * Distance of the rays' centroid from the chief ray, away from the axis; diffraction does not
   * change it.
   */
  readonly centroidMm: number;
}

/** What a pupil has besides where it is not symmetric in p, because surfaces are moved. */
export interface UnevenPupil {
  /** The parts of wavefront and amplitude that are odd in p. */
  readonly wavefrontMm: Polynomial;
  readonly amplitude: Polynomial;
  /** The edge for p < 0, as `PupilFunction.edge`. */
  readonly edge: Float64Array;
  /** Direction cosine across the field of the middle of the pupil. */
  readonly middle: number;
  /** x of the chief ray on the image plane. */
  readonly chiefXMm: number;
}

/** Enough for photographic lenses: the fit agrees with traced wavefronts to 1e-4 waves. */
export const WAVEFRONT_DEGREE = 10;
const AMPLITUDE_DEGREE = 6;
const RADII = 9;
export const EDGE_ANGLES = 256;

/**
 * Traces rays over a beam and fits its pupil function.
 *
 * @param wavelength nanometres; that for which the beam was found.
 */
export function pupilFunction(beam: Beam, wavelength: number): PupilFunction {
  const { lens, wavefront: launchPlane, centreMm, radiiMm } = beam;
  const { L: edgeL, M: edgeM } = edgeDirections(beam);
  const [low, high] = [Math.min(...edgeM), Math.max(...edgeM)];
  const middle = (low + high) / 2;
  const scale = Math.max((high - low) / 2, ...edgeL) * (1 + 1e-9);
  const chief = chiefRay(beam);
  const shade = shadeOf(beam);

  // One half of the pupil suffices: the other is its mirror image, as are the polynomials.
  const half = radiiMm.length / 2;
  const count = half * (RADII + 1);
  const [p, q, pathMm, u, v] = [0, 1, 2, 3, 4].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const { nodes, weights } = gaussLegendre(RADII);
  const ray = newRay();
  let extentMm = 0;
  let [light, moment] = [0, 0];
  let point = 0;
  for (let k = 0; k < half; k += 1) {
    const azimuth = (2 * Math.PI * (k + 0.5)) / radiiMm.length;
    for (let i = 0; i <= RADII; i += 1) {
      const radius = radiiMm[k]! * (nodes[i] ?? 1);
      u[point] = radius * sin(azimuth);
      v[point] = radius * cos(azimuth) + centreMm;
      launch(launchPlane, u[point]!, v[point]!, ray);
      traceRay(lens, ray, false);
      const [dx, dy] = [ray.xMm - chief.xMm, ray.yMm - chief.yMm];
      p[point] = ray.L / scale;
      q[point] = (ray.M - middle) / scale;
      pathMm[point] = ray.opticalPathMm - chief.opticalPathMm - ray.L * dx - ray.M * dy;
      extentMm = Math.max(extentMm, Math.hypot(dx, dy));
      const share = (weights[i] ?? 0) * radius * radiiMm[k]!;
      light += share;
      moment += share * dy;
      point += 1;
    }
  }
  const even = polynomialFitter(p, q, AMPLITUDE_DEGREE, 0);
  const across = polynomialFitter(p, q, AMPLITUDE_DEGREE + 1, 1).fit(u);
  const along = even.fit(v);
  const [up, uq, vp, vq] = [alongP(across), alongQ(across), alongP(along), alongQ(along)];
  const amplitude = even.fit(
    p.map((_, i) => {
      const [a, b] = [p[i]!, q[i]!];
      return (
        Math.sqrt(
          Math.abs(
            evaluate(up, a, b) * evaluate(vq, a, b) - evaluate(uq, a, b) * evaluate(vp, a, b),
          ),
        ) / scale
      );
    }),
  );
  return {
    wavelengthMm: wavelengthMmOf(wavelength),
    middle,
    scale,
    wavefrontMm: polynomialFitter(p, q, WAVEFRONT_DEGREE, 0).fit(pathMm),
    amplitude,
    edge: edgeTable(edgeL, edgeM, middle, scale),
    area: projectedSolidAngle(beam),
    ...(shade && { shade }),
    chiefHeightMm: chief.yMm,
    extentMm,
    centroidMm: moment / light,
  };
}

/**
 * Distance of the edge over the angle, interpolated linearly between the traced rays, for the half
 * p > 0.
 */
function edgeTable(L: Float64Array, M: Float64Array, middle: number, scale: number): Float64Array {
  const half = L.length / 2;
  const points = Array.from({ length: half }, (_, k) => ({
    angle: atan2(Math.abs(L[k]!), M[k]! - middle),
    radius: Math.hypot(L[k]!, M[k]! - middle) / scale,
  })).sort((a, b) => a.angle - b.angle);
  // The edge is symmetric: its mirror image continues it beyond both ends.
  const first = points[0]!;
  const last = points.at(-1)!;
  const closed = [
    { ...first, angle: -first.angle },
    ...points,
    { ...last, angle: 2 * Math.PI - last.angle },
  ];
  let at = 0;
  return Float64Array.from({ length: EDGE_ANGLES }, (_, k) => {
    const angle = (Math.PI * (k + 0.5)) / EDGE_ANGLES;
    while (closed[at + 1]!.angle < angle) at += 1;
    const [a, b] = [closed[at]!, closed[at + 1]!];
    return a.radius + ((b.radius - a.radius) * (angle - a.angle)) / (b.angle - a.angle);
  });
}

/**
 * Share of a square cell of side `cell` round (p, q) that lies inside the pupil; the edge is taken
 * as straight inside a cell.
 */
export function coverageOf(pupil: PupilFunction, cell: number): (p: number, q: number) => number {
  const { shade, scale, middle, uneven } = pupil;
  const inside = insideOf(pupil, cell);
  if (!shade) return inside;
  const across = uneven?.middle ?? 0;
  const beyond = (p: number, q: number): number => shade.at(across + scale * p, middle + scale * q);
  return (p, q) => {
    const share = inside(p, q);
    if (share === 0) return 0;
    const here = beyond(p, q);
    const slope = Math.abs(beyond(p + cell, q) - here) + Math.abs(beyond(p, q + cell) - here);
    return slope === 0
      ? share * Number(here >= 0)
      : share * Math.max(0, Math.min(1, 0.5 + here / slope));
  };
}

/**
 * The same for cells on a square grid in the axes of the sensor, row by row in ascending order:
 * what is dark is known along a row at a fraction of the cost of single places.
 *
 * @param offsets of the cells' middles from the middle of the pupil, along both axes, in steps of
 * `cell`.
 * @param towards unit vector of q in the axes of the sensor.
 */
export function coverageOfRows(
  pupil: PupilFunction,
  cell: number,
  offsets: Float64Array,
  [ex, ey]: readonly [number, number],
): (row: number) => (column: number) => number {
  const { shade, scale, middle, uneven } = pupil;
  const inside = insideOf(pupil, cell);
  const shareAt = (row: number, column: number): number => {
    const [dx, dy] = [offsets[column]!, offsets[row]!];
    return inside(dx * ey - dy * ex, dx * ex + dy * ey);
  };
  if (!shade) return (row) => (column) => shareAt(row, column);
  const across = uneven?.middle ?? 0;
  const direction = (dx: number, dy: number) =>
    [across + scale * (dx * ey - dy * ex), middle + scale * (dx * ex + dy * ey)] as const;
  const [left, right] = [offsets[0]!, offsets.at(-1)! + cell];
  const count = offsets.length;
  const darkness = (row: number): Float64Array => {
    const dy = offsets[0]! + row * cell;
    const valueAt = shade.along(direction(left, dy), direction(right, dy));
    return Float64Array.from({ length: count + 1 }, (_, i) => valueAt(i / count));
  };
  let [at, below] = [-1, darkness(0)];
  let here = below;
  return (row) => {
    if (row !== at) {
      [here, below] = [row === at + 1 ? below : darkness(row), darkness(row + 1)];
      at = row;
    }
    return (column) => {
      const share = shareAt(row, column);
      if (share === 0) return 0;
      const value = here[column]!;
      const slope = Math.abs(here[column + 1]! - value) + Math.abs(below[column]! - value);
      return slope === 0
        ? share * Number(value >= 0)
        : share * Math.max(0, Math.min(1, 0.5 + value / slope));
    };
  };
}

function insideOf(
  { edge: right, uneven }: PupilFunction,
  cell: number,
): (p: number, q: number) => number {
  const left = uneven?.edge ?? right;
  // A cell that is farther than this from all of the edge is inside, or outside.
  const inside = Math.max(0, Math.min(...right, ...left) - cell) ** 2;
  const outside = (Math.max(...right, ...left) + cell) ** 2;
  return (p, q) => {
    const distance2 = p * p + q * q;
    if (distance2 < inside) return 1;
    if (distance2 > outside) return 0;
    const edge = p < 0 ? left : right;
    const distance = Math.hypot(p, q);
    if (distance === 0) return 1;
    const place = (acos(Math.max(-1, Math.min(1, q / distance))) * edge.length) / Math.PI - 0.5;
    const k = Math.max(0, Math.min(edge.length - 2, Math.floor(place)));
    const radius = edge[k]! + (edge[k + 1]! - edge[k]!) * (place - k);
    return Math.max(
      0,
      Math.min(1, 0.5 + ((radius - distance) * distance) / (cell * (Math.abs(p) + Math.abs(q)))),
    );
  };
}

/** Samples across a pupil in which something is dark. */
const FEWEST_SHADED = 256;

/** At least as many samples across as show what is dark in a pupil. */
export const samplesAcross = ({ shade }: PupilFunction, samples: number): number =>
  shade ? Math.max(FEWEST_SHADED, samples) : samples;
