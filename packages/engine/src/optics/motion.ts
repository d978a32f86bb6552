import { cos, sin } from '../quantities/elementary.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Lens } from './lens.ts';
import { millimetresOf } from './millimetres.ts';
import { magnificationAt } from './object-space.ts';
import type { Homography } from './scene-placement.ts';

/** How scene or camera move; time 0 is when the first frame begins. */
export type MotionPlan = {
  /** Optical images of one exposure, 1 to 512; absent: as the path of the image asks. */
  readonly subFrames?: number;
} & (
  | {
      readonly kind: 'pixels';
      /** The image moves right and down, pixels per second on the axis. */
      readonly perSecond: readonly [number, number];
    }
  | {
      readonly kind: 'rotation';
      /** The camera turns right, up, and clockwise as seen from behind, radians per second. */
      readonly perSecond: readonly [yaw: number, pitch: number, roll: number];
    }
  | {
      readonly kind: 'homographies';
      /** Ascending, from 0. */
      readonly seconds: readonly number[];
      /**
       * From where a point is at time 0 to where it is then, in pixels of the picture without
       * distortion; entries are interpolated linearly, and held after the last.
       */
      readonly matrices: readonly Homography[];
    }
);

/** A plane of objects that moves; `MotionPlan` is what the image does. */
export interface ObjectMotion {
  readonly kind: 'object';
  readonly subFrames?: number;
  /** To the right and down in the picture. */
  readonly millimetresPerSecond: readonly [number, number];
  /** From the first vertex, metres. */
  readonly distance: number;
}

/** How tangents of directions become pixels near the axis. */
export interface MotionView {
  /** Focal length over pixel pitch. */
  readonly focalPixels: number;
  /** Where the axis meets the picture, pixels right and down of its corner. */
  readonly centre: readonly [number, number];
}

/** The product of two maps: `other` first. */
export const product = (one: Homography, other: Homography): Homography =>
  Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [3 * Math.floor(at / 3), at % 3];
    return (
      one[row]! * other[column]! +
      one[row + 1]! * other[column + 3]! +
      one[row + 2]! * other[column + 6]!
    );
  }) as unknown as Homography;

export const determinant = ([a, b, c, d, e, f, g, h, i]: Homography): number =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);

