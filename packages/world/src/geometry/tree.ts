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
    enclose(bounds, order, first, last, boxes.subarray(6 * node, 6 * node + 6));
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

function enclose(
  bounds: Float64Array,
  order: Uint32Array,
  first: number,
  last: number,
  out: Float64Array,
): void {
  out.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  for (let i = first; i < last; i += 1) {
    const at = 6 * order[i]!;
    for (let axis = 0; axis < 3; axis += 1) {
      if (bounds[at + axis]! < out[axis]!) out[axis] = bounds[at + axis]!;
      if (bounds[at + 3 + axis]! > out[3 + axis]!) out[3 + axis] = bounds[at + 3 + axis]!;
    }
  }
}

const halfArea = (box: Float64Array, at: number): number => {
  const [x, y, z] = [
    box[at + 3]! - box[at]!,
    box[at + 4]! - box[at + 1]!,
    box[at + 5]! - box[at + 2]!,
  ];
  return x >= 0 ? x * y + y * z + z * x : 0;
};

const counts = new Float64Array(BINS);
const binBoxes = new Float64Array(6 * BINS);
const swept = new Float64Array(6);
const rightCost = new Float64Array(BINS);

/** Sorts entries to both sides of the best plane, and gives the first of the right side. */
function partition(
  bounds: Float64Array,
  order: Uint32Array,
  first: number,
  last: number,
): number | undefined {
  let best = { cost: Infinity, axis: -1, bin: 0, low: 0, scale: 0 };
  for (let axis = 0; axis < 3; axis += 1) {
    let [low, high] = [Infinity, -Infinity];
    for (let i = first; i < last; i += 1) {
      const middle = bounds[6 * order[i]! + axis]! + bounds[6 * order[i]! + 3 + axis]!;
      if (middle < low) low = middle;
      if (middle > high) high = middle;
    }
    if (!(high > low)) continue;
    const scale = (BINS * (1 - 1e-9)) / (high - low);
    fillBins(bounds, order.subarray(first, last), axis, low, scale);
    const [cost, bin] = bestBin();
    if (cost < best.cost) best = { cost, axis, bin, low, scale };
  }
  if (best.axis < 0) return undefined;
  const { axis, bin, low, scale } = best;
  let [left, right] = [first, last - 1];
  while (left <= right) {
    const at = 6 * order[left]!;
    const middle = bounds[at + axis]! + bounds[at + 3 + axis]!;
    if (Math.floor((middle - low) * scale) < bin) left += 1;
    else {
      const other = order[left]!;
      order[left] = order[right]!;
      order[right] = other;
      right -= 1;
    }
  }
  return left === first || left === last ? undefined : left;
}

function fillBins(
  bounds: Float64Array,
  entries: Uint32Array,
  axis: number,
  low: number,
  scale: number,
): void {
  counts.fill(0);
  for (let bin = 0; bin < BINS; bin += 1)
    binBoxes.fill(Infinity, 6 * bin, 6 * bin + 3).fill(-Infinity, 6 * bin + 3, 6 * bin + 6);
  for (const entry of entries) {
    const at = 6 * entry;
    const bin = Math.floor((bounds[at + axis]! + bounds[at + 3 + axis]! - low) * scale);
    counts[bin]! += 1;
    grow(binBoxes, 6 * bin, bounds, at);
  }
}

function grow(into: Float64Array, to: number, from: Float64Array, at: number): void {
  for (let k = 0; k < 3; k += 1) {
    if (from[at + k]! < into[to + k]!) into[to + k] = from[at + k]!;
    if (from[at + 3 + k]! > into[to + 3 + k]!) into[to + 3 + k] = from[at + 3 + k]!;
  }
}

function bestBin(): readonly [cost: number, bin: number] {
  swept.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  let count = 0;
  for (let bin = BINS - 1; bin > 0; bin -= 1) {
    grow(swept, 0, binBoxes, 6 * bin);
    count += counts[bin]!;
    rightCost[bin] = count * halfArea(swept, 0);
  }
  swept.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  count = 0;
  let [cost, best] = [Infinity, 1];
  for (let bin = 1; bin < BINS; bin += 1) {
    grow(swept, 0, binBoxes, 6 * (bin - 1));
    count += counts[bin - 1]!;
    const sum = count * halfArea(swept, 0) + rightCost[bin]!;
    if (count > 0 && sum < cost) [cost, best] = [sum, bin];
  }
  return [cost, best];
}
