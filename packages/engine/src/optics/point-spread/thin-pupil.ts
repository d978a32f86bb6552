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
