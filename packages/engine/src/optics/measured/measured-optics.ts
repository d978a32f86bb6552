import { atan, tan } from '../../quantities/elementary.ts';
import { degreesOf } from '../../quantities/units.ts';
import { fail } from '../../text/json-fields.ts';
import { millimetresOf } from '../millimetres.ts';
import { blurFNumber, curveHeights, curveTargets, hasCurves } from './curve-targets.ts';
import type { CurveFit } from './fit-curves.ts';
import { fittedCurves } from './kept-fits.ts';
import { calibratedMap, type CalibratedMap } from './calibrated-map.ts';
import {
  measuredAperture,
  type FieldPlace,
  type MeasuredAperture,
  type ValueOver,
} from './measured-aperture.ts';
import {
  isCalibration,
  type DistortionTable,
  type MeasuredLensFile,
  type MeasuredPlaces,
} from './measured-file.ts';
import { refuseFolded, rootBetween, tableMap, type HeightMap } from './measured-map.ts';
import { curveWavefront, measuredWavefront, type MeasuredWavefront } from './measured-wavefront.ts';
import { measuredPoints, type PointsAt } from './measured-points.ts';
import { monotoneCurve, onCurve } from './monotone-curve.ts';

/** The tables of a measured lens as functions, at the focus of the tables. */
export interface MeasuredOptics extends MeasuredAperture {
  readonly focalLengthMm: number;
  /** Diameter of the exit pupil over the diameter of the entrance pupil. */
  readonly pupilMagnification: number;
  /** From the exit pupil to the sensor at infinity. */
  readonly exitPupilMm: number;
  readonly workingFNumber: number;
  /** Radians. */
  readonly halfField: number;
  /** Of the image circle. */
  readonly radiusMm: number;
  /** The axis from the middle of the sensor, right and down. */
  readonly centreMm: readonly [number, number];
  readonly calibrated: CalibratedMap | undefined;
  readonly fieldAt: (angle: number) => FieldPlace;
  /** Angle of the chief ray from the sensor's normal, radians. */
  readonly chiefOf: (field: FieldPlace) => number;
  readonly transmissionOf: (nm: number) => number;
  /** Height against the height at the reference. */
  readonly lateralMm: (field: FieldPlace, nm: number) => number;
  /** Place of the image against the image at the reference, away from the lens. */
  readonly axialMm: (nm: number) => number;
  /** Fitted on first use where curves were measured. */
  readonly wavefront: MeasuredWavefront;
  /** Light of points as it was pictured, in place of a wavefront; undefined: of the wavefront. */
  readonly pointsAt: PointsAt | undefined;
  /** Pupil at which the blur was measured over the pupil of the lens. */
  readonly blurStop: number;
  /** What was taken for what the file does not have, one sentence each. */
  readonly assumed: readonly string[];
}

const RADIANS = Math.PI / 180;

/**
 * Resolves the tables of a measured lens.
 *
 * @param fit of its curves, where it is known.
 * @throws SimulationError naming the field that is missing or contradicts another.
 * @see docs/measured-lenses.md
 */
