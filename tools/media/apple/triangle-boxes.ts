import type { Mesh } from './mesh.ts';

/** Most triangles in a leaf. */
const LEAF_SIZE = 3;

/** A binary tree of axis-parallel boxes over triangles, as flat arrays. Node 0 is the root. */
export interface TriangleBoxes {
  /** Per node: lowest x, y, z, highest x, y, z. */
  readonly boxes: Float64Array;
  /**
   * Per node: the first child, which the second follows, or, for a leaf, its first place in
   * `order`.
   */
  readonly starts: Int32Array;
  /** Per node: number of triangles in a leaf, 0 for an inner node. */
  readonly sizes: Int32Array;
  /** Triangles, by number, leaf after leaf. */
  readonly order: Int32Array;
  /** Per triangle: x, y, z of its three corners. */
  readonly corners: Float64Array;
}

/**
 * Builds the tree by splitting at the median of the longest side of the box of the triangles'
 * centres.
 */
export function boxTriangles(mesh: Mesh): TriangleBoxes {
  const { corners, centres } = cornersOf(mesh);
  const count = centres.length / 3;
  const order = Array.from({ length: count }, (_, index) => index);
  const boxes: number[] = [];
  const starts: number[] = [];
  const sizes: number[] = [];

  function addNode(): number {
    boxes.push(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
    starts.push(0);
    sizes.push(0);
    return sizes.length - 1;
  }

  function build(node: number, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      for (let at = 0; at < 9; at++) {
        const value = corners[order[i]! * 9 + at]!;
        const low = node * 6 + (at % 3);
        boxes[low] = Math.min(boxes[low]!, value);
        boxes[low + 3] = Math.max(boxes[low + 3]!, value);
      }
    }
    if (to - from <= LEAF_SIZE) {
      starts[node] = from;
      sizes[node] = to - from;
      return;
    }
    const part = order.slice(from, to);
    const axis = longestAxis(centres, part);
    part.sort((a, b) => centres[a * 3 + axis]! - centres[b * 3 + axis]! || a - b);
    for (let i = from; i < to; i++) order[i] = part[i - from]!;
    const middle = (from + to) >> 1;
    const left = addNode();
    const right = addNode();
    starts[node] = left;
    build(left, from, middle);
    build(right, middle, to);
  }

  build(addNode(), 0, count);
  return {
    boxes: Float64Array.from(boxes),
    starts: Int32Array.from(starts),
    sizes: Int32Array.from(sizes),
    order: Int32Array.from(order),
    corners,
  };
}

/** Corners and centre of every triangle. */
function cornersOf({ positions, triangles }: Mesh) {
  const count = triangles.length / 3;
  const corners = new Float64Array(count * 9);
  const centres = new Float64Array(count * 3);
  for (let triangle = 0; triangle < count; triangle++) {
    for (let corner = 0; corner < 3; corner++) {
      const point = triangles[triangle * 3 + corner]!;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[point * 3 + axis]!;
        corners[triangle * 9 + corner * 3 + axis] = value;
        centres[triangle * 3 + axis]! += value / 3;
      }
    }
  }
  return { corners, centres };
}

/** 0, 1 or 2: the axis along which the triangles' centres lie farthest apart. */
function longestAxis(centres: Float64Array, triangles: readonly number[]): number {
  const spans = [0, 1, 2].map((axis) => {
    const values = triangles.map((triangle) => centres[triangle * 3 + axis]!);
    return (
      values.reduce((most, value) => Math.max(most, value), -Infinity) -
      values.reduce((least, value) => Math.min(least, value), Infinity)
    );
  });
  return spans.indexOf(Math.max(...spans));
}
