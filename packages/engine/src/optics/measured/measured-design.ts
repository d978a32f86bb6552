import { SimulationError } from '../../simulation-error.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import { metresOf, millimetresOf } from '../millimetres.ts';
import { blurFNumber, curveTargets, hasCurves } from './curve-targets.ts';
import type { CurveFit } from './fit-curves.ts';
import { fittedCurves } from './kept-fits.ts';
import type { MeasuredLensFile } from './measured-file.ts';
import { refuseMovedPoints } from './measured-points.ts';
import { measuredOptics, scaleAt, type MeasuredOptics } from './measured-optics.ts';

/** A measured lens as it is focused and stopped down; plain data. */
export interface MeasuredDesign {
  readonly kind: 'measured';
  readonly file: MeasuredLensFile;
  /** Heights and working f-number over those at the focus of the tables. */
  readonly scale: number;
  /** F-number of the file over the f-number to which it is stopped down; 1 wide open. */
  readonly stop: number;
  /** From the image of the object to the sensor, away from the lens. */
  readonly defocusMm: number;
  /** How far the sensor was moved from where the focus has it. */
  readonly shiftMm: number;
  /** Whether anything was asked of focus and stop. */
  readonly isAdjusted: boolean;
  /** Of its curves, so that no other thread fits them again. */
  readonly fit?: CurveFit;
}

/** Focal lengths within which aberrations change with the distance. */
const NEAR = 100;

const known = new WeakMap<MeasuredLensFile, MeasuredOptics>();

/** The tables of a file as functions, kept as long as the file is. */
export function opticsOf({ file, fit }: Pick<MeasuredDesign, 'file' | 'fit'>): MeasuredOptics {
  const optics = known.get(file) ?? measuredOptics(file, fit);
  known.set(file, optics);
  return optics;
}

/**
 * A measured lens with its object, its focus and its stop where the settings want them. What they
 * leave blank stays as it was when the tables were measured.
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that the lens cannot
 *   do.
 * @see docs/measured-lenses.md#focus-and-stop
 */
export function measuredDesign(file: MeasuredLensFile, settings?: FocusSettings): MeasuredDesign {
  const optics = opticsOf({ file });
  const asMeasured = {
    kind: 'measured',
    file,
    isAdjusted: settings !== undefined,
    ...(hasCurves(file) && { fit: fittedCurves(file, curveTargets(file, optics)) }),
  } as const;
  const widest = blurFNumber(file);
  if (!settings)
    return { ...asMeasured, scale: 1, stop: file.fNumber / widest, defocusMm: 0, shiftMm: 0 };
  refuseMovedPoints(file, settings);
  const { focusShift = 0, fNumber = widest } = settings;
  const measuredM = file.focusDistanceM;
  const [objectM, focusM] = (['objectDistance', 'focusDistance'] as const).map((key) => {
    const distance = settings[key] ?? measuredM;
    if (distance !== undefined) refuseNear(optics, file, distance, key);
    return distance;
  });
  if (fNumber < widest * (1 - 1e-9))
    throw refusal('fNumber', `The lens was measured at f/${widest}: f/${fNumber} is not known.`);
  const shiftMm = millimetresOf(focusShift);
  return {
    ...asMeasured,
    scale: scaleAt(file, optics, focusM) / scaleAt(file, optics, measuredM),
    stop: file.fNumber / fNumber,
    defocusMm: imageBehindMm(optics, file, focusM) + shiftMm - imageBehindMm(optics, file, objectM),
    shiftMm,
  };
}

const refusal = (key: keyof FocusSettings, message: string): SimulationError =>
  new SimulationError('bad-parameter', message, `opticsParams.${key}`);

/** From the front focus to the reference of distances, mm, negative before it. */
export const frontFocusMm = (
  { focalLengthMm, pupilMagnification }: MeasuredOptics,
  { entrancePupilMm = 0 }: MeasuredLensFile,
): number => entrancePupilMm - focalLengthMm / pupilMagnification;

/** From the focal point to the image of a plane (Newton's equation); undefined: infinity. */
export function imageBehindMm(
  optics: MeasuredOptics,
  file: MeasuredLensFile,
  distanceM: number | undefined,
): number {
  if (distanceM === undefined || distanceM === Infinity) return 0;
  return optics.focalLengthMm ** 2 / (millimetresOf(distanceM) + frontFocusMm(optics, file));
}

/** Objects nearer than 1:1 are refused. */
function refuseNear(
  optics: MeasuredOptics,
  file: MeasuredLensFile,
  distanceM: number,
  key: 'objectDistance' | 'focusDistance',
): void {
  const least = Number(metresOf(optics.focalLengthMm - frontFocusMm(optics, file)).toPrecision(3));
  if (distanceM >= least) return;
  throw refusal(
    key,
    `${key === 'objectDistance' ? 'Object' : 'Focus'} distance ${Number(distanceM.toPrecision(6))} m is nearer than 1:1 for this lens: at least ${least} m.`,
  );
}

/** Whether a calibration is not the same in all directions round its axis. */
export const isUneven = (design: MeasuredDesign): boolean =>
  opticsOf(design).calibrated?.isRound === false;

/** What the log says of a lens that is used at other distances than it was measured at. */
export function distanceNote(
  file: MeasuredLensFile,
  { objectDistance, focusDistance }: FocusSettings,
): string | undefined {
  const { focalLengthMm } = opticsOf({ file });
  const isNear = (distanceM: number | undefined): boolean =>
    distanceM !== undefined && millimetresOf(distanceM) < NEAR * focalLengthMm;
  const { focusDistanceM } = file;
  const isOther = [objectDistance, focusDistance].some(
    (distance) => isNear(distance ?? focusDistanceM) !== isNear(focusDistanceM),
  );
  if (!isOther) return undefined;
  return focusDistanceM === undefined
    ? 'aberrations are those at infinity'
    : `aberrations are those at ${focusDistanceM} m`;
}

/** What the log says of a lens that is moved out of a focus whose sides its curves do not tell. */
export function sideNote(
  file: MeasuredLensFile,
  { objectDistance, focusDistance, focusShift }: FocusSettings,
): string | undefined {
  const isMoved = [objectDistance, focusDistance, focusShift].some((value) => value !== undefined);
  if (!isMoved || measuredDesign(file).fit?.isSideKnown !== false) return undefined;
  return 'the MTF curves do not say on which side of the focus the lens is: convention used';
}