/** The inverse of a map, up to a positive factor. */
export function inverse(map: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = map;
  const sign = Math.sign(determinant(map));
  return [
    ...[e * i - f * h, c * h - b * i, b * f - c * e],
    ...[f * g - d * i, a * i - c * g, c * d - a * f],
    ...[d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((value) => value * sign) as unknown as Homography;
}

/** R = Rz(roll) Rx(pitch) Ry(yaw) of directions (right, down, forward). */
function rotation([yaw, pitch, roll]: readonly [number, number, number]): Homography {
  const y: Homography = [cos(yaw), 0, -sin(yaw), 0, 1, 0, sin(yaw), 0, cos(yaw)];
  const x: Homography = [1, 0, 0, 0, cos(pitch), sin(pitch), 0, -sin(pitch), cos(pitch)];
  const z: Homography = [cos(roll), sin(roll), 0, -sin(roll), cos(roll), 0, 0, 0, 1];
  return product(product(z, x), y);
}

/** The map of a list at a time. */
function interpolated(
  { seconds, matrices }: MotionPlan & { readonly kind: 'homographies' },
  time: number,
): Homography {
  const next = seconds.findIndex((second) => second > time);
  if (next < 0) return matrices.at(-1)!;
  if (next === 0) return matrices[0]!;
  const [from, to] = [seconds[next - 1]!, seconds[next]!];
  const share = (time - from) / (to - from);
  const [one, other] = [matrices[next - 1]!, matrices[next]!];
  return one.map((value, at) => value + share * (other[at]! - value)) as unknown as Homography;
}

/** From tangents of directions at time 0 to those at another time. */
export function motionAt(
  motion: MotionPlan,
  time: number,
  { focalPixels, centre: [x, y] }: MotionView,
): Homography {
  switch (motion.kind) {
    case 'pixels': {
      const [right, down] = motion.perSecond.map((speed) => (speed * time) / focalPixels);
      return [1, 0, right!, 0, 1, down!, 0, 0, 1];
    }
    case 'rotation': {
      const [yaw, pitch, roll] = motion.perSecond;
      return rotation([yaw * time, pitch * time, roll * time]);
    }
    case 'homographies': {
      const toPixels: Homography = [focalPixels, 0, x, 0, focalPixels, y, 0, 0, 1];
      const toTangents: Homography = [1, 0, -x, 0, 1, -y, 0, 0, focalPixels];
      return product(toTangents, product(interpolated(motion, time), toPixels));
    }
  }
}

/**
 * From tangents of directions at a time to those of the scene as it stood at time 0, as
 * `ScenePlacement.moved` has it.
 */
export function movedAt(motion: MotionPlan, time: number, view: MotionView): Homography {
  if (motion.kind !== 'pixels') return inverse(motionAt(motion, time, view));
  const [a, b, right, c, d, down, ...rest] = motionAt(motion, time, view);
  return [a, b, -right, c, d, -down, ...rest];
}

/**
 * What the image does, and how many pixels a tangent near the axis is. Pixels per second and paths
 * count in pixels of the focal length; a plane of objects counts as the lens images it.
 *
 * @throws SimulationError for a plane that the lens shows without perspective.
 */
export function imageMotion(
  motion: MotionPlan | ObjectMotion,
  lens: Lens,
  pitch: number,
): { readonly motion: MotionPlan; readonly focalPixels: number } {
  if (motion.kind !== 'object') return { motion, focalPixels: lens.focalLength / pitch };
  const { millimetresPerSecond, distance, kind: _, ...others } = motion;
  const magnification = magnificationAt(lens, distance);
  if (magnification === undefined)
    throw new SimulationError(
      'bad-parameter',
      'Motion in mm cannot be used with this lens: the object does not lie before an entrance pupil.',
      'motion.millimetresPerSecond',
    );
  const [right, down] = millimetresPerSecond.map(
    (speed) => (speed * magnification) / millimetresOf(pitch),
  );
  return {
    motion: { ...others, kind: 'pixels', perSecond: [right!, down!] },
    focalPixels: lens.chiefRays!.scale / pitch,
  };
}

/** A frame during which the image moves. */
export interface MovingFrame {
  readonly rows: number;
  readonly columns: number;
  /** When the frame begins, how long its first capture exposes, and how long it takes in all. */
  readonly beginSeconds: number;
  readonly exposureSeconds: number;
  readonly spanSeconds: number;
}

/** How an exposure is divided. */
export interface SubFrames {
  /** Longest path of the image during one exposure, pixels. */
  readonly pathPixels: number;
  /** Optical images of one exposure. */
  readonly subFrames: number;
  /** Length of a cell of time, each with an image of its middle. */
  readonly cellSeconds: number;
  /** The path asks for more than are formed. */
  readonly isLimited: boolean;
}

/** Below this path during an exposure, pixels, the image of its middle serves. */
const STILL = 0.05;
const PER_PIXEL = 2;
/** A path of whole pixels is computed with errors far below this. */
const PATH_ROUNDING = 1e-9;
const [FEWEST, MOST] = [4, 512];
/** Cells of a whole frame. */
const MOST_CELLS = 2048;
/** Places along a side of the picture whose paths are measured, steps of a path, and its begins. */
const [PLACES, STEPS, BEGINS] = [5, 16, 5];

/**
 * Divides an exposure by the longest path of the image: an edge is then wrong by at most .0090 of
 * its step.
 *
 * @throws SimulationError where exposure and read-out would need too many images.
 * @see docs/reference/sensor-depth.md#motion
 */
export function subFramesOf(motion: MotionPlan, view: MotionView, frame: MovingFrame): SubFrames {
  const { exposureSeconds, spanSeconds } = frame;
  const begins = Array.from(
    { length: BEGINS },
    (_, at) =>
      frame.beginSeconds + (Math.max(0, spanSeconds - exposureSeconds) * at) / (BEGINS - 1),
  );
  const pathPixels = Math.max(...begins.map((begin) => longestPath(motion, view, frame, begin)));
  const asked =
    pathPixels < STILL ? 1 : Math.max(FEWEST, Math.ceil(PER_PIXEL * pathPixels - PATH_ROUNDING));
  const subFrames = motion.subFrames ?? Math.min(MOST, asked);
  // The image needs no new cell before it has moved.
  const still = (STILL * exposureSeconds) / pathPixels;
  const cellSeconds =
    motion.subFrames === undefined
      ? Math.max(exposureSeconds / subFrames, Math.min(still, spanSeconds))
      : exposureSeconds / subFrames;
  const cells = Math.ceil(spanSeconds / cellSeconds);
  if (cells > MOST_CELLS)
    throw new SimulationError(
      'too-large',
      `Exposure and read-out last ${Number(spanSeconds.toPrecision(4))} s, in which the moving image needs ${cells} sub-frames: at most ${MOST_CELLS} are formed.`,
      'motion',
    );
  return {
    pathPixels,
    subFrames,
    cellSeconds,
    isLimited: motion.subFrames === undefined && asked > MOST,
  };
}

/** The longest path of what places of the picture show, from a time on, pixels. */
function longestPath(
  motion: MotionPlan,
  view: MotionView,
  { rows, columns, exposureSeconds }: MovingFrame,
  begin: number,
): number {
  const { focalPixels, centre } = view;
  const back = inverse(motionAt(motion, begin, view));
  const maps = Array.from({ length: STEPS + 1 }, (_, step) =>
    product(motionAt(motion, begin + (exposureSeconds * step) / STEPS, view), back),
  );
  let longest = 0;
  for (let place = 0; place < PLACES * PLACES; place += 1) {
    const x = ((columns * (place % PLACES)) / (PLACES - 1) - centre[0]) / focalPixels;
    const y = ((rows * Math.floor(place / PLACES)) / (PLACES - 1) - centre[1]) / focalPixels;
    let [length, before] = [0, [x, y] as readonly [number, number] | undefined];
    for (const [a, b, c, d, e, f, g, h, i] of maps) {
      const depth = g * x + h * y + i;
      const at =
        depth > 0
          ? ([(a * x + b * y + c) / depth, (d * x + e * y + f) / depth] as const)
          : undefined;
      if (at && before) length += Math.hypot(at[0] - before[0], at[1] - before[1]);
      before = at;
    }
    longest = Math.max(longest, length);
  }
  return longest * focalPixels;
}
