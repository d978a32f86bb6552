import { SimulationError } from '../../simulation-error.ts';
import { FOCAL_LENGTH, F_NUMBER } from '../ideal-lens.ts';
import { micrometresOf, millimetresOf } from '../millimetres.ts';
import {
  thinDesign,
  thinFNumber,
  thinImage,
  thinTransfer,
  type ThinDesign,
} from '../point-spread/thin-pupil.ts';
import type { Conjugates } from './conjugates.ts';
import type { FocusFacts } from './focus-facts.ts';
import type { FocusSettings } from './focus-settings.ts';
import type { BestFocus, ThroughFocus } from './through-focus.ts';

/** The ideal lens with an object, a focus or an f-number (docs/reference/depth.md#ideal-lens). */
export interface ThinFocus {
  readonly design: ThinDesign;
  /** Wide open, without regard to where its sensor stands. */
  readonly fNumber: number;
  /** From the lens to the sensor, metres. */
  readonly sensor: number;
  /** @param circle diameter of the largest blur that counts as sharp, metres. */
  readonly facts: (circle: number) => FocusFacts;
}

/**
 * Focuses the ideal lens.
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that it cannot do.
 */
export function thinFocus({
  objectDistance = Infinity,
  focusDistance = Infinity,
  focusShift = 0,
  fNumber = F_NUMBER,
  autofocused,
}: FocusSettings): ThinFocus {
  for (const [key, label, distance] of [
    ['objectDistance', 'Object distance', objectDistance],
    ['focusDistance', 'Focus distance', focusDistance],
  ] as const)
    if (distance < 2 * FOCAL_LENGTH)
      throw new SimulationError(
        'bad-parameter',
        `${label} ${distance} m is nearer than 1:1 for this lens: at least ${2 * FOCAL_LENGTH} m.`,
        `opticsParams.${key}`,
      );
  const sensor = thinImage(FOCAL_LENGTH, focusDistance) + focusShift;
  const design = thinDesign(FOCAL_LENGTH, fNumber, objectDistance, sensor);
  return {
    design,
    fNumber,
    sensor,
    facts: (circle) => ({
      objectDistanceM: finite(objectDistance),
      focusDistanceM: finite(focusDistance),
      focusShiftUm: micrometresOf(millimetresOf(sensor - FOCAL_LENGTH)),
      magnification:
        objectDistance === Infinity ? 0 : -FOCAL_LENGTH / (objectDistance - FOCAL_LENGTH),
      circleOfConfusionUm:
        (micrometresOf(design.pupilDiameterMm) * Math.abs(design.sensorMm - design.imageMm)) /
        design.imageMm,
      ...depthOfField(FOCAL_LENGTH / fNumber, focusDistance, circle),
      autofocus: autofocused ?? null,
    }),
  };
}

const finite = (distance: number): number | null => (distance === Infinity ? null : distance);

/** Limits of sharpness, as those of real lenses. */
function depthOfField(diameter: number, focusDistance: number, circle: number) {
  const f = FOCAL_LENGTH;
  const shift = thinImage(f, focusDistance) - f;
  const distance = (behind: number): number | null => (behind > 0 ? f ** 2 / behind + f : null);
  return {
    hyperfocalM: distance((circle * f) / diameter),
    nearM: distance((shift * diameter + circle * f) / (diameter - circle)),
    farM: distance((shift * diameter - circle * f) / (diameter + circle)),
  };
}

/** Conjugates of the ideal lens, which are the same for all wavelengths; `circle` in metres. */
export function thinConjugates(
  { design, facts }: ThinFocus,
  wavelengthNm: number,
  circle: number,
): Conjugates {
  const { magnification, circleOfConfusionUm, hyperfocalM, nearM, farM } = facts(circle);
  return {
    wavelengthNm,
    imageDistanceMm: design.imageMm,
    magnification,
    sensorDistanceMm: design.sensorMm,
    focusShiftMm: design.sensorMm - millimetresOf(FOCAL_LENGTH),
    groupShiftMm: 0,
    defocusMm: design.sensorMm - design.imageMm,
    paraxialWorkingFNumber: thinFNumber(design),
    circleOfConfusionUm,
    hyperfocalM,
    nearM,
    farM,
  };
}

/**
 * Spot and transfer of the ideal lens at places of the sensor. The transfer keeps its sign: below 0
 * contrast is reversed.
 *
 * @param wavelength nanometres.
 * @param shifts of the sensor away from the lens, metres.
 * @param frequencies line pairs per mm on the sensor.
 */
export const thinThroughFocus = (
  { design }: ThinFocus,
  wavelength: number,
  shifts: readonly number[],
  frequencies: readonly number[],
): ThroughFocus[] =>
  shifts.map((shift) => {
    const moved = { ...design, sensorMm: design.sensorMm + millimetresOf(shift) };
    const transfer = frequencies.map((frequency) => thinTransfer(moved, wavelength, frequency));
    const { pupilDiameterMm, sensorMm, imageMm } = moved;
    const radiusMm = (pupilDiameterMm * Math.abs(sensorMm - imageMm)) / (2 * imageMm);
    return {
      fieldDegrees: 0,
      wavelengthNm: wavelength,
      shiftUm: Number(micrometresOf(millimetresOf(shift)).toPrecision(12)),
      // The rms radius of an even disc.
      rmsSpotUm: micrometresOf(radiusMm / Math.SQRT2),
      frequencies,
      tangential: transfer,
      sagittal: transfer,
    };
  });

/** The ideal lens is sharpest at the image of its object. */
export function thinBestFocus(
  { design }: ThinFocus,
  wavelength: number,
  frequency: number,
): BestFocus {
  const { imageMm, sensorMm } = design;
  return {
    fieldDegrees: 0,
    wavelengthNm: wavelength,
    linePairsPerMm: frequency,
    shiftUm: micrometresOf(imageMm - sensorMm),
    modulation: thinTransfer({ ...design, sensorMm: imageMm }, wavelength, frequency),
  };
}
