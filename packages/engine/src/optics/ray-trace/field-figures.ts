import { cos, sin, tan } from '../../quantities/elementary.ts';
import { micrometresOf, wavelengthMmOf } from '../millimetres.ts';
import { areaWithin, chiefRay, edgeDirections, projectedSolidAngle, type Beam } from './beam.ts';
import { beamOf } from './field-beam.ts';
import { firstOrder, type FirstOrder } from './first-order.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { launch } from './launch.ts';
import { atFocus, axialDesign, imageScaleMm, isMoved, type LensDesign } from './lens-design.ts';
import { newRay } from './ray.ts';
import { traceToSensor } from './trace-ray.ts';

/** Figures of merit of one field at one wavelength. */
export interface FieldFigures {
  /** y of the chief ray on the image plane. */
  readonly chiefHeightMm: number;
  /**
   * Height of the chief ray above the image of the axis, against the paraxial height, see
   * `imageScaleMm`; 0 on the axis, not a number (null in JSON) from 90° on, where f·tan(field) is
   * no height.
   */
  readonly distortionPercent: number;
  /**
   * See the function of that name, steradians; of the field in the plane on which the lens is
   * focused.
   */
  readonly projectedSolidAngle: number;
  /** Projected solid angle over that on the axis. */
  readonly relativeIllumination: number;
  /** Root mean square distance of the rays from their centroid. */
  readonly rmsSpotUm: number;
  /** Standard deviation of the wavefront from a sphere round the chief ray's image. */
  readonly rmsWavefrontWaves: number;
}

/** Fine enough for 1e-5 in the areas and spots of smooth pupils, 1e-3 where two apertures cut. */
const EDGE = { azimuths: 128, tolerance: 1e-9 };
const RADII = 16;
/** Fields of 90° and more, to rounding. */
const WITHOUT_TANGENT = (Math.PI / 2) * (1 - 1e-12);

/**
 * Computes the figures of merit of a field.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @throws SimulationError when no ray of the field gets through.
 * @see golden/optics/tolerances.json for the definitions: in spot and wavefront equal areas of the
 * plane wavefront have equal weight.
 */
export function fieldFigures(design: LensDesign, wavelength: number, angle: number): FieldFigures {
  const beam = beamOf(design, wavelength, angle, EDGE);
  const chief = chiefRay(beam);
  const focused = atFocus(design);
  const area = projectedSolidAngle(
    focused === design ? beam : beamOf(focused, wavelength, angle, EDGE),
  );
  const axis = angle === 0 ? area : projectedSolidAngle(beamOf(focused, wavelength, 0, EDGE));
  // Moved surfaces image the axis elsewhere: distortion counts from there.
  const axisHeightMm =
    angle !== 0 && beam.lens.moved ? chiefRay(beamOf(design, wavelength, 0, EDGE)).yMm : 0;
  const [x, y, wave] = [newMoments(), newMoments(), newMoments()];
  eachRay(beam, (ray, weight) => {
    add(x, ray.xMm, weight);
    add(y, ray.yMm, weight);
    add(
      wave,
      ray.opticalPathMm -
        chief.opticalPathMm -
        ray.L * (ray.xMm - chief.xMm) -
        ray.M * (ray.yMm - chief.yMm),
      weight,
    );
  });
  const isOnAxis = angle === 0 && !beam.lens.moved;
  return {
    chiefHeightMm: isOnAxis ? 0 : chief.yMm,
    distortionPercent:
      angle === 0
        ? 0
        : angle >= WITHOUT_TANGENT
          ? NaN
          : ((chief.yMm - axisHeightMm) / (imageScaleMm(design) * tan(angle)) - 1) * 100,
    projectedSolidAngle: area,
    relativeIllumination: area / axis,
    rmsSpotUm: micrometresOf(Math.sqrt(variance(x) + variance(y))),
    rmsWavefrontWaves: Math.sqrt(variance(wave)) / wavelengthMmOf(wavelength),
  };
}

