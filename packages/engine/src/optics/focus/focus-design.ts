import { SimulationError } from '../../simulation-error.ts';
import { metresOf, millimetresOf } from '../millimetres.ts';
import { REFERENCE_NM } from '../form-image/lens-table.ts';
import { projectedSolidAngle, workingFNumber } from '../ray-trace/beam.ts';
import { beamOf } from '../ray-trace/field-beam.ts';
import { firstOrder, imageBehindFocusMm, paraxialImageMm } from '../ray-trace/first-order.ts';
import {
  REFERENCE_LINE,
  axialDesign,
  withSensorMoved,
  type LensDesign,
} from '../ray-trace/lens-design.ts';
import type { FocusSettings } from './focus-settings.ts';

/** Places at which the movement of a focusing group is tried, over its whole range. */
const GROUP_STEPS = 400;
const BISECTIONS = 80;
const EDGE = { azimuths: 48, tolerance: 1e-6 };

/**
 * A lens with its object, its focus and its stop where the settings want them: the sensor moves
 * away by f²/(distance of the focused plane from the front focus), so that the defocus that the
 * file has at infinity stays; or a group of surfaces moves where the file names one
 * (docs/reference/depth.md#focus).
 *
 * @throws SimulationError 'bad-parameter' naming the field of `opticsParams` that the lens cannot
 *   do.
 */
export function focusDesign(
  design: LensDesign,
  { objectDistance, focusDistance, focusShift = 0, fNumber }: FocusSettings,
): LensDesign {
  const stopped = fNumber === undefined ? design : stopDown(design, fNumber);
  const focusMm = focusDistance === undefined ? undefined : millimetresOf(focusDistance);
  if (focusMm !== undefined) refuseNear(stopped, focusMm, 'focusDistance', 'Focus distance');
  const groupMm = focusMm !== undefined && stopped.focusing ? groupShiftMm(stopped, focusMm) : 0;
  const sensorMm =
    (focusMm !== undefined && !stopped.focusing ? sensorShiftMm(stopped, focusMm) : 0) +
    millimetresOf(focusShift);
  const focused = groupMm === 0 ? stopped : shiftGroup(stopped, groupMm);
  const shifted = sensorMm === 0 ? focused : withSensorMoved(focused, sensorMm);
  if (!(shifted.imageDistanceMm > 0))
    throw refusal(
      'focusShift',
      `Focus shift ${(focusShift * 1e6).toPrecision(4)} µm would put the sensor into the lens: it stands ${(shifted.imageDistanceMm - millimetresOf(focusShift)).toPrecision(4)} mm behind the last surface.`,
    );
  const objectMm = objectDistance === undefined ? undefined : millimetresOf(objectDistance);
  if (objectMm !== undefined) refuseNear(shifted, objectMm, 'objectDistance', 'Object distance');
  return {
    ...shifted,
    moved: { sensorMm, groupMm },
    ...(objectMm !== undefined && { objectDistanceMm: objectMm }),
    ...(focusMm !== undefined && { focusDistanceMm: focusMm }),
  };
}

const refusal = (key: keyof FocusSettings, message: string): SimulationError =>
  new SimulationError('bad-parameter', message, `opticsParams.${key}`);

/** How far the sensor moves to focus on a plane, mm (Newton's equation). */
export const sensorShiftMm = (design: LensDesign, focusMm: number): number =>
  imageBehindFocusMm(firstOrder(design, REFERENCE_LINE), focusMm);

/** A design with its sensor further away from the lens. */
function stopDown(design: LensDesign, fNumber: number): LensDesign {
  const { focalLengthMm, entrancePupilDiameterMm } = firstOrder(design, REFERENCE_LINE);
  const open = workingFNumber(
    projectedSolidAngle(beamOf(axialDesign(design), REFERENCE_NM, 0, EDGE)),
  );
  // The number that the log says of the open lens may be given back.
  const least = Number(open.toPrecision(3));
  if (fNumber < Math.min(open, least))
    throw refusal(
      'fNumber',
      `F-number must be at least ${least}, that of the lens wide open, not ${fNumber}.`,
    );
  const share = Math.min(1, focalLengthMm / (fNumber * entrancePupilDiameterMm));
  return {
    ...design,
    surfaces: design.surfaces.map((surface, i) =>
      i === design.stopIndex
        ? { ...surface, semiDiameterMm: surface.semiDiameterMm * share }
        : surface,
    ),
  };
}

