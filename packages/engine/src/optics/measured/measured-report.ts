import { atan, cos, sin, tan } from '../../quantities/elementary.ts';
import type { CameraModelName } from '../../analysis/camera-models.ts';
import { degreesOf } from '../../quantities/units.ts';
import { REFERENCE_NM } from '../form-image/lens-table.ts';
import type { ThroughFocus } from '../focus/through-focus.ts';
import type { FieldGeometry, LensMap } from '../lens-geometry.ts';
import { NOWHERE, type GivenField, type GridPoint } from '../lens-layout.ts';
import { spreadImage, type SpreadImage } from '../lens-report.ts';
import { metresOf, micrometresOf, millimetresOf, wavelengthMmOf } from '../millimetres.ts';
import type { PupilFunction } from '../point-spread/pupil-function.ts';
import { transferThroughFocus } from '../point-spread/modulation-transfer.ts';
import { workingFNumber } from '../ray-trace/beam.ts';
import { curvesReport, type CurvesReport } from './curve-report.ts';
import { calibratedPlace } from './calibrated-nodes.ts';
import { isUneven, opticsOf, type MeasuredDesign } from './measured-design.ts';
import { isCalibration, type MeasuredLensFile } from './measured-file.ts';
import { pointRmsMm } from '../point-spread/point-picture.ts';
import { refuseWithoutWavefront } from './measured-points.ts';
import { measuredArea, measuredHeightMm, measuredPupil, raysOf } from './measured-pupil.ts';
import { fringeTerms } from './measured-wavefront.ts';

/** Figures of a measured lens, with the keys of `LensReport`; null where nobody knows them. */
export interface MeasuredReport {
  readonly firstOrder: readonly {
    readonly wavelengthNm: number;
    readonly eflMm: number;
    readonly bflMm: null;
    readonly entrancePupilZMm: number;
    readonly entrancePupilDiameterMm: number;
    readonly exitPupilZMm: null;
    /** From the exit pupil to the sensor at infinity. */
    readonly exitPupilDistanceMm: number;
    readonly exitPupilDiameterMm: number;
    readonly workingFNumber: number;
  }[];
  readonly fields: readonly {
    readonly wavelengthNm: number;
    readonly fieldDegrees: number;
    readonly chiefHeightMm: number;
    readonly distortionPercent: number | null;
    readonly workingFNumber: number;
    readonly relativeIllumination: number;
    readonly rmsSpotUm: number;
    /** Null of points, which have no wavefront. */
    readonly wavefrontRmsWaves: number | null;
  }[];
  readonly imageDistanceMm: null;
  readonly throughFocus?: readonly ThroughFocus[];
  readonly measured: {
    /** Curves that were fitted, and the largest difference from them. */
    readonly curves: CurvesReport['curves'];
    readonly worst: number | null;
    /** What was taken for what the file does not have, and where curves are not met. */
    readonly assumed: readonly string[];
    readonly notDetermined: readonly string[];
    /** At the heights of the file, at the wavelength of the first one asked for. */
    readonly wavefront: readonly {
      readonly height: number;
      readonly fringe: readonly number[];
      readonly coreTangentialUm: number;
      readonly coreSagittalUm: number;
    }[];
  };
}

/** Where and at what frequencies a lens is looked at. */
interface Asked {
  /** Nanometres. */
  readonly wavelengths: readonly number[];
  /** Fractions of the half field. */
  readonly fields: readonly number[];
  /** Movements of the sensor, metres; absent: no modulation is asked for. */
  readonly shifts?: readonly number[] | undefined;
  /** Line pairs per mm. */
  readonly frequencies: readonly number[];
}

