import { degreesOf } from '../../quantities/units.ts';
import { micrometresOf, millimetresOf, wavelengthMmOf } from '../millimetres.ts';
import { transferThroughFocus, type Transfer } from '../point-spread/modulation-transfer.ts';
import { fieldPupil } from '../point-spread/field-pupil.ts';
import { spotThroughFocus } from '../ray-trace/field-figures.ts';
import { firstOrder, paraxialImageMm } from '../ray-trace/first-order.ts';
import type { LensDesign } from '../ray-trace/lens-design.ts';

/** A field of a lens with its sensor moved. The keys are published. */
export interface ThroughFocus {
  readonly fieldDegrees: number;
  readonly wavelengthNm: number;
  /** How far the sensor is moved away from the lens. */
  readonly shiftUm: number;
  readonly rmsSpotUm: number;
  /** Line pairs per mm on the sensor. */
  readonly frequencies: readonly number[];
  readonly tangential: readonly number[];
  readonly sagittal: readonly number[];
}

/** Where a field of a lens is sharpest. The keys are published. */
export interface BestFocus {
  readonly fieldDegrees: number;
  readonly wavelengthNm: number;
  readonly linePairsPerMm: number;
  readonly shiftUm: number;
  /** Mean of tangential and sagittal. */
  readonly modulation: number;
}

const EDGE = { azimuths: 128, tolerance: 1e-9 };
/** Range of the search for the sharpest place, and its step, in units of λ·N². */
const [RANGE, STEP] = [20, 0.5];
/** Wavelength of that unit, nm. */
const UNIT_NM = 550;
/** The search ends at this accuracy. */
const ACCURACY_MM = 1e-4;
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const modulus = (transfer: Transfer): number => Math.hypot(...transfer);

/** Transfer of a field, in both directions, for each frequency, as the sensor moves. */
function transfersOf(
  design: LensDesign,
  wavelength: number,
  angle: number,
  frequencies: readonly number[],
) {
  const pupil = fieldPupil(design, wavelength, angle, EDGE);
  const along = (direction: number) =>
    frequencies.map((frequency) => transferThroughFocus(pupil, frequency, direction));
  return { tangential: along(0), sagittal: along(Math.PI / 2) };
}

/**
 * Spot and modulation of a field at places of the sensor.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @param shifts of the sensor away from the lens, metres.
 * @param frequencies line pairs per mm on the sensor.
 * @throws SimulationError when no ray of the field gets through.
 */
export function throughFocus(
  design: LensDesign,
  wavelength: number,
  angle: number,
  shifts: readonly number[],
  frequencies: readonly number[],
): ThroughFocus[] {
  const { tangential, sagittal } = transfersOf(design, wavelength, angle, frequencies);
  const spotAt = spotThroughFocus(design, wavelength, angle);
  return shifts.map((shift) => {
    const awayMm = millimetresOf(shift);
    return {
      fieldDegrees: degreesOf(angle),
      wavelengthNm: wavelength,
      // Distances that were whole numbers of µm stay so.
      shiftUm: Number(micrometresOf(awayMm).toPrecision(12)),
      rmsSpotUm: spotAt(awayMm),
      frequencies,
      tangential: tangential.map((at) => modulus(at(awayMm))),
      sagittal: sagittal.map((at) => modulus(at(awayMm))),
    };
  });
}

/**
 * The place of the sensor at which the mean of tangential and sagittal modulation is largest.
 *
 * @param wavelength nanometres.
 * @param angle of the field, radians.
 * @param frequency line pairs per mm on the sensor.
 * @param alsoMm a place up to which, from the paraxial image, all are looked at in coarse steps.
 * @throws SimulationError when no ray of the field gets through.
 * @see docs/reference/depth.md#focus
 */
