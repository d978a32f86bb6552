import { MOST_DEPTH, type Tree } from './tree.ts';

/** Origin, direction, least and greatest distance, in lengths of the direction. */
export type Ray = Float64Array;

export const newRay = (): Ray => new Float64Array(8);

export function setRay(
  ray: Ray,
  origin: readonly [number, number, number],
  direction: readonly [number, number, number],
  from: number,
  to: number,
): Ray {
  ray[0] = origin[0];
  ray[1] = origin[1];
  ray[2] = origin[2];
  ray[3] = direction[0];
  ray[4] = direction[1];
  ray[5] = direction[2];
  ray[6] = from;
  ray[7] = to;
  return ray;
}

/** What a walk through a tree does at an entry; it may shorten the ray. */
export interface Visitor {
  visit(entry: number): void;
}

/** One for each level of trees that are walked at a time. */
export type Stack = Float64Array;
export const newStack = (): Stack => new Float64Array(2 * MOST_DEPTH);

/** Visits the entries whose boxes the ray meets, near boxes first. */
export function walk(tree: Tree, ray: Ray, stack: Stack, visitor: Visitor): void {
  const { boxes, links, order } = tree;
  const [ox, oy, oz] = [ray[0]!, ray[1]!, ray[2]!];
  const [ix, iy, iz] = [1 / ray[3]!, 1 / ray[4]!, 1 / ray[5]!];
  const from = ray[6]!;

  const enter = (node: number): number => {
    const at = 6 * node;
    let [near, far] = [from, ray[7]!];
    for (let axis = 0; axis < 3; axis += 1) {
      const [origin, inverse] = axis === 0 ? [ox, ix] : axis === 1 ? [oy, iy] : [oz, iz];
      const a = (boxes[at + axis]! - origin) * inverse;
      const b = (boxes[at + 3 + axis]! - origin) * inverse;
      // A ray in the plane of a side gives NaN, which both comparisons pass over.
      if (a < b) {
        if (a > near) near = a;
        if (b < far) far = b;
      } else {
        if (b > near) near = b;
        if (a < far) far = a;
      }
    }
    return near <= far * (1 + 1e-12) ? near : Infinity;
  };

  let [node, depth] = [0, 0];
  if (enter(0) === Infinity) return;
  while (true) {
    const count = links[2 * node + 1]!;
    if (count > 0) {
      const first = links[2 * node]!;
      for (let i = first; i < first + count; i += 1) visitor.visit(order[i]!);
    } else if (links[2 * node]! > 0) {
      const [left, right] = [node + 1, links[2 * node]!];
      const [nearLeft, nearRight] = [enter(left), enter(right)];
      const isLeftFirst = nearLeft <= nearRight;
      const [near, next] = isLeftFirst ? [nearLeft, left] : [nearRight, right];
      const [far, later] = isLeftFirst ? [nearRight, right] : [nearLeft, left];
      if (near < Infinity) {
        if (far < Infinity) {
          stack[2 * depth] = later;
          stack[2 * depth + 1] = far;
          depth += 1;
        }
        node = next;
        continue;
      }
    }
    do {
      if (depth === 0) return;
      depth -= 1;
    } while (stack[2 * depth + 1]! > ray[7]!);
    node = stack[2 * depth]!;
  }
}
