import { newRay, type Ray } from './ray.ts';
import { traceRay, type TracedLens } from './trace-ray.ts';

/** tan x and tan y of a field: of the direction of its light before the lens. */
export type Tangents = readonly [x: number, y: number];

/** Where a ray starts on the plane of the paraxial entrance pupil, mm. */
export type Start = readonly [x: number, y: number];

/** A chief ray: where it starts, and how its place on the stop changes with that. */
export interface FreeChief {
  readonly start: Start;
  /** ∂(x, y on the stop)/∂(start), row by row. */
  readonly slopes: readonly [number, number, number, number];
}

const NEWTON_STEPS = 40;
/** How near to the middle of the stop the chief ray comes, mm. */
const AIMED_MM = 1e-11;
/** The same where rounding keeps it away. */
const NEARLY_MM = 1e-8;
const DIFFERENCE_MM = 1e-4;
/** Largest step of the field in which the next chief ray is foreseen, radians. */
const LARGEST_STEP = (2.5 * Math.PI) / 180;

/** Launches the ray of a field from a start. */
export function launchFree(
  { entrancePupilMm, object }: Pick<TracedLens, 'entrancePupilMm' | 'object'>,
  [tanX, tanY]: Tangents,
  [x, y]: Start,
  ray: Ray,
): void {
  // From a near point of the object, whose field is measured at the pupil.
  const vergence = object ? 1 / object.fromPupilMm : 0;
  const [alongX, alongY] = [tanX + x * vergence, tanY + y * vergence];
  const N = 1 / Math.sqrt(1 + alongX * alongX + alongY * alongY);
  const originMm = object?.pupilMm ?? entrancePupilMm;
  [ray.xMm, ray.yMm] = [x, y];
  ray.zMm = Number.isFinite(originMm) ? originMm : 0;
  [ray.L, ray.M, ray.N] = [alongX * N, alongY * N, N];
}

const ray = newRay();

function stopAt(lens: TracedLens, tangents: Tangents, start: Start): Start | undefined {
  launchFree(lens, tangents, start, ray);
  return traceRay(lens, ray, false) === 0 ? [ray.stopXMm, ray.stopYMm] : undefined;
}

/**
 * The chief ray of a field of any lens, by Newton's method in two dimensions: the ray through the
 * middle of the stop's frame; apertures do not stop it.
 *
 * @param near the chief ray of a field beside it; absent: starts on the axis.
 * @returns undefined where there is none.
 */
export function freeChief(
  lens: TracedLens,
  tangents: Tangents,
  near?: FreeChief,
): FreeChief | undefined {
  let start = near?.start ?? ([0, 0] as const);
  let slopes = near?.slopes;
  let here = stopAt(lens, tangents, start);
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    if (!here) return undefined;
    if (slopes && Math.hypot(...here) < AIMED_MM) return { start, slopes };
    // The slopes of a neighbour serve until they no longer lead nearer.
    slopes ??= slopesAt(lens, tangents, start, here);
    if (!slopes) return undefined;
    const [a, b, c, d] = slopes;
    const determinant = a * d - b * c;
    const next: Start = [
      start[0] - (d * here[0] - b * here[1]) / determinant,
      start[1] - (a * here[1] - c * here[0]) / determinant,
    ];
    const there = stopAt(lens, tangents, next);
    const isNearer = there && Math.hypot(...there) < 0.1 * Math.hypot(...here);
    if (!isNearer && Math.hypot(...here) < NEARLY_MM) return { start, slopes };
    if (there) [start, here] = [next, there];
    else if (slopes === near?.slopes) slopes = undefined;
    else return undefined;
    if (!isNearer) slopes = undefined;
  }
  return undefined;
}

function slopesAt(
  lens: TracedLens,
  tangents: Tangents,
  [x, y]: Start,
  here: Start,
): FreeChief['slopes'] | undefined {
  const right = stopAt(lens, tangents, [x + DIFFERENCE_MM, y]);
  const up = stopAt(lens, tangents, [x, y + DIFFERENCE_MM]);
  if (!right || !up) return undefined;
  return [
    (right[0] - here[0]) / DIFFERENCE_MM,
    (up[0] - here[0]) / DIFFERENCE_MM,
    (right[1] - here[1]) / DIFFERENCE_MM,
    (up[1] - here[1]) / DIFFERENCE_MM,
  ];
}

/**
 * The chief ray of a field, walked out from the chief ray of another one in small steps.
 *
 * @param from field and chief ray to begin with; absent: the base ray.
 * @returns undefined where none gets through.
 */
export function walkedChief(
  lens: TracedLens,
  [tanX, tanY]: Tangents,
  from?: { readonly tangents: Tangents; readonly chief: FreeChief },
): FreeChief | undefined {
  const begin = from?.chief ?? freeChief(lens, [0, 0]);
  if (!begin) return undefined;
  const [fromX, fromY] = from?.tangents ?? [0, 0];
  const angle = Math.abs(Math.atan(Math.hypot(tanX, tanY)) - Math.atan(Math.hypot(fromX, fromY)));
  const turned = Math.hypot(tanX - fromX, tanY - fromY);
  const steps = Math.max(1, Math.ceil(Math.max(angle, Math.min(turned, 1.5)) / LARGEST_STEP));
  let [before, now] = [begin, begin];
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    const foreseen = {
      ...now,
      start: [2 * now.start[0] - before.start[0], 2 * now.start[1] - before.start[1]] as const,
    };
    const field: Tangents = [fromX + share * (tanX - fromX), fromY + share * (tanY - fromY)];
    const next = freeChief(lens, field, foreseen) ?? freeChief(lens, field, now);
    if (!next) return undefined;
    [before, now] = [now, next];
  }
  return now;
}

/** A chief ray on the sensor: place in its frame, direction in the frame of the lens. */
export function traceChief(lens: TracedLens, tangents: Tangents, { start }: FreeChief): Ray {
  const traced = newRay();
  launchFree(lens, tangents, start, traced);
  traceRay(lens, traced, false);
  return traced;
}