export function measuredOptics(file: MeasuredLensFile, fit?: CurveFit): MeasuredOptics {
  const { distortion, fNumber, centre, chiefRay } = file;
  const calibrated = isCalibration(distortion) ? calibratedMap(distortion) : undefined;
  const focalLengthMm = focalLengthOf(file, calibrated);
  if (calibrated && centre) fail('centre', 'centre: the calibration has it.');
  const map: HeightMap = calibrated
    ? { heightOf: calibrated.heightOf, last: Math.min(120 * RADIANS, lastOf(calibrated)) }
    : tableMap(distortion as DistortionTable | undefined, focalLengthMm, file.imageCircleMm);
  const radiusMm = radiusOf(file, map, calibrated);
  const halfField = halfFieldOf(file, map, radiusMm);
  refuseFolded(map, halfField);
  const fieldAt = (angle: number): FieldPlace => ({ angle, heightMm: map.heightOf(angle) });
  const valueOver: ValueOver = (table, values, first) => {
    const curve =
      first !== undefined && table.at[0]! > 0
        ? monotoneCurve([0, ...table.at], [first, ...values])
        : monotoneCurve(table.at, values);
    return (field) => onCurve(curve, placeOf(table, field, radiusMm));
  };
  const exitPupilMm = file.exitPupilMm ?? exitPupilOf(file, { map, radiusMm }) ?? focalLengthMm;
  const pupilMagnification = file.exitPupilMm === undefined ? 1 : file.exitPupilMm / focalLengthMm;
  const chiefDegrees = chiefRay && valueOver(chiefRay, chiefRay.degrees, 0);
  const chiefOf = (field: FieldPlace): number =>
    chiefDegrees ? chiefDegrees(field) * RADIANS : atan(field.heightMm / exitPupilMm);
  const workingFNumber =
    file.workingFNumber ??
    fNumber * scaleAt(file, { focalLengthMm, pupilMagnification }, file.focusDistanceM);
  const zernike = measuredWavefront(file.blur?.zernike, file.pupil?.ellipse !== undefined);
  const tables = {
    focalLengthMm,
    pupilMagnification,
    exitPupilMm,
    workingFNumber,
    halfField,
    radiusMm,
    centreMm: calibrated?.centreMm ?? centre ?? [0, 0],
    calibrated,
    fieldAt,
    chiefOf,
    ...measuredAperture(file, { valueOver, chiefOf, workingFNumber, fieldAt, halfField }),
    ...coloursOf(file, valueOver),
    pointsAt: measuredPoints(file),
    blurStop: file.fNumber / blurFNumber(file),
  };
  const targets = hasCurves(file) ? curveTargets(file, tables) : undefined;
  let fitted: MeasuredWavefront | undefined;
  return {
    ...tables,
    get wavefront(): MeasuredWavefront {
      if (!targets) return zernike;
      return (fitted ??= curveWavefront(fit ?? fittedCurves(file, targets)));
    },
    assumed: [
      ...assumptionsOf(file, calibrated),
      ...heldOf(file, fieldAt(halfField), radiusMm),
      ...zernike.leftOut,
      ...(targets?.leftOut ?? []),
    ],
  };
}

const lastOf = ({ risesTo }: CalibratedMap): number =>
  risesTo === Infinity ? 89 * RADIANS : Infinity;

function focalLengthOf(file: MeasuredLensFile, calibrated: CalibratedMap | undefined): number {
  const { focalLengthMm } = file;
  if (!calibrated)
    return (
      focalLengthMm ??
      fail('focalLengthMm', 'focalLengthMm is missing: give it, or a calibration in distortion.')
    );
  const found = calibrated.focalLengthMm;
  if (focalLengthMm !== undefined && Math.abs(focalLengthMm / found - 1) > MOST_OTHER_FOCAL)
    fail(
      'focalLengthMm',
      `focalLengthMm is ${focalLengthMm}: the calibration has ${Number(found.toPrecision(5))} mm.`,
    );
  return found;
}
/** By so much may a focal length differ from the focal length of a calibration. */
const MOST_OTHER_FOCAL = 0.05;

/** Place of a field among the places of a table. */
const placeOf = ({ over = 'height' }: MeasuredPlaces, field: FieldPlace, radiusMm: number) =>
  over === 'field'
    ? degreesOf(field.angle)
    : over === 'height'
      ? field.heightMm
      : field.heightMm / radiusMm;