/**
 * The RMS spot of a field as the sensor moves: behind the lens rays are straight, so that they are
 * traced once.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @returns the spot, µm, with the sensor moved away from the lens, mm.
 * @throws SimulationError when no ray of the field gets through.
 */
export function spotThroughFocus(
  design: LensDesign,
  wavelength: number,
  angle: number,
): (awayMm: number) => number {
  const rays: number[] = [];
  eachRay(beamOf(design, wavelength, angle, EDGE), ({ xMm, yMm, L, M, N }, weight) => {
    // Behind mirrors light runs towards −z of the sensor, which is away from the lens.
    rays.push(xMm, L / Math.abs(N), yMm, M / Math.abs(N), weight);
  });
  return (awayMm) => {
    const [x, y] = [newMoments(), newMoments()];
    for (let at = 0; at < rays.length; at += 5) {
      const weight = rays[at + 4]!;
      add(x, rays[at]! + awayMm * rays[at + 1]!, weight);
      add(y, rays[at + 2]! + awayMm * rays[at + 3]!, weight);
    }
    return micrometresOf(Math.sqrt(variance(x) + variance(y)));
  };
}

/**
 * Traces rays over the whole beam and calls `visit` with each, and with the area of the plane
 * wavefront that it represents, mm².
 */
function eachRay(
  { lens, wavefront, centreUMm, centreMm, radiiMm }: Beam,
  visit: (ray: ReturnType<typeof newRay>, weight: number) => void,
): void {
  const { nodes, weights } = gaussLegendre(RADII);
  const ray = newRay();
  for (const [k, edge] of radiiMm.entries()) {
    const azimuth = (2 * Math.PI * (k + 0.5)) / radiiMm.length;
    for (let i = 0; i < RADII; i += 1) {
      const radius = edge * nodes[i]!;
      const [u, v] = [centreUMm + radius * sin(azimuth), centreMm + radius * cos(azimuth)];
      launch(wavefront, u, v, ray);
      // In the dark of an obscuration there are no rays.
      if (traceToSensor(lens, ray, lens.obscured !== undefined) === 0)
        visit(ray, ((2 * Math.PI) / radiiMm.length) * edge * weights[i]! * radius);
    }
  }
}

/**
 * Weighted sums of values and of their squares, both relative to the first value, so that a
 * variance loses no digits.
 */
interface Moments {
  weight: number;
  sum: number;
  squares: number;
  reference: number | undefined;
}
const newMoments = (): Moments => ({ weight: 0, sum: 0, squares: 0, reference: undefined });
function add(moments: Moments, value: number, weight: number): void {
  moments.reference ??= value;
  const difference = value - moments.reference;
  moments.weight += weight;
  moments.sum += weight * difference;
  moments.squares += weight * difference * difference;
}
const variance = ({ weight, sum, squares }: Moments): number =>
  Math.max(0, squares / weight - (sum / weight) ** 2);

/**
 * Paraxial properties, and the working f-number 1/(2·sin u) of the real marginal ray; tilts and
 * shifts across the axis do not count.
 *
 * @param wavelength nanometres.
 * @throws SimulationError when no ray on the axis gets through.
 */
export function firstOrderFigures(
  design: LensDesign,
  wavelength: number,
): FirstOrder & { readonly workingFNumber: number } {
  const round = axialDesign(design);
  const { L, M } = edgeDirections(beamOf(round, wavelength, 0, EDGE));
  // On the axis the edge is a circle; its azimuths lie half a step to both sides of the v axis.
  const sine = isMoved(round)
    ? Math.sqrt(areaWithin(L, M) / Math.PI)
    : Math.max(...M) / cos(Math.PI / EDGE.azimuths);
  return { ...firstOrder(design, wavelength), workingFNumber: 1 / (2 * sine) };
}
