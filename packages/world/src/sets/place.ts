import { refuseAt } from '../document/problem.ts';
import type { World, WorldObject } from '../document/read-world.ts';
import type { ObjectKeys, Quaternion, Vector } from '../document/world-document.ts';
import { PosedWorld, boundsOf } from '../geometry/posed-world.ts';
import { noBounds, widen } from '../geometry/mesh.ts';
import { ofQuaternion, times, type Matrix } from '../pose/matrix.ts';
import { turnedBy } from '../pose/pose.ts';
import type { Draws } from './draw.ts';

/** One entry of `place` (docs/reference/world.md#w10). */
export interface Placement {
  readonly objects: readonly string[];
  readonly count?: number | readonly [number, number] | undefined;
  readonly on: string;
  readonly inside?: readonly [number, number] | undefined;
  readonly gap: number;
  readonly turn: 'none' | 'up' | 'free';
  readonly tries: number;
}

/** Where an object was put. */
export interface PlacedObject {
  readonly object: string;
  readonly position: Vector;
  readonly degrees: Vector;
}

/** What is upward enough to stand on, by the vertical part of its normal. */
const UPWARD = 0.7;
const DEGREES = 180 / Math.PI;

interface Circle {
  readonly x: number;
  readonly z: number;
  readonly radius: number;
}

/**
 * Puts objects on others.
 *
 * @returns where they stand, those that are left out, and for how many no place was found.
 * @throws SimulationError for objects that there are not, or that have a parent.
 */
export function placedObjects(
  world: World,
  place: readonly Placement[],
  draws: Draws,
): {
  readonly placed: readonly PlacedObject[];
  readonly left: readonly string[];
  readonly failed: number;
} {
  const placed: PlacedObject[] = [];
  const left: string[] = [];
  const circles: Circle[] = [];
  let failed = 0;
  for (const [index, entry] of place.entries()) {
    const on = ground(objectNamed(world, entry.on, `place[${index}].on`), world);
    const count = countOf(entry, draws);
    for (const [at, name] of entry.objects.entries()) {
      const where = `place[${index}].objects[${at}]`;
      const object = objectNamed(world, name, where);
      if (object.keys.parent !== undefined || object.keys.matrix || object.keys.lookAt)
        refuseAt(where, `${where}: ${name} must not have a parent, a matrix or lookAt.`);
      const found = at < count ? standing(object, entry, { world, on, circles, draws }) : undefined;
      if (found) {
        placed.push(found.placed);
        circles.push(found.circle);
      } else left.push(name);
      if (at < count && !found) failed += 1;
    }
  }
  return { placed, left, failed };
}

function objectNamed(world: World, name: string, place: string): WorldObject {
  return (
    world.objects.find(({ keys }) => keys.name === name) ??
    refuseAt(place, `${place}: the world has no objects.${name.slice(0, 100)}.`)
  );
}

function countOf({ objects, count = objects.length }: Placement, draws: Draws): number {
  if (typeof count === 'number') return Math.min(count, objects.length);
  const [least, most] = [Math.min(...count), Math.max(...count)];
  return Math.min(objects.length, least + Math.floor(draws.next() * (most - least + 1)));
}

/** An object alone, on which others are put. */
function ground(object: WorldObject, world: World) {
  const posed = new PosedWorld({ ...world, objects: [object] });
  const { low, high } = posed.bounds;
  return {
    posed,
    middle: [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2] as const,
    size: [high[0] - low[0], high[2] - low[2]] as const,
    above: high[1] + 1,
  };
}

interface Room {
  readonly world: World;
  readonly on: ReturnType<typeof ground>;
  readonly circles: readonly Circle[];
  readonly draws: Draws;
}

