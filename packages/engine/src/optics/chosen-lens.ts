import { F_NUMBER, FOCAL_LENGTH } from './ideal-lens.ts';
import { REFERENCE_NM } from './form-image/lens-table.ts';
import { sharpLimits } from './focus/conjugates.ts';
import { isAdjusted, lensOfPlan, type OpticsPlan } from './load-lens.ts';
import { loadLensFile } from './load-lens-file.ts';
import { millimetresOf } from './millimetres.ts';
import { isMeasured } from './measured/measured-file.ts';
import { chiefRay } from './ray-trace/beam.ts';
import { beamOf } from './ray-trace/field-beam.ts';
import { firstOrder } from './ray-trace/first-order.ts';
import { lensDesign, type LensDesign } from './ray-trace/lens-design.ts';

/**
 * What a lens is chosen by before anything is computed: paraxial, 550 nm, as its recipe stops it
 * down, lengths in mm.
 */
export interface ChosenLens {
  readonly focalLengthMm: number;
  readonly backFocalLengthMm: number;
  /** From the first vertex; negative before the lens. */
  readonly frontFocusMm: number;
  readonly exitPupilMm: number;
  readonly exitPupilDiameterMm: number;
  /** Focal length over the diameter of the entrance pupil. */
  readonly fNumber: number;
  /** diameters of the exit and the entrance pupil, divided. */
  readonly pupilMagnification: number;
  /** Diameter for objects at infinity; null: no rim is known. */
  readonly imageCircleMm: number | null;
  /** From the first vertex to the sensor, and sizes of the glass; absent without surfaces. */
  readonly totalTrackMm?: number;
  readonly largestDiameterMm?: number;
  readonly elements?: number;
}

const EDGE = { azimuths: 48, tolerance: 1e-6 };

/** The figures of the lens of a plan (docs/reference/choose.md#requirements). */
export async function chosenLens(plan: OpticsPlan): Promise<ChosenLens> {
  const wide = await wideOpen(plan);
  const fNumber = isAdjusted(plan) ? plan.focus?.fNumber : undefined;
  return fNumber === undefined ? wide : stoppedTo(wide, fNumber);
}

/** A lens that is stopped down; never opened. */
export function stoppedTo(lens: ChosenLens, fNumber: number): ChosenLens {
  const share = Math.min(1, lens.fNumber / fNumber);
  return {
    ...lens,
    fNumber: lens.fNumber / share,
    exitPupilDiameterMm: lens.exitPupilDiameterMm * share,
  };
}

/**
 * From the nearest to the farthest place that is sharp where the lens is focused, mm; null:
 * endless.
 *
 * @param distanceMm of the focus from the first vertex.
 * @param circle diameter of the largest blur that counts as sharp, metres.
 */
export function sharpDepthMm(lens: ChosenLens, distanceMm: number, circle: number): number | null {
  const shiftMm = lens.focalLengthMm ** 2 / (distanceMm + lens.frontFocusMm);
  const { nearM, farM } = sharpLimits(lens, shiftMm, circle);
  return nearM === null || farM === null ? null : millimetresOf(farM) - millimetresOf(nearM);
}

async function wideOpen(plan: OpticsPlan): Promise<ChosenLens> {
  const choice = lensOfPlan(plan);
  if (choice === undefined) return thinOf(millimetresOf(FOCAL_LENGTH), F_NUMBER, null);
  const file = typeof choice === 'string' ? await loadLensFile(choice) : choice;
  if (!isMeasured(file)) return lensOf(lensDesign(file));
  const { measuredOptics } = await import('./measured/measured-optics.ts');
  const { focalLengthMm, radiusMm, exitPupilMm, pupilMagnification } = measuredOptics(file);
  return {
    ...thinOf(focalLengthMm, file.fNumber, Number.isFinite(radiusMm) ? 2 * radiusMm : null),
    backFocalLengthMm: 0,
    exitPupilMm: -exitPupilMm,
    exitPupilDiameterMm: (focalLengthMm / file.fNumber) * pupilMagnification,
    pupilMagnification,
  };
}

const thinOf = (
  focalLengthMm: number,
  fNumber: number,
  imageCircleMm: number | null,
): ChosenLens => ({
  focalLengthMm,
  backFocalLengthMm: focalLengthMm,
  frontFocusMm: -focalLengthMm,
  exitPupilMm: 0,
  exitPupilDiameterMm: focalLengthMm / fNumber,
  fNumber,
  pupilMagnification: 1,
  imageCircleMm,
});

function lensOf(design: LensDesign): ChosenLens {
  const order = firstOrder(design, REFERENCE_NM);
  const { focalLengthMm, entrancePupilDiameterMm, exitPupilDiameterMm } = order;
  const { surfaces } = design;
  return {
    focalLengthMm: Math.abs(focalLengthMm),
    backFocalLengthMm: order.backFocalLengthMm,
    frontFocusMm: order.frontFocusMm,
    exitPupilMm: order.exitPupilMm,
    exitPupilDiameterMm,
    fNumber: Math.abs(focalLengthMm) / entrancePupilDiameterMm,
    pupilMagnification: exitPupilDiameterMm / entrancePupilDiameterMm,
    imageCircleMm: 2 * Math.abs(chiefRay(beamOf(design, REFERENCE_NM, design.halfField, EDGE)).yMm),
    totalTrackMm: design.imagePlaneMm,
    largestDiameterMm: 2 * Math.max(...surfaces.map(({ semiDiameterMm }) => semiDiameterMm)),
    elements: surfaces.filter(({ glass }) => glass).length,
  };
}