/** What `lens` tells of a measured lens. */
export function measuredReport(design: MeasuredDesign, asked: Asked): MeasuredReport {
  const { wavelengths, fields, shifts } = asked;
  const optics = opticsOf(design);
  const { file, stop } = design;
  if (shifts?.some((shift) => shift !== 0)) refuseWithoutWavefront(file);
  const { focalLengthMm, pupilMagnification } = optics;
  const { curves, worst, warnings, notDetermined } = curvesReport(design);
  const entranceMm = (focalLengthMm / file.fNumber) * stop;
  return {
    firstOrder: wavelengths.map((wavelengthNm) => ({
      wavelengthNm,
      eflMm: focalLengthMm,
      bflMm: null,
      entrancePupilZMm: file.entrancePupilMm ?? 0,
      entrancePupilDiameterMm: entranceMm,
      exitPupilZMm: null,
      exitPupilDistanceMm: optics.exitPupilMm,
      exitPupilDiameterMm: entranceMm * pupilMagnification,
      workingFNumber: (optics.workingFNumber * design.scale) / stop,
    })),
    fields: wavelengths.flatMap((nm) =>
      fields.map((fraction) => fieldOf(design, nm, fraction * optics.halfField)),
    ),
    imageDistanceMm: null,
    ...(shifts && {
      throughFocus: wavelengths.flatMap((nm) =>
        fields.flatMap((fraction) =>
          measuredThroughFocus(design, nm, fraction * optics.halfField, {
            shifts,
            frequencies: asked.frequencies,
          }),
        ),
      ),
    }),
    measured: {
      curves,
      worst,
      assumed: [...optics.assumed, ...warnings],
      notDetermined,
      wavefront: optics.wavefront.heightsMm.map((height) => {
        const [along, across] = optics.wavefront.coreAt?.(height) ?? [0, 0];
        return {
          height,
          fringe: fringeTerms(optics.wavefront.at(height, wavelengths[0]!)),
          coreTangentialUm: Math.sqrt(along),
          coreSagittalUm: Math.sqrt(across),
        };
      }),
    },
  };
}

function fieldOf(
  design: MeasuredDesign,
  wavelengthNm: number,
  angle: number,
): MeasuredReport['fields'][number] {
  const pupil = measuredPupil(design, wavelengthNm, angle);
  const { rmsSpotMm, rmsWavefrontMm } = raysOf(pupil);
  const transmission = opticsOf(design).transmissionOf(wavelengthNm);
  return {
    wavelengthNm,
    fieldDegrees: degreesOf(angle),
    chiefHeightMm: pupil.chiefHeightMm,
    distortionPercent: distortionOf(design, angle, pupil.chiefHeightMm),
    workingFNumber: workingFNumber(pupil.area / transmission),
    relativeIllumination: pupil.area / measuredArea(design, wavelengthNm, 0),
    rmsSpotUm: micrometresOf(spotWith(pupil, rmsSpotMm)),
    wavefrontRmsWaves: pupil.points ? null : rmsWavefrontMm / wavelengthMmOf(wavelengthNm),
  };
}

/** The spot with its core. */
const spotWith = ({ core, points }: PupilFunction, rmsMm: number): number =>
  points
    ? pointRmsMm(points)
    : core
      ? Math.sqrt(rmsMm * rmsMm + core.alongMm2 + core.acrossMm2)
      : rmsMm;

/** Against the tangent of the field; null from 90° on. */
function distortionOf(design: MeasuredDesign, angle: number, heightMm: number): number | null {
  if (angle === 0) return 0;
  if (angle >= Math.PI / 2) return null;
  return (heightMm / (design.scale * opticsOf(design).focalLengthMm * tan(angle)) - 1) * 100;
}

/** The modulation of a field with the sensor moved, in both directions. */
function measuredThroughFocus(
  design: MeasuredDesign,
  wavelengthNm: number,
  angle: number,
  {
    shifts,
    frequencies,
  }: Pick<Required<Asked>, 'frequencies'> & { readonly shifts: readonly number[] },
): readonly ThroughFocus[] {
  const pupil = measuredPupil(design, wavelengthNm, angle);
  const [tangential, sagittal] = [0, Math.PI / 2].map((direction) =>
    frequencies.map((frequency) => transferThroughFocus(pupil, frequency, direction)),
  ) as [ReturnType<typeof transferThroughFocus>[], ReturnType<typeof transferThroughFocus>[]];
  return shifts.map((shift) => {
    const awayMm = millimetresOf(shift);
    const moved = measuredPupil(
      { ...design, defocusMm: design.defocusMm + awayMm },
      wavelengthNm,
      angle,
    );
    return {
      fieldDegrees: degreesOf(angle),
      wavelengthNm,
      shiftUm: Number(micrometresOf(awayMm).toPrecision(12)),
      rmsSpotUm: micrometresOf(spotWith(moved, raysOf(moved).rmsSpotMm)),
      frequencies,
      tangential: tangential.map((at) => Math.hypot(...at(awayMm))),
      sagittal: sagittal.map((at) => Math.hypot(...at(awayMm))),
    };
  });
}

