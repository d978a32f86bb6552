import { SimulationError } from '../simulation-error.ts';
import { focusDesign } from './focus/focus-design.ts';
import { bestFocus, smallestSpotMm } from './focus/through-focus.ts';
import { lensGeometry } from './lens-geometry.ts';
import { transferCurve, type TransferCurve } from './point-spread/modulation-transfer.ts';
import { fieldPupil } from './point-spread/field-pupil.ts';
import type { PupilFunction } from './point-spread/pupil-function.ts';
import { firstOrderFigures, spotThroughFocus } from './ray-trace/field-figures.ts';
import { REFERENCE_LINE, isMoved, type LensDesign } from './ray-trace/lens-design.ts';

/**
 * The figures by which one lens is chosen among many; null where no ray of that field gets through.
 * The keys are published.
 */
export interface LensOverview {
  readonly focalLengthMm: number;
  /** Working f-number: of the cone behind the lens, on the axis. */
  readonly fNumber: number;
  readonly halfFieldDegrees: number;
  /** Diameter, at 550 nm. */
  readonly imageCircleMm: number | null;
  /** Line pairs per mm at which the modulation falls to a half, on the axis. */
  readonly mtf50: number | null;
  /** The same at 0.7 of the half field, for the worse direction of the lines. */
  readonly mtf50OffAxis: number | null;
  /** The same two where the sensor stands at the best focus, at 30 lp/mm on the axis. */
  readonly mtf50BestFocus: number | null;
  readonly mtf50OffAxisBestFocus: number | null;
  /** From the sensor of the file to that place, away from the lens. */
  readonly bestFocusShiftUm: number | null;
  /** At the rim of the field, against f·tan(field), at 550 nm. */
  readonly distortionPercent: number | null;
  /** At the rim of the field and 550 nm, from the normal of the sensor. */
  readonly chiefRayDegrees: number | null;
  /** From the first vertex to the sensor; null where nobody knows its surfaces. */
  readonly lengthMm: number | null;
}

const OFF_AXIS = 0.7;
/** Line pairs per mm at which the best focus is looked for. */
const FOCUS_LINE_PAIRS = 30;
const EDGE = { azimuths: 128, tolerance: 1e-9 };
const DIGITS = 4;

/**
 * Computes the figures of a lens that a list shows, rounded to four significant digits. Focal
 * length, f-number and modulation are those at 587.5618 nm.
 *
 * @throws SimulationError where the lens has no first-order figures.
 */
export function lensOverview(design: LensDesign): LensOverview {
  const { focalLengthMm, workingFNumber } = firstOrderFigures(design, REFERENCE_LINE);
  const rim = orNull(() => lensGeometry(design, [1])[0]!);
  const best = orNull(() => {
    const spotMm = smallestSpotMm(spotThroughFocus(design, REFERENCE_LINE, 0));
    return bestFocus(design, REFERENCE_LINE, 0, FOCUS_LINE_PAIRS, spotMm);
  });
  const sharp = best && orNull(() => focusDesign(design, { focusShift: best.shiftUm * 1e-6 }));
  return {
    focalLengthMm: rounded(focalLengthMm),
    fNumber: rounded(workingFNumber),
    halfFieldDegrees: rounded((design.halfField * 180) / Math.PI),
    imageCircleMm: rim && rounded(2 * Math.abs(rim.heightMm)),
    mtf50: orNull(() => halfModulation(design, 0)),
    mtf50OffAxis: orNull(() => halfModulation(design, OFF_AXIS)),
    mtf50BestFocus: sharp && orNull(() => halfModulation(sharp, 0)),
    mtf50OffAxisBestFocus: sharp && orNull(() => halfModulation(sharp, OFF_AXIS)),
    bestFocusShiftUm: best && rounded(best.shiftUm),
    distortionPercent: rim && rounded(rim.distortionPercent),
    chiefRayDegrees: rim && rounded(rim.chiefRayAngleDegrees),
    lengthMm: rounded(design.imagePlaneMm),
  };
}

/** The lowest frequency at which the modulation of a field is a half, for the worse direction. */
function halfModulation(design: LensDesign, fraction: number): number {
  const pupil = fieldPupil(design, REFERENCE_LINE, fraction * design.halfField, EDGE);
  const directions = fraction === 0 && !isMoved(design) ? [0] : [0, Math.PI / 2];
  return halfModulationOf(pupil, directions);
}

/** The same of a pupil. */
export const halfModulationOf = (pupil: PupilFunction, directions: readonly number[]): number =>
  rounded(Math.min(...directions.map((direction) => firstHalf(transferCurve(pupil, direction)))));

function firstHalf({ step, real, imaginary }: TransferCurve): number {
  const modulation = Array.from(real, (value, i) => Math.hypot(value, imaginary[i]!));
  const after = modulation.findIndex((value) => value < 0.5);
  const [above, below] = [modulation[after - 1]!, modulation[after]!];
  return step * (after - 1 + (above - 0.5) / (above - below));
}

/** A figure as lists show it. */
export const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

function orNull<Value>(compute: () => Value): Value | null {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return null;
  }
}
