import { degreesOf } from '../../quantities/units.ts';
import { halfModulationOf, rounded, type LensOverview } from '../lens-overview.ts';
import { REFERENCE_LINE } from '../ray-trace/lens-design.ts';
import { measuredDesign, opticsOf } from './measured-design.ts';
import type { MeasuredLensFile } from './measured-file.ts';
import { measuredPupil } from './measured-pupil.ts';
import { measuredGeometry } from './measured-report.ts';

const OFF_AXIS = 0.7;

/**
 * The figures of a measured lens that a list shows, as `lensOverview` gives them of glass; null
 * where the file does not have them.
 */
export function measuredOverview(file: MeasuredLensFile): LensOverview {
  const design = measuredDesign(file);
  const { focalLengthMm, workingFNumber, halfField, radiusMm } = opticsOf(design);
  const hasBlur = Object.keys(file.blur ?? {}).length > 0;
  const [rim] = measuredGeometry(design, [1]);
  const half = (fraction: number, directions: readonly number[]): number | null =>
    hasBlur
      ? halfModulationOf(measuredPupil(design, REFERENCE_LINE, fraction * halfField), directions)
      : null;
  return {
    focalLengthMm: rounded(focalLengthMm),
    fNumber: rounded(workingFNumber),
    halfFieldDegrees: rounded(degreesOf(halfField)),
    imageCircleMm: rounded(2 * radiusMm),
    mtf50: half(0, [0]),
    mtf50OffAxis: half(OFF_AXIS, [0, Math.PI / 2]),
    mtf50BestFocus: null,
    mtf50OffAxisBestFocus: null,
    bestFocusShiftUm: null,
    distortionPercent:
      !file.distortion || Number.isNaN(rim!.distortionPercent)
        ? null
        : rounded(rim!.distortionPercent),
    chiefRayDegrees:
      file.chiefRay || file.exitPupilMm !== undefined ? rounded(rim!.chiefRayAngleDegrees) : null,
    lengthMm: null,
  };
}