/** Point spread function of a field, as `pointSpreadImage` gives it of glass. */
export function measuredSpread(
  design: MeasuredDesign,
  wavelength: number,
  fraction: number,
): SpreadImage {
  refuseWithoutWavefront(design.file);
  const pupil = measuredPupil(design, wavelength, fraction * opticsOf(design).halfField);
  return spreadImage(pupil, fraction);
}

/** Colours of lateral colour, nm. */
const [SHORT, LONG] = [450, 650];

/** Geometry of a measured lens over its field, as `lensGeometry` gives it of glass. */
export const measuredGeometry = (
  design: MeasuredDesign,
  fractions: readonly number[],
): readonly FieldGeometry[] =>
  fractions.map((fraction) => {
    const optics = opticsOf(design);
    const angle = fraction * optics.halfField;
    const heightMm = measuredHeightMm(design, REFERENCE_NM, angle);
    return {
      fieldDegrees: degreesOf(angle),
      heightMm,
      distortionPercent: distortionOf(design, angle, heightMm) ?? NaN,
      lateralColourUm: micrometresOf(
        measuredHeightMm(design, LONG, angle) - measuredHeightMm(design, SHORT, angle),
      ),
      relativeIllumination:
        measuredArea(design, REFERENCE_NM, angle) / measuredArea(design, REFERENCE_NM, 0),
      chiefRayAngleDegrees: degreesOf(optics.chiefOf(optics.fieldAt(angle))),
    };
  });

/** Where a measured lens images fields at 550 nm. */
export function measuredMap(design: MeasuredDesign): LensMap {
  const { halfField, centreMm } = opticsOf(design);
  const heightAt = (angle: number): number => measuredHeightMm(design, REFERENCE_NM, angle);
  const isCentred = centreMm[0] === 0 && centreMm[1] === 0;
  if (isCentred && !isUneven(design)) return { halfField, heightAt };
  const { distortion } = design.file;
  const aspect = isCalibration(distortion) ? distortion.fy / distortion.fx : 1;
  return { halfField, heightAt, imagePoint: measuredPoint(design), aspect };
}

/** `Lens.imagePoint` of a lens that is not round, or whose axis is off the middle of the sensor. */
export const measuredPoint =
  (design: MeasuredDesign): NonNullable<LensMap['imagePoint']> =>
  (angle, towards) => {
    const [x, y] = placeOf(design, REFERENCE_NM, { angle, towards });
    return [metresOf(x), metresOf(y)];
  };

/** Where a field is imaged, right and down from the middle of the sensor, mm. */
function placeOf(
  design: MeasuredDesign,
  nm: number,
  {
    angle,
    towards: [ex, ey],
  }: { readonly angle: number; readonly towards: readonly [number, number] },
): readonly [number, number] {
  if (isUneven(design)) return calibratedPlace(design, nm, [tan(angle) * ex, tan(angle) * ey]);
  const { centreMm } = opticsOf(design);
  const heightMm = measuredHeightMm(design, nm, angle);
  return [centreMm[0] + heightMm * ex, centreMm[1] + heightMm * ey];
}

/** The chief rays of fields in two dimensions, as `chiefGrid` gives them of glass. */
export function measuredGrid(
  design: MeasuredDesign,
  fields: readonly GivenField[],
): readonly GridPoint[] {
  const { halfField, chiefOf, fieldAt } = opticsOf(design);
  return fields.map(({ tanX, tanY, wavelengthNm }) => {
    const tangent = Math.sqrt(tanX * tanX + tanY * tanY);
    const angle = atan(tangent);
    if (angle > halfField) return NOWHERE;
    const [ex, ey] = tangent === 0 ? [0, 0] : [tanX / tangent, tanY / tangent];
    const [x, y] = placeOf(design, wavelengthNm, { angle, towards: [ex, ey] });
    const chief = chiefOf(fieldAt(angle));
    const M = sin(chief);
    const light = measuredArea(design, wavelengthNm, angle);
    return { x, y, L: M * ex, M: M * ey, N: cos(chief), light };
  });
}

const MODELS = {
  plumb_bob: 'opencv',
  rational_polynomial: 'opencv-rational',
  equidistant: 'kannala-brandt',
} as const;

/** The camera model that a lens was calibrated with; undefined where it was not. */
export const ownModel = ({ distortion }: MeasuredLensFile): CameraModelName | undefined =>
  isCalibration(distortion) ? MODELS[distortion.model] : undefined;