/** Half of the image circle. */
function radiusOf(
  file: MeasuredLensFile,
  { heightOf }: HeightMap,
  calibrated: CalibratedMap | undefined,
): number {
  if (file.imageCircleMm !== undefined) return file.imageCircleMm / 2;
  const { distortion, illumination, chiefRay, lateralColour, pupil, blur } = file;
  const tables = [isCalibration(distortion) ? undefined : distortion, illumination, chiefRay];
  const ends = [...tables, lateralColour, pupil].flatMap((table) => {
    if (!table || table.over === 'relative') return [];
    const end = table.at.at(-1)!;
    return [table.over === 'field' ? heightOf(end * RADIANS) : end];
  });
  const heights = blur ? blurHeights(file) : [];
  const largest = Math.max(0, ...ends, ...heights, calibrated?.cornerMm ?? 0);
  if (largest > 0) return largest;
  return fail(
    'imageCircleMm',
    'imageCircleMm is missing: no table says how far the picture reaches.',
  );
}

function halfFieldOf(
  file: MeasuredLensFile,
  { heightOf, last }: HeightMap,
  radiusMm: number,
): number {
  const reached = heightOf(last);
  if (!(reached >= radiusMm))
    fail(
      file.imageCircleMm === undefined ? 'distortion' : 'imageCircleMm',
      `${file.imageCircleMm === undefined ? 'distortion' : 'imageCircleMm'}: the picture ends ${Number(reached.toPrecision(4))} mm from the axis, and ${Number(radiusMm.toPrecision(4))} mm are needed.`,
    );
  return rootBetween((angle) => heightOf(angle) - radiusMm, 0, last);
}

/** From the first chief ray beside the axis; undefined without a table of chief rays. */
function exitPupilOf(
  { chiefRay }: MeasuredLensFile,
  { map, radiusMm }: { readonly map: HeightMap; readonly radiusMm: number },
): number | undefined {
  const at = chiefRay?.at.findIndex((place, i) => place > 0 && chiefRay.degrees[i]! > 0) ?? -1;
  if (at < 0) return undefined;
  const { over = 'height', at: places, degrees } = chiefRay!;
  const place = places[at]!;
  const heightMm =
    over === 'field'
      ? map.heightOf(place * RADIANS)
      : over === 'relative'
        ? place * radiusMm
        : place;
  return heightMm / tan(degrees[at]! * RADIANS);
}

/**
 * Working f-number over the f-number at a distance of focus, which is also how heights grow.
 *
 * @param distanceM undefined: infinity.
 */
export function scaleAt(
  { entrancePupilMm = 0 }: Pick<MeasuredLensFile, 'entrancePupilMm'>,
  {
    focalLengthMm,
    pupilMagnification,
  }: Pick<MeasuredOptics, 'focalLengthMm' | 'pupilMagnification'>,
  distanceM: number | undefined,
): number {
  if (distanceM === undefined) return 1;
  const fromFocusMm =
    millimetresOf(distanceM) + entrancePupilMm - focalLengthMm / pupilMagnification;
  return 1 + focalLengthMm / fromFocusMm / pupilMagnification;
}

/** Wavelength of the reference of colours, nm. */
const REFERENCE_NM = 550;

/** Transmission and the two colours of a lens. */
function coloursOf(
  { transmission, lateralColour, longitudinalColour }: MeasuredLensFile,
  valueOver: ValueOver,
): Pick<MeasuredOptics, 'transmissionOf' | 'lateralMm' | 'axialMm'> {
  const passed = transmission && monotoneCurve(transmission.nm, transmission.share);
  if (passed && !(onCurve(passed, REFERENCE_NM) > 0))
    fail(
      'transmission.share',
      `transmission.share is 0 at ${REFERENCE_NM} nm: figures need light.`,
    );
  const axial = longitudinalColour && againstReference(longitudinalColour);
  const rows = lateralColour?.micrometres.map((row) => valueOver(lateralColour, row, 0)) ?? [];
  return {
    transmissionOf: (nm) => (passed ? onCurve(passed, nm) : 1),
    axialMm: (nm) => axial?.(nm) ?? 0,
    lateralMm: (field, nm) => {
      if (!lateralColour) return 0;
      const { wavelengthsNm, referenceNm } = lateralColour;
      const micrometres = rows.map((row) => row(field));
      return againstReference({
        nm: wavelengthsNm,
        micrometres,
        ...(referenceNm && { referenceNm }),
      })(nm);
    },
  };
}

