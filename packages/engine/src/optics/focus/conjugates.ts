import type { BlurGeometry } from '../depth/blur-geometry.ts';
import { metresOf, micrometresOf, millimetresOf } from '../millimetres.ts';
import { firstOrder, paraxialImageMm } from '../ray-trace/first-order.ts';
import { REFERENCE_LINE, type LensDesign } from '../ray-trace/lens-design.ts';
import type { FocusFacts } from './focus-facts.ts';
import { sensorShiftMm } from './focus-design.ts';

/** Where object, image and sensor of a lens stand, paraxially. The keys are published. */
export interface Conjugates {
  readonly wavelengthNm: number;
  /** From the last vertex to the image of the object. */
  readonly imageDistanceMm: number;
  readonly magnification: number;
  /** From the last vertex to the sensor. */
  readonly sensorDistanceMm: number;
  /** How far the sensor has moved away from the lens. */
  readonly focusShiftMm: number;
  /** How far the focusing group has moved towards the object. */
  readonly groupShiftMm: number;
  /** From the image to the sensor; negative where the sensor stands before the image. */
  readonly defocusMm: number;
  readonly paraxialWorkingFNumber: number;
  /** Diameter of the image of a point of the object on the sensor. */
  readonly circleOfConfusionUm: number;
  /**
   * Nearest distance of focus at which infinity is still sharp, and the limits of what is sharp,
   * from the first vertex: blur of at most `circle`, of a sensor at the paraxial image of the
   * focus. Null: infinity.
   */
  readonly hyperfocalM: number | null;
  readonly nearM: number | null;
  readonly farM: number | null;
}

/**
 * Conjugates of a focused lens at a wavelength.
 *
 * @param design focused, see `focusDesign`, or as its file has it.
 * @param circle diameter of the largest blur that counts as sharp, metres.
 * @see docs/reference/depth.md#focus
 */
export function conjugatesOf(design: LensDesign, wavelengthNm: number, circle: number): Conjugates {
  const order = firstOrder(design, wavelengthNm);
  const { focalLengthMm, exitPupilMm, exitPupilDiameterMm } = order;
  const { objectDistanceMm, imageDistanceMm: sensorMm } = design;
  const fromFocusMm =
    objectDistanceMm === undefined ? Infinity : order.frontFocusMm + objectDistanceMm;
  const imageMm = paraxialImageMm(order, objectDistanceMm);
  const { sensorMm: focusShiftMm, groupMm: groupShiftMm } = design.moved ?? {
    sensorMm: 0,
    groupMm: 0,
  };
  return {
    wavelengthNm,
    imageDistanceMm: imageMm,
    magnification: -focalLengthMm / fromFocusMm,
    sensorDistanceMm: sensorMm,
    focusShiftMm,
    groupShiftMm,
    defocusMm: sensorMm - imageMm,
    paraxialWorkingFNumber: (sensorMm - exitPupilMm) / exitPupilDiameterMm,
    circleOfConfusionUm: micrometresOf(
      (exitPupilDiameterMm * Math.abs(sensorMm - imageMm)) / (imageMm - exitPupilMm),
    ),
    ...depthOfField(design, circle),
  };
}

/** How a lens is focused by hand, for the log and report.json; arguments as of `conjugatesOf`. */
export function focusFacts(design: LensDesign, circle: number): FocusFacts {
  const { objectDistanceMm, focusDistanceMm } = design;
  const found = conjugatesOf(design, REFERENCE_LINE, circle);
  const { magnification, circleOfConfusionUm, hyperfocalM, nearM, farM } = found;
  const metresOrNull = (mm: number | undefined) => (mm === undefined ? null : metresOf(mm));
  return {
    objectDistanceM: metresOrNull(objectDistanceMm),
    focusDistanceM: metresOrNull(focusDistanceMm),
    focusShiftUm: micrometresOf(found.focusShiftMm),
    magnification,
    circleOfConfusionUm,
    hyperfocalM,
    nearM,
    farM,
    autofocus: null,
  };
}

/** Limits of sharpness of a lens at `REFERENCE_LINE`, metres from the first vertex. */
export function depthOfField(design: LensDesign, circle: number): SharpLimits {
  const { focusDistanceMm } = design;
  const shiftMm = focusDistanceMm === undefined ? 0 : sensorShiftMm(design, focusDistanceMm);
  return sharpLimits(firstOrder(design, REFERENCE_LINE), shiftMm, circle);
}

type SharpLimits = Pick<Conjugates, 'hyperfocalM' | 'nearM' | 'farM'>;

/**
 * Limits of sharpness of a lens whose sensor stands behind the focal point by a shift, metres from
 * the first vertex.
 */
export function sharpLimits(
  {
    focalLengthMm,
    backFocalLengthMm,
    frontFocusMm,
    exitPupilMm,
    exitPupilDiameterMm,
  }: Omit<BlurGeometry, 'entrancePupilMm' | 'sensorMm'>,
  shiftMm: number,
  circle: number,
): SharpLimits {
  const circleMm = millimetresOf(circle);
  const reachMm = backFocalLengthMm - exitPupilMm;
  /** Distance whose image lies that far behind the focal point; infinite for none. */
  const distance = (behindMm: number): number | null =>
    behindMm > 0 ? metresOf(focalLengthMm ** 2 / behindMm - frontFocusMm) : null;
  const blurMm = circleMm * reachMm;
  return {
    hyperfocalM: distance(blurMm / exitPupilDiameterMm),
    nearM: distance((shiftMm * exitPupilDiameterMm + blurMm) / (exitPupilDiameterMm - circleMm)),
    farM: distance((shiftMm * exitPupilDiameterMm - blurMm) / (exitPupilDiameterMm + circleMm)),
  };
}
