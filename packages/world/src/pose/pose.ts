import { refuseAt } from '../document/problem.ts';
import type { MotionKeys, PoseKeys, Quaternion, Vector } from '../document/world-document.ts';
import { IDENTITY, determinant, moved, ofAxes, ofQuaternion, stretched, times } from './matrix.ts';
import type { Matrix } from './matrix.ts';
import { along, cross, lengthOf, scaled, squareTo, subtract, unit } from './vector.ts';

const RADIANS = Math.PI / 180;

/**
 * The matrix of a pose at a time (docs/reference/world.md#w1).
 *
 * @param place of the pose in the document, for a refusal.
 */
export function poseMatrix(
  keys: PoseKeys,
  place: string,
  motion?: MotionKeys,
  seconds = 0,
): Matrix {
  const [position, linear] = standing(keys, place);
  const matrix = motion
    ? movedAt(motion, seconds, position, linear)
    : times(moved(position), linear);
  const size = determinant(matrix);
  if (!Number.isFinite(size) || size === 0)
    refuseAt(place, `${place} has a pose without a volume: its scale or matrix must not be 0.`);
  return matrix;
}

/** Position, and rotation with scale. */
function standing(keys: PoseKeys, place: string): readonly [Vector, Matrix] {
  const { matrix, position = [0, 0, 0], scale = 1 } = keys;
  if (matrix)
    return [
      [matrix[12]!, matrix[13]!, matrix[14]!],
      [...matrix.slice(0, 12), 0, 0, 0, 1],
    ];
  const sizes: Vector = typeof scale === 'number' ? [scale, scale, scale] : scale;
  return [position, times(turned(keys, position, place), stretched(sizes))];
}

function turned({ rotation, degrees, lookAt }: PoseKeys, position: Vector, place: string): Matrix {
  if (rotation) {
    const size = Math.hypot(...rotation);
    if (!(size > 0)) refuseAt(`${place}.rotation`, `${place}.rotation must not be 0.`);
    return ofQuaternion(rotation.map((part) => part / size) as unknown as Quaternion);
  }
  if (degrees) return turnedBy(degrees);
  if (!lookAt) return IDENTITY;
  const way = subtract(lookAt.target, position);
  if (!(lengthOf(way) > 0))
    refuseAt(`${place}.lookAt`, `${place}.lookAt.target is where it stands: move one of them.`);
  const z = unit(scaled(way, -1));
  const side = cross(lookAt.up ?? [0, 1, 0], z);
  // Straight up or down: any side will do.
  const x = lengthOf(side) > 1e-9 ? unit(side) : squareTo(z)[0];
  return ofAxes(x, cross(z, x), z);
}

/** About the fixed axes x, then y, then z. */
export function turnedBy([a, b, c]: Vector): Matrix {
  const about = (axis: Vector, degrees: number): Matrix =>
    turnedAbout(scaled(axis, degrees * RADIANS));
  return times(about([0, 0, 1], c), times(about([0, 1, 0], b), about([1, 0, 0], a)));
}

/** About a vector by its length in radians. */
function turnedAbout(vector: Vector): Matrix {
  const angle = lengthOf(vector);
  if (angle === 0) return IDENTITY;
  const [x, y, z] = scaled(vector, Math.sin(angle / 2) / angle);
  return ofQuaternion([x, y, z, Math.cos(angle / 2)]);
}

function movedAt(
  { velocity = [0, 0, 0], degreesPerSecond, keys }: MotionKeys,
  seconds: number,
  position: Vector,
  linear: Matrix,
): Matrix {
  if (!keys || keys.length === 0) {
    const turn = degreesPerSecond
      ? turnedAbout(scaled(degreesPerSecond, RADIANS * seconds))
      : IDENTITY;
    return times(moved(along(position, velocity, seconds)), times(turn, linear));
  }
  const last = keys.length - 1;
  const after = keys.findIndex((key) => key.seconds > seconds);
  const from = keys[after < 0 ? last : Math.max(0, after - 1)]!;
  const to = keys[after < 0 ? last : after]!;
  const gap = to.seconds - from.seconds;
  const share = gap > 0 ? Math.min(1, Math.max(0, (seconds - from.seconds) / gap)) : 0;
  const start = from.position ?? position;
  const at = along(start, subtract(to.position ?? position, start), share);
  const turn =
    from.rotation && to.rotation
      ? ofQuaternion(slerp(from.rotation, to.rotation, share))
      : IDENTITY;
  return times(moved(at), times(turn, linear));
}

/** Between two rotations, the short way. */
function slerp(from: Quaternion, to: Quaternion, share: number): Quaternion {
  const sizes = Math.hypot(...from) * Math.hypot(...to);
  const cosine = from.reduce((sum, part, at) => sum + part * to[at]!, 0) / sizes;
  const sign = cosine < 0 ? -1 : 1;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const [a, b] =
    angle < 1e-6
      ? [1 - share, share]
      : [
          Math.sin((1 - share) * angle) / Math.sin(angle),
          Math.sin(share * angle) / Math.sin(angle),
        ];
  const mixed = from.map(
    (part, at) => (a * part) / Math.hypot(...from) + (b * sign * to[at]!) / Math.hypot(...to),
  );
  const size = Math.hypot(...mixed);
  return mixed.map((part) => part / size) as unknown as Quaternion;
}
