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

/** Of one walk. */
export type Stack = Float64Array;
export const newStack = (): Stack => new Float64Array(2 * MOST_DEPTH);

/**
 * Where a ray enters a box, or Infinity where it passes it.
 *
 * A ray in the plane of a side gives NaN, which comparisons pass over.
 */
function entryOf(
  boxes: Float64Array,
  at: number,
  ray: Ray,
  inverse: readonly [number, number, number],
): number {
  const [ox, oy, oz] = [ray[0]!, ray[1]!, ray[2]!];
  const [ix, iy, iz] = inverse;
  let [near, far] = [ray[6]!, ray[7]!];
  const [nearX, nearY, nearZ] = [
    ix < 0 ? at + 3 : at,
    iy < 0 ? at + 4 : at + 1,
    iz < 0 ? at + 5 : at + 2,
  ];
  const x = (boxes[nearX]! - ox) * ix;
  if (near < x) near = x;
  const y = (boxes[nearY]! - oy) * iy;
  if (near < y) near = y;
  const z = (boxes[nearZ]! - oz) * iz;
  if (near < z) near = z;
  const farX = (boxes[2 * at + 3 - nearX]! - ox) * ix;
  if (farX < far) far = farX;
  const farY = (boxes[2 * at + 5 - nearY]! - oy) * iy;
  if (farY < far) far = farY;
  const farZ = (boxes[2 * at + 7 - nearZ]! - oz) * iz;
  if (farZ < far) far = farZ;
  return near <= far * (1 + 1e-12) ? near : Infinity;
}

/** Visits the entries whose boxes the ray meets, near boxes first. */
export function walk(tree: Tree, ray: Ray, stack: Stack, visitor: Visitor): void {
  const { boxes, links, order } = tree;
  const inverse = [1 / ray[3]!, 1 / ray[4]!, 1 / ray[5]!] as const;
  let node = 0;
  let depth = 0;
  if (entryOf(boxes, 0, ray, inverse) === Infinity) return;
  while (true) {
    const first = links[2 * node]!;
    const count = links[2 * node + 1]!;
    if (count > 0) {
      for (let i = first; i < first + count; i += 1) visitor.visit(order[i]!);
    } else if (first > 0) {
      const left = node + 1;
      const nearLeft = entryOf(boxes, 6 * left, ray, inverse);
      const nearRight = entryOf(boxes, 6 * first, ray, inverse);
      const isLeftFirst = nearLeft <= nearRight;
      const far = isLeftFirst ? nearRight : nearLeft;
      if ((isLeftFirst ? nearLeft : nearRight) < Infinity) {
        if (far < Infinity) {
          stack[2 * depth] = isLeftFirst ? first : left;
          stack[2 * depth + 1] = far;
          depth += 1;
        }
        node = isLeftFirst ? left : first;
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