/** Objects nearer than 1:1, and behind the entrance pupil, are refused. */
function refuseNear(
  design: LensDesign,
  distanceMm: number,
  key: 'objectDistance' | 'focusDistance',
  label: string,
): void {
  const { focalLengthMm, frontFocusMm, entrancePupilMm } = firstOrder(design, REFERENCE_LINE);
  if (!Number.isFinite(entrancePupilMm))
    throw refusal(
      key,
      `${label} cannot be given for this lens: it is telecentric towards the object, and its field angles have no vertex.`,
    );
  const least = Math.max(focalLengthMm - frontFocusMm, -entrancePupilMm);
  // The distance that the sentence names may be given.
  const shown = Number(metresOf(least).toPrecision(3));
  const isFar = distanceMm >= Math.min(least, millimetresOf(shown));
  if (isFar && distanceMm + entrancePupilMm > 0) return;
  throw refusal(
    key,
    `${label} ${Number(metresOf(distanceMm).toPrecision(6))} m is nearer than 1:1 for this lens: at least ${shown} m.`,
  );
}

/**
 * How far the focusing group moves towards the object, mm, until the paraxial image of the focused
 * plane lies where the image of infinity was; of two such places, the smaller movement.
 */
function groupShiftMm(design: LensDesign, focusMm: number): number {
  const { first, last } = design.focusing!;
  const { surfaces } = design;
  const gapOf = (surface: number): number =>
    surfaces[surface + 1]!.vertexMm - surfaces[surface]!.vertexMm;
  const before = first === 0 ? design.focalLengthMm : gapOf(first - 1);
  const behind = last === surfaces.length - 1 ? design.imageDistanceMm : gapOf(last);
  const wanted = surfaces.at(-1)!.vertexMm + firstOrder(design, REFERENCE_LINE).backFocalLengthMm;
  const missed = (t: number): number => imageOf(shiftGroup(design, t), focusMm) - wanted - rise(t);
  // The first vertex is the origin of all distances; it moves where the group begins with it.
  const rise = (t: number): number => (first === 0 ? t : 0);
  const found = [before, -behind].flatMap((end) => {
    const t = firstRoot(missed, end);
    return t === undefined ? [] : [t];
  });
  if (found.length === 0)
    throw refusal(
      'focusDistance',
      `The focusing group cannot reach ${Number(metresOf(focusMm).toPrecision(6))} m: it can move ${before.toPrecision(3)} mm towards the object and ${behind.toPrecision(3)} mm towards the sensor.`,
    );
  return found.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
}

/** z of the paraxial image of a plane at a distance from the first vertex. */
const imageOf = (design: LensDesign, distanceMm: number): number =>
  design.surfaces.at(-1)!.vertexMm +
  paraxialImageMm(firstOrder(design, REFERENCE_LINE), distanceMm);

/** The design with its group moved towards the object; the sensor keeps its place. */
function shiftGroup(design: LensDesign, towardsObjectMm: number): LensDesign {
  const { first, last } = design.focusing!;
  const moved = design.surfaces.map((surface, i) =>
    i >= first && i <= last
      ? { ...surface, vertexMm: surface.vertexMm - towardsObjectMm }
      : surface,
  );
  const origin = moved[0]!.vertexMm;
  const surfaces = moved.map((surface) => ({ ...surface, vertexMm: surface.vertexMm - origin }));
  const imagePlaneMm = design.imagePlaneMm - origin;
  const { focalLengthMm } = firstOrder({ surfaces, stopIndex: design.stopIndex }, REFERENCE_LINE);
  return {
    ...design,
    surfaces,
    focalLengthMm,
    imagePlaneMm,
    imageDistanceMm: imagePlaneMm - surfaces.at(-1)!.vertexMm,
  };
}

/** The root of a function that is nearest to 0 between 0 and `end`. */
function firstRoot(valueAt: (t: number) => number, end: number): number | undefined {
  let [low, atLow] = [0, valueAt(0)];
  for (let step = 1; step <= GROUP_STEPS; step += 1) {
    let high = (end * step) / GROUP_STEPS;
    if (valueAt(high) * atLow > 0) {
      [low, atLow] = [high, valueAt(high)];
      continue;
    }
    for (let half = 0; half < BISECTIONS; half += 1) {
      const middle = (low + high) / 2;
      if (valueAt(middle) * atLow > 0) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }
  return undefined;
}