/** Looks for a place of an object; undefined where none was found. */
function standing(
  object: WorldObject,
  { inside, gap, turn, tries }: Placement,
  { world, on, circles, draws }: Room,
): { readonly placed: PlacedObject; readonly circle: Circle } | undefined {
  const [width, depth] = inside ?? on.size;
  const own = turnOf(object.keys);
  const upright = extentOf(world, object, own);
  for (let round = 0; round < tries; round += 1) {
    const x = on.middle[0] + (draws.next() - 0.5) * width;
    const z = on.middle[1] + (draws.next() - 0.5) * depth;
    const way = times(turned(turn, draws), own);
    const floor = floorAt(on, x, z);
    // Even by area: a slope has more of it than its ground.
    if (!floor || draws.next() * floor.upward > UPWARD) continue;
    const box = turn === 'none' ? upright : extentOf(world, object, way);
    const { radius } = turn === 'free' ? box : upright;
    const isFree = circles.every(
      (other) => Math.hypot(other.x - x, other.z - z) >= other.radius + radius + gap,
    );
    if (!isFree) continue;
    return {
      circle: { x, z, radius },
      placed: {
        object: object.keys.name,
        position: [x - box.middle[0], floor.y - box.low, z - box.middle[1]],
        degrees: degreesOf(way),
      },
    };
  }
  return undefined;
}

/** The uppermost surface above a point of the ground that is upward enough. */
function floorAt({ posed, above }: Room['on'], x: number, z: number) {
  const [from, down]: [Vector, Vector] = [
    [x, above, z],
    [0, -1, 0],
  ];
  const hit = posed.meet(from, down, 0);
  if (!hit) return undefined;
  const { position, geometric } = posed.surfaceAt(hit, from, down);
  const upward = Math.abs(geometric[1]);
  return upward > UPWARD ? { y: position[1], upward } : undefined;
}

/** The box of an object that is turned so and stands at the origin. */
function extentOf(world: World, object: WorldObject, turn: Matrix) {
  const { position: _, degrees: __, rotation: ___, ...keys } = object.keys;
  const degrees = degreesOf(turn);
  const posed = new PosedWorld({
    ...world,
    document: {
      ...world.document,
      objects: [{ ...keys, degrees, visible: true }],
    },
    objects: [{ ...object, keys: { ...keys, degrees, visible: true } }],
  });
  const bounds = noBounds();
  for (const part of posed.placed) {
    const { low, high } = boundsOf(part);
    widen(bounds, low);
    widen(bounds, high);
  }
  const { low, high } = bounds;
  return {
    low: low[1],
    middle: [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2] as const,
    radius: Math.hypot(high[0] - low[0], high[2] - low[2]) / 2,
  };
}

function turnOf({ degrees = [0, 0, 0], rotation }: ObjectKeys): Matrix {
  if (!rotation) return turnedBy(degrees);
  const size = Math.hypot(...rotation);
  return ofQuaternion(rotation.map((part) => part / size) as unknown as Quaternion);
}

/** A drawn turn: none, about the vertical, or any with the same chance. */
function turned(turn: Placement['turn'], draws: Draws): Matrix {
  if (turn === 'none') return turnedBy([0, 0, 0]);
  if (turn === 'up') return turnedBy([0, 360 * draws.next(), 0]);
  // Shoemake: Uniform random rotations, Graphics Gems III.
  const [u, v, w] = [draws.next(), 2 * Math.PI * draws.next(), 2 * Math.PI * draws.next()];
  const [a, b] = [Math.sqrt(1 - u), Math.sqrt(u)];
  return ofQuaternion([a * Math.sin(v), a * Math.cos(v), b * Math.sin(w), b * Math.cos(w)]);
}

/** Degrees about the fixed axes x, then y, then z, of a turn. */
function degreesOf(m: Matrix): Vector {
  const b = Math.asin(Math.max(-1, Math.min(1, -m[2]!)));
  // Straight up or down the first angle and the third are one.
  const isLocked = Math.abs(m[2]!) > 1 - 1e-12;
  const a = isLocked ? Math.atan2(-m[9]!, m[5]!) : Math.atan2(m[6]!, m[10]!);
  const c = isLocked ? 0 : Math.atan2(m[1]!, m[0]!);
  return [a * DEGREES, b * DEGREES, c * DEGREES];
}