export function bestFocus(
  design: LensDesign,
  wavelength: number,
  angle: number,
  frequency: number,
  alsoMm?: number,
): BestFocus {
  const { tangential, sagittal } = transfersOf(design, wavelength, angle, [frequency]);
  const sharpness = (awayMm: number): number =>
    (modulus(tangential[0]!(awayMm)) + modulus(sagittal[0]!(awayMm))) / 2;
  const awayMm =
    alsoMm === undefined
      ? sharpestPlace(design, sharpness)
      : sharpestBetween(design, sharpness, alsoMm, frequency);
  return {
    fieldDegrees: degreesOf(angle),
    wavelengthNm: wavelength,
    linePairsPerMm: frequency,
    shiftUm: micrometresOf(awayMm),
    modulation: sharpness(awayMm),
  };
}

/**
 * The place of the sensor, mm away from where it is, with the smallest spot.
 *
 * @param spotAt RMS spot at such a place, as `spotThroughFocus` gives it.
 */
export function smallestSpotMm(spotAt: (awayMm: number) => number): number {
  // The square of the spot is a parabola over the place.
  const [before, here, after] = [-1, 0, 1].map((mm) => spotAt(mm) ** 2) as [number, number, number];
  return (before - after) / (2 * (before - 2 * here + after));
}

/**
 * The place of the sensor, mm away from where it is, at which a value is largest: near the paraxial
 * image.
 */
export function sharpestPlace(design: LensDesign, valueAt: (awayMm: number) => number): number {
  return sharpestNear(paraxialPlace(design), valueAt);
}

/** The same near a place, in units of λ·N². */
export function sharpestNear(
  { middleMm, unitMm }: { readonly middleMm: number; readonly unitMm: number },
  valueAt: (awayMm: number) => number,
): number {
  const places = Array.from(
    { length: (2 * RANGE) / STEP + 1 },
    (_, i) => middleMm + (i * STEP - RANGE) * unitMm,
  );
  return sharpest(valueAt, places, STEP * unitMm);
}

/** Steps in which a modulation changes from one maximum over the focus to the next one. */
const STEPS_PER_MAXIMUM = 16;

/** The same from the paraxial image to another place, by the modulation at a frequency. */
function sharpestBetween(
  design: LensDesign,
  valueAt: (awayMm: number) => number,
  alsoMm: number,
  frequency: number,
): number {
  const { middleMm, unitMm, fNumber } = paraxialPlace(design);
  const stepMm = (2 * fNumber) / frequency / STEPS_PER_MAXIMUM;
  const firstMm = Math.min(middleMm, alsoMm) - RANGE * unitMm;
  const lastMm = Math.max(middleMm, alsoMm) + RANGE * unitMm;
  const places = Array.from(
    { length: Math.ceil((lastMm - firstMm) / stepMm) + 1 },
    (_, i) => firstMm + i * stepMm,
  );
  return sharpest(valueAt, places, stepMm);
}

/** λ·N², mm. */
export const focusUnitMm = (fNumber: number): number => wavelengthMmOf(UNIT_NM) * fNumber ** 2;

/** Where the paraxial image lies from the sensor, and λ·N². */
function paraxialPlace(design: LensDesign): {
  readonly middleMm: number;
  readonly unitMm: number;
  readonly fNumber: number;
} {
  const order = firstOrder(design, UNIT_NM);
  const imageMm = paraxialImageMm(order, design.objectDistanceMm);
  const fNumber = (imageMm - order.exitPupilMm) / order.exitPupilDiameterMm;
  const unitMm = focusUnitMm(fNumber);
  return { middleMm: imageMm - design.imageDistanceMm, unitMm, fNumber };
}

/** The place of the largest value: among places in even steps, then by the golden section. */
function sharpest(
  valueAt: (mm: number) => number,
  places: readonly number[],
  stepMm: number,
): number {
  const values = places.map(valueAt);
  const best = places[values.indexOf(Math.max(...values))]!;
  let [low, high] = [best - stepMm, best + stepMm];
  while (high - low > ACCURACY_MM) {
    const part = GOLDEN * (high - low);
    if (valueAt(high - part) > valueAt(low + part)) high = low + part;
    else low = high - part;
  }
  return (low + high) / 2;
}
