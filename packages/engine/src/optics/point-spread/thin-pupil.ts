import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { millimetresOf, wavelengthMmOf } from '../millimetres.ts';
import type { PupilFunction } from './pupil-function.ts';

/**
 * A thin lens without aberrations, focused on one plane, with its object in another
 * (docs/reference/depth.md#ideal-lens).
 */
export interface ThinDesign {
  /** Diameter of its pupil, which stands at the lens. */
  readonly pupilDiameterMm: number;
  /** From the lens to the sensor, and to the image of the object. */
  readonly sensorMm: number;
  readonly imageMm: number;
}

/** Angles of the table of the edge, see `PupilFunction.edge`. */
const EDGE_ANGLES = 256;

/** Working f-number of a thin lens at its sensor. */
export const thinFNumber = ({ sensorMm, pupilDiameterMm }: ThinDesign): number =>
  sensorMm / pupilDiameterMm;

/** Path of the rays at the rim of the pupil over those through its middle, mm. */
export const rimPathMm = ({ pupilDiameterMm, sensorMm, imageMm }: ThinDesign): number =>
  (pupilDiameterMm ** 2 / 8) * (1 / imageMm - 1 / sensorMm);

/** Irradiance per radiance on the sensor, steradians. */
export const thinSolidAngle = (design: ThinDesign): number =>
  Math.PI / (1 + 4 * thinFNumber(design) ** 2);

/** A thin lens of the ideal lens's focal length; all lengths in metres. */
export function thinDesign(
  focalLength: number,
  fNumber: number,
  objectDistance: number,
  sensor: number,
): ThinDesign {
  return {
    pupilDiameterMm: millimetresOf(focalLength / fNumber),
    sensorMm: millimetresOf(sensor),
    imageMm: millimetresOf(thinImage(focalLength, objectDistance)),
  };
}

/** From a thin lens to the image of a plane at a distance; metres. */
export const thinImage = (focalLength: number, distance: number): number =>
  distance === Infinity ? focalLength : (focalLength * distance) / (distance - focalLength);

/** Gauss points of the integral below. */
const HOPKINS_POINTS = 600;

/**
 * Optical transfer of a thin lens: a round pupil out of focus, negative where contrast is reversed.
 *
 * @param wavelength nanometres.
 * @param frequency line pairs per mm on the sensor.
 * @see H. H. Hopkins, Proc. R. Soc. A 231 (1955) 91; docs/reference/depth.md#ideal-lens
 */
export function thinTransfer(design: ThinDesign, wavelength: number, frequency: number): number {
  const wavelengthMm = wavelengthMmOf(wavelength);
  const v = wavelengthMm * thinFNumber(design) * frequency;
  if (v >= 1) return 0;
  const { nodes, weights } = gaussLegendre(HOPKINS_POINTS);
  const rate = ((8 * Math.PI) / wavelengthMm) * rimPathMm(design) * v;
  // x + v = v + (1 − v)·sin u takes the infinite slope at the rim out of the integrand.
  let sum = 0;
  for (const [i, node] of nodes.entries()) {
    const u = (Math.PI / 2) * node;
    const x = (1 - v) * Math.sin(u);
    const height = Math.sqrt(Math.max(0, 1 - (x + v) ** 2));
    sum += weights[i]! * Math.cos(rate * x) * height * (1 - v) * Math.cos(u);
  }
  return (4 / Math.PI) * (Math.PI / 2) * sum;
}

/**
 * The pupil of a thin lens: even, round, with the defocus as its only error; the same for all
 * fields.
 *
 * @param wavelength nanometres.
 */
export function thinPupil(design: ThinDesign, wavelength: number): PupilFunction {
  const rim = rimPathMm(design);
  return {
    wavelengthMm: wavelengthMmOf(wavelength),
    middle: 0,
    scale: 1 / (2 * thinFNumber(design)),
    // rim · (p² + q²)
    wavefrontMm: { odd: 0, coefficients: [Float64Array.of(0, 0, rim), Float64Array.of(rim)] },
    amplitude: { odd: 0, coefficients: [Float64Array.of(1)] },
    edge: new Float64Array(EDGE_ANGLES).fill(1),
    area: thinSolidAngle(design),
    chiefHeightMm: 0,
    extentMm: 4 * Math.abs(rim) * thinFNumber(design),
    centroidMm: 0,
  };
}
