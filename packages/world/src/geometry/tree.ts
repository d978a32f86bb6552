/**
 * A tree of boxes, split where the cost of a ray is least (binned surface area heuristic).
 *
 * @see Wald: On fast construction of SAH-based bounding volume hierarchies, 2007.
 */
export interface Tree {
  /** Per node: low x, y, z, high x, y, z. */
  readonly boxes: Float64Array;
  /**
   * Per node: first entry and count of a leaf; or the right child and 0, where the left child
   * is the next node.
   */
  readonly links: Int32Array;
  /** The boxes that were given, in the order of the leaves. */
  readonly order: Uint32Array;
}

const BINS = 16;
/** Bins of few entries: planes between so few need not be looked at more closely. */
const binsOf = (entries: number): number => (entries >= 64 ? BINS : entries >= 16 ? 8 : 5);
const LEAF = 4;
/** Deep enough for 5e6 triangles; a stack of rays has this many places. */
export const MOST_DEPTH = 64;

/** @param bounds low x, y, z, high x, y, z of each box. */
export function buildTree(bounds: Float64Array): Tree {
  const count = bounds.length / 6;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const boxes = new Float64Array(6 * Math.max(1, 2 * count));
  const links = new Int32Array(2 * Math.max(1, 2 * count));
  let nodes = 0;

  const place = (first: number, last: number, depth: number): number => {
    const node = nodes;
    nodes += 1;
    enclose(bounds, order, first, last);
    boxes.set(around, 6 * node);
    const split =
      last - first <= LEAF || depth >= MOST_DEPTH - 2
        ? undefined
        : partition(bounds, order, first, last);
    if (split === undefined) {
      links[2 * node] = first;
      links[2 * node + 1] = last - first;
      return node;
    }
    place(first, split, depth + 1);
    links[2 * node] = place(split, last, depth + 1);
    links[2 * node + 1] = 0;
    return node;
  };
  if (count > 0) place(0, count, 0);
  else boxes.set([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  return {
    boxes: boxes.slice(0, 6 * Math.max(1, nodes)),
    links: links.slice(0, 2 * Math.max(1, nodes)),
    order,
  };
}

/** Of a node: its box, and the box of twice the middles of its entries. */
const around = new Float64Array(6);
const middles = new Float64Array(6);

function enclose(bounds: Float64Array, order: Uint32Array, first: number, last: number): void {
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high, least, most] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = first; i < last; i += 1) {
      const at = 6 * order[i]! + axis;
      const from = bounds[at]!;
      const to = bounds[at + 3]!;
      const middle = from + to;
      if (from < low) low = from;
      if (to > high) high = to;
      if (middle < least) least = middle;
      if (middle > most) most = middle;
    }
    around[axis] = low;
    around[3 + axis] = high;
    middles[axis] = least;
    middles[3 + axis] = most;
  }
}

const counts = new Int32Array(BINS);
const binBoxes = new Float64Array(6 * BINS);
const rightCost = new Float64Array(BINS);
/** Cost and place of the best plane of an axis. */
const plane = { cost: Infinity, bin: 0 };

/** Sorts entries to both sides of the best plane, and gives the first of the right side. */
function partition(
  bounds: Float64Array,
  order: Uint32Array,
  first: number,
  last: number,
): number | undefined {
  const bins = binsOf(last - first);
  let [cost, axis, bin] = [Infinity, -1, 0];
  for (let one = 0; one < 3; one += 1) {
    if (!(middles[3 + one]! > middles[one]!)) continue;
    fillBins(bounds, order, { first, last, axis: one, bins });
    findPlane(bins);
    if (plane.cost < cost) [cost, axis, bin] = [plane.cost, one, plane.bin];
  }
  if (axis < 0) return undefined;
  const low = middles[axis]!;
  const scale = scaleOf(axis, bins);
  let [left, right] = [first, last - 1];
  while (left <= right) {
    const at = 6 * order[left]! + axis;
    if (Math.floor((bounds[at]! + bounds[at + 3]! - low) * scale) < bin) left += 1;
    else {
      const other = order[left]!;
      order[left] = order[right]!;
      order[right] = other;
      right -= 1;
    }
  }
  return left === first || left === last ? undefined : left;
}

const scaleOf = (axis: number, bins: number): number =>
  (bins * (1 - 1e-9)) / (middles[3 + axis]! - middles[axis]!);

function fillBins(
  bounds: Float64Array,
  order: Uint32Array,
  {
    first,
    last,
    axis,
    bins,
  }: {
    readonly first: number;
    readonly last: number;
    readonly axis: number;
    readonly bins: number;
  },
): void {
  const low = middles[axis]!;
  const scale = scaleOf(axis, bins);
  for (let bin = 0; bin < bins; bin += 1) {
    counts[bin] = 0;
    for (let k = 0; k < 3; k += 1) {
      binBoxes[6 * bin + k] = Infinity;
      binBoxes[6 * bin + 3 + k] = -Infinity;
    }
  }
  for (let i = first; i < last; i += 1) {
    const at = 6 * order[i]!;
    const bin = ((bounds[at + axis]! + bounds[at + 3 + axis]! - low) * scale) | 0;
    const to = 6 * bin;
    counts[bin]! += 1;
    if (bounds[at]! < binBoxes[to]!) binBoxes[to] = bounds[at]!;
    if (bounds[at + 1]! < binBoxes[to + 1]!) binBoxes[to + 1] = bounds[at + 1]!;
    if (bounds[at + 2]! < binBoxes[to + 2]!) binBoxes[to + 2] = bounds[at + 2]!;
    if (bounds[at + 3]! > binBoxes[to + 3]!) binBoxes[to + 3] = bounds[at + 3]!;
    if (bounds[at + 4]! > binBoxes[to + 4]!) binBoxes[to + 4] = bounds[at + 4]!;
    if (bounds[at + 5]! > binBoxes[to + 5]!) binBoxes[to + 5] = bounds[at + 5]!;
  }
}

/** Finds the best plane between two bins, by the areas on both sides. */
function findPlane(bins: number): void {
  let count = 0;
  let [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const cost = (at: number): number => {
    if (binBoxes[at]! < x0) x0 = binBoxes[at]!;
    if (binBoxes[at + 1]! < y0) y0 = binBoxes[at + 1]!;
    if (binBoxes[at + 2]! < z0) z0 = binBoxes[at + 2]!;
    if (binBoxes[at + 3]! > x1) x1 = binBoxes[at + 3]!;
    if (binBoxes[at + 4]! > y1) y1 = binBoxes[at + 4]!;
    if (binBoxes[at + 5]! > z1) z1 = binBoxes[at + 5]!;
    const [x, y, z] = [x1 - x0, y1 - y0, z1 - z0];
    return x >= 0 ? count * (x * y + y * z + z * x) : 0;
  };
  for (let bin = bins - 1; bin > 0; bin -= 1) {
    count += counts[bin]!;
    rightCost[bin] = cost(6 * bin);
  }
  count = 0;
  [x0, y0, z0, x1, y1, z1] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  plane.cost = Infinity;
  for (let bin = 1; bin < bins; bin += 1) {
    count += counts[bin - 1]!;
    const sum = cost(6 * bin - 6) + rightCost[bin]!;
    if (count > 0 && sum < plane.cost) {
      plane.cost = sum;
      plane.bin = bin;
    }
  }
}