/** Lengths over the wavelength, mm against that at the reference. */
function againstReference({
  nm,
  micrometres,
  referenceNm = REFERENCE_NM,
}: NonNullable<MeasuredLensFile['longitudinalColour']>): (at: number) => number {
  const curve = monotoneCurve(nm, micrometres);
  const origin = onCurve(curve, referenceNm);
  return (at) => 1e-3 * (onCurve(curve, at) - origin);
}

/** Keys whose absence is worth a sentence, and the sentence. */
const ABSENT = {
  distortion: 'No distortion is in the file: the lens is rectilinear.',
  illumination:
    'No light is in the file: it falls with the fourth power of the cosine of the chief ray.',
  transmission: 'No transmission is in the file: it is 1.',
  lateralColour: 'No lateral colour is in the file: there is none.',
  longitudinalColour: 'No axial colour is in the file: there is none.',
  blur: 'No blur is in the file: diffraction alone limits the lens.',
} as const;

const UNITS = { height: 'mm', field: 'degrees', relative: 'of half the image circle' } as const;

/** The rim is met to rounding. */
const AT_RIM = 1 - 1e-6;

/** Tables that end before the rim of the picture: beyond, they hold their last value. */
function heldOf(file: MeasuredLensFile, rim: FieldPlace, radiusMm: number): readonly string[] {
  const { distortion, illumination, chiefRay, lateralColour, pupil, blur } = file;
  const tables: Readonly<Record<string, MeasuredPlaces | undefined>> = {
    distortion: isCalibration(distortion) ? undefined : distortion,
    illumination,
    chiefRay,
    lateralColour,
    pupil,
    ...(blur && { [`blur.${Object.keys(blur)[0] ?? ''}`]: heldBlur(file) }),
  };
  return Object.entries(tables).flatMap(([name, table]) => {
    if (!table) return [];
    const last = Math.max(...table.at);
    return last < AT_RIM * placeOf(table, rim, radiusMm)
      ? [`${name} is held beyond ${last} ${UNITS[table.over ?? 'height']}.`]
      : [];
  });
}

const blurHeights = (file: MeasuredLensFile): readonly number[] =>
  (file.blur?.zernike?.fields ?? file.blur?.psf)?.map(({ height }) => height) ??
  (hasCurves(file) ? curveHeights(file) : []);

function heldBlur(file: MeasuredLensFile): MeasuredPlaces | undefined {
  const at = blurHeights(file);
  return at.length === 0 ? undefined : { at };
}

function assumptionsOf(
  file: MeasuredLensFile,
  calibrated: CalibratedMap | undefined,
): readonly string[] {
  const absent = (Object.keys(ABSENT) as (keyof typeof ABSENT)[]).filter(
    (key) => file[key] === undefined && !(key === 'illumination' && file.pupil),
  );
  return [
    ...absent.map((key) => ABSENT[key]),
    ...(file.exitPupilMm === undefined && !file.chiefRay
      ? ['No exit pupil is in the file: it stands a focal length before the sensor.']
      : []),
    ...(blurFNumber(file) === file.fNumber
      ? []
      : [`The curves were measured at f/${blurFNumber(file)}: the lens is stopped down to it.`]),
    ...(file.focalLengthMm === undefined && calibrated
      ? [`The focal length is that of the calibration: ${calibrated.focalLengthMm.toFixed(3)} mm.`]
      : []),
    ...(calibrated && calibrated.risesTo !== Infinity
      ? [
          `The radius of the calibration rises up to ${degreesOf(calibrated.risesTo).toFixed(1)} degrees; beyond, its last slope goes on.`,
        ]
      : []),
  ];
}
