import type { Cells } from './cells.ts';
import { cellsQuadSampler } from './cells-quads.ts';
import { splineBelow } from './edge.ts';
import type { Lattice, LatticeSampler } from './lattice.ts';
import { isAnyLit } from './lit-blocks.ts';

/**
 * Largest shear of a lattice at which splines are treated as upright. The error (light that is lost
 * or counted twice) is proportional to the square of the shear.
 */
const MOST_SHEAR = 0.03;
/** Largest number of cells between neighbouring nodes at which cells are weighted one by one. */
const MOST_CELLS = 12;
/**
 * Capacity for cells under a spline: much more than needed on average, because a lattice is judged
 * at a few places only.
 */
const MOST_WEIGHTS = 64;

/**
 * Largest share of the nodes of a sheared lattice that may cover more than one cell for those nodes
 * to be averaged one by one.
 */
const FEW_BORDERS = 0.15;

/**
 * Averages of cells under the splines of a lattice. Where the lines of the lattice are nearly
 * parallel to the cells, cells are weighted with integrals of the spline along rows and columns.
 * Where the lattice is sheared, as near the rim of a fisheye picture, or cells are tiny, nodes that
 * cover more than one cell are weighted means of quadrilaterals of half a step around them. Where
 * most nodes are of that kind, as in a photograph, the mean over the quadrilateral around each node
 * is used instead, blurred until it has the width of the spline.
 */
export function cellsLatticeSampler(cells: Cells): LatticeSampler {
  const quads = cellsQuadSampler(cells);
  const scratch = { x: new Float64Array(MOST_WEIGHTS), y: new Float64Array(MOST_WEIGHTS) };
  return (lattice, out) => {
    if (isUpright(lattice, cells)) weighEach(cells, lattice, scratch, out);
    else if (!weighBorders(cells, quads, lattice, out)) blurQuads(quads, lattice, out);
  };
}

/**
 * Whether the lines of a lattice are nearly parallel to the cells, few cells apart; checked at its
 * corners and in its middle.
 */
export function isUpright(
  { rows, columns, x, y }: Lattice,
  cells: Pick<Cells, 'rows' | 'columns'>,
): boolean {
  const wide = columns + 2;
  for (const row of [1, (rows + 1) >> 1, rows]) {
    for (const column of [1, (columns + 1) >> 1, columns]) {
      const at = row * wide + column;
      const [ax, ay] = [x[at + 1]! - x[at - 1]!, y[at + 1]! - y[at - 1]!];
      const [bx, by] = [x[at + wide]! - x[at - wide]!, y[at + wide]! - y[at - wide]!];
      if (Math.abs(ay) > MOST_SHEAR * by || Math.abs(bx) > MOST_SHEAR * ax) return false;
      if (ax * cells.columns > 2 * MOST_CELLS || by * cells.rows > 2 * MOST_CELLS) return false;
    }
  }
  return true;
}

interface SplineWeights {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

function weighEach(
  { rows, columns, planes, lit }: Cells,
  lattice: Lattice,
  weights: SplineWeights,
  out: readonly Float32Array[],
): void {
  const { x, y } = lattice;
  const wide = lattice.columns + 2;
  for (let row = 0, to = 0; row < lattice.rows; row += 1) {
    for (
      let column = 0, at = (row + 1) * wide + 1;
      column < lattice.columns;
      column += 1, at += 1, to += 1
    ) {
      const across = ((x[at + 1]! - x[at - 1]!) * columns) / 2;
      const down = ((y[at + wide]! - y[at - wide]!) * rows) / 2;
      const placeX = x[at]! * columns;
      const placeY = y[at]! * rows;
      const firstColumn = Math.floor(placeX - 1.5 * across);
      const lastColumn = Math.floor(placeX + 1.5 * across);
      const firstRow = Math.floor(placeY - 1.5 * down);
      const lastRow = Math.floor(placeY + 1.5 * down);
      if (firstColumn >= columns || firstRow >= rows || lastColumn < 0 || lastRow < 0) {
        for (const plane of out) plane[to] = 0;
        continue;
      }
      const fromColumn = Math.max(0, firstColumn);
      const toColumn = Math.min(columns - 1, lastColumn);
      const fromRow = Math.max(0, firstRow);
      const toRow = Math.min(rows - 1, lastRow);
      if (lit && !isAnyLit(lit, fromRow, toRow, fromColumn, toColumn)) {
        for (const plane of out) plane[to] = 0;
        continue;
      }
      if (firstColumn === lastColumn && firstRow === lastRow) {
        for (let plane = 0; plane < planes.length; plane += 1)
          out[plane]![to] = planes[plane]![firstRow * columns + firstColumn]!;
        continue;
      }
      splineWeights(placeX, across, lastColumn - firstColumn, weights.x);
      splineWeights(placeY, down, lastRow - firstRow, weights.y);
      // Cells outside the scene are black.
      if (firstColumn < 0) weights.x.copyWithin(0, -firstColumn);
      if (firstRow < 0) weights.y.copyWithin(0, -firstRow);
      const window = {
        columns,
        first: fromRow * columns + fromColumn,
        wide: toColumn - fromColumn + 1,
        high: toRow - fromRow + 1,
      };
      const sum = window.wide <= 6 ? narrowSum : wideSum;
      for (let plane = 0; plane < planes.length; plane += 1)
        out[plane]![to] = sum(planes[plane]!, window, weights);
    }
  }
}

/** Neighbouring cells of a plane. */
interface Window {
  /** Columns of the plane. */
  readonly columns: number;
  /** Index of the first cell. */
  readonly first: number;
  /** Columns and rows of the window. */
  readonly wide: number;
  readonly high: number;
}

/** Weighted sum of a window of at most six columns, in half the time of `wideSum`, same bits. */
function narrowSum(
  values: Float32Array,
  { columns, first, wide, high }: Window,
  { x, y }: SplineWeights,
): number {
  const [a, b, c, d, e, f] = [x[0]!, x[1]!, x[2]!, x[3]!, x[4]!, x[5]!];
  let sum = 0;
  for (let row = 0, cell = first; row < high; row += 1, cell += columns) {
    let part = a * values[cell]!;
    if (wide > 1) part += b * values[cell + 1]!;
    if (wide > 2) part += c * values[cell + 2]!;
    if (wide > 3) part += d * values[cell + 3]!;
    if (wide > 4) part += e * values[cell + 4]!;
    if (wide > 5) part += f * values[cell + 5]!;
    sum += y[row]! * part;
  }
  return sum;
}

/** Weighted sum of a window. */
function wideSum(
  values: Float32Array,
  { columns, first, wide, high }: Window,
  { x, y }: SplineWeights,
): number {
  let sum = 0;
  for (let row = 0, line = first; row < high; row += 1, line += columns) {
    let part = 0;
    for (let column = 0; column < wide; column += 1) part += x[column]! * values[line + column]!;
    sum += y[row]! * part;
  }
  return sum;
}

/**
 * Integrals of the spline around a place in each cell that it touches. Cells have width 1; `more`
 * cells follow the first.
 */
function splineWeights(place: number, step: number, more: number, out: Float64Array): void {
  const first = Math.floor(place - 1.5 * step);
  let before = 0;
  for (let index = 0; index < more; index += 1) {
    const upTo = splineBelow((first + index + 1 - place) / step);
    out[index] = upTo - before;
    before = upTo;
  }
  out[more] = 1 - before;
}

/**
 * Offsets from a node to the corners of the quadrilaterals under its spline, in steps, and the
 * integral of the spline over each.
 */
const HALF_STEPS = [-1.5, -1, -0.5, 0, 0.5, 1, 1.5] as const;
const HALF_STEP_SHARES = HALF_STEPS.slice(1).map(
  (corner, i) => splineBelow(corner) - splineBelow(HALF_STEPS[i]!),
);

/**
 * Nodes that cover one cell get its value; the others are averaged over the quadrilaterals around
 * them.
 *
 * @returns false when there are too many of the others; `out` is then undefined.
 */
function weighBorders(
  cells: Cells,
  quads: ReturnType<typeof cellsQuadSampler>,
  lattice: Lattice,
  out: readonly Float32Array[],
): boolean {
  const { rows, columns, planes } = cells;
  const { x, y } = lattice;
  const wide = lattice.columns + 2;
  const most = FEW_BORDERS * lattice.rows * lattice.columns;
  const borders: number[] = [];
  for (let row = 0, to = 0; row < lattice.rows; row += 1) {
    for (let column = 0; column < lattice.columns; column += 1, to += 1) {
      const at = (row + 1) * wide + column + 1;
      const reachX = reachOf(x, at, wide) * columns;
      const reachY = reachOf(y, at, wide) * rows;
      const firstColumn = Math.floor(x[at]! * columns - reachX);
      const lastColumn = Math.floor(x[at]! * columns + reachX);
      const firstRow = Math.floor(y[at]! * rows - reachY);
      const lastRow = Math.floor(y[at]! * rows + reachY);
      const isOutside = firstColumn >= columns || firstRow >= rows || lastColumn < 0 || lastRow < 0;
      if (!isOutside && !isEven(cells, firstColumn, lastColumn, firstRow, lastRow)) {
        if (borders.push(at) > most) return false;
        continue;
      }
      const cell = firstRow * columns + firstColumn;
      for (let plane = 0; plane < planes.length; plane += 1)
        out[plane]![to] = isOutside ? 0 : planes[plane]![cell]!;
    }
  }
  const scratch = halfSteps(planes.length);
  for (const at of borders) weighHalfSteps(quads, lattice, at, scratch, out);
  return true;
}

/**
 * Largest number of cells that are compared; a node that covers more is assumed to cover different
 * ones.
 */
const MOST_COMPARED = 400;

/** Whether all cells of a rectangle have the same value; those outside the scene are black. */
function isEven(
  { rows, columns, planes }: Cells,
  firstColumn: number,
  lastColumn: number,
  firstRow: number,
  lastRow: number,
): boolean {
  if (firstColumn < 0 || firstRow < 0 || lastColumn >= columns || lastRow >= rows) return false;
  if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > MOST_COMPARED) return false;
  for (const plane of planes) {
    const value = plane[firstRow * columns + firstColumn]!;
    for (let row = firstRow; row <= lastRow; row += 1)
      for (let at = row * columns + firstColumn; at <= row * columns + lastColumn; at += 1)
        if (plane[at] !== value) return false;
  }
  return true;
}

/** Reach of the spline of a node in one coordinate. */
export const reachOf = (places: Float64Array, at: number, wide: number): number =>
  0.75 *
  (Math.abs(places[at + 1]! - places[at - 1]!) + Math.abs(places[at + wide]! - places[at - wide]!));

/** Quadrilaterals, and their corners, along one side of the square under the spline of a node. */
const SIDE = HALF_STEP_SHARES.length;
const CORNERS = HALF_STEPS.length;

/** Corners of the quadrilaterals under the spline of a node, and the means over them. */
interface HalfSteps {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly means: readonly Float32Array[];
}

const halfSteps = (planes: number): HalfSteps => ({
  x: new Float64Array(CORNERS * CORNERS),
  y: new Float64Array(CORNERS * CORNERS),
  means: Array.from({ length: planes }, () => new Float32Array(SIDE * SIDE)),
});

/** Averages one node over the quadrilaterals of half a step under its spline. */
function weighHalfSteps(
  quads: ReturnType<typeof cellsQuadSampler>,
  { columns, x, y }: Lattice,
  at: number,
  scratch: HalfSteps,
  out: readonly Float32Array[],
): void {
  const wide = columns + 2;
  placeCorners(x, at, wide, scratch.x);
  placeCorners(y, at, wide, scratch.y);
  quads({ rows: SIDE, columns: SIDE, x: scratch.x, y: scratch.y }, scratch.means);
  const to = (Math.floor(at / wide) - 1) * columns + (at % wide) - 1;
  for (let plane = 0; plane < out.length; plane += 1) {
    const means = scratch.means[plane]!;
    let sum = 0;
    for (let row = 0, i = 0; row < SIDE; row += 1)
      for (let column = 0; column < SIDE; column += 1, i += 1)
        sum += means[i]! * HALF_STEP_SHARES[column]! * HALF_STEP_SHARES[row]!;
    out[plane]![to] = sum;
  }
}

/** One coordinate of the corners around a node. */
function placeCorners(places: Float64Array, at: number, wide: number, out: Float64Array): void {
  const across = (places[at + 1]! - places[at - 1]!) / 2;
  const down = (places[at + wide]! - places[at - wide]!) / 2;
  for (let row = 0, corner = 0; row < CORNERS; row += 1)
    for (let column = 0; column < CORNERS; column += 1, corner += 1)
      out[corner] = places[at]! + HALF_STEPS[column]! * across + HALF_STEPS[row]! * down;
}

/**
 * Weight of each neighbour in a blur that turns a box into nearly a spline: both then have the same
 * second moment.
 */
const NEIGHBOUR = 1 / 12;

/** Means over the quadrilaterals around the nodes, blurred along both directions. */
function blurQuads(
  quads: ReturnType<typeof cellsQuadSampler>,
  { rows, columns, x, y }: Lattice,
  out: readonly Float32Array[],
): void {
  const [highs, wides] = [rows + 2, columns + 2];
  const grid = {
    rows: highs,
    columns: wides,
    x: between(x, highs, wides),
    y: between(y, highs, wides),
  };
  const means = out.map(() => new Float32Array(highs * wides));
  quads(grid, means);
  const middle = 1 - 2 * NEIGHBOUR;
  for (const [plane, mean] of means.entries()) {
    const target = out[plane]!;
    for (let row = 0, to = 0; row < rows; row += 1) {
      for (
        let column = 0, at = (row + 1) * wides + 1;
        column < columns;
        column += 1, at += 1, to += 1
      ) {
        const line = (place: number): number =>
          middle * mean[place]! + NEIGHBOUR * (mean[place - 1]! + mean[place + 1]!);
        target[to] = middle * line(at) + NEIGHBOUR * (line(at - wides) + line(at + wides));
      }
    }
  }
}

/**
 * Corners half-way between nodes, and as far beyond the outermost ones: (rows + 1) x (columns + 1).
 */
function between(places: Float64Array, rows: number, columns: number): Float64Array {
  const corners = new Float64Array((rows + 1) * (columns + 1));
  /** Coordinate of a node, extrapolated linearly by one node beyond the lattice. */
  const along = (row: number, column: number): number => {
    const line = row * columns;
    if (column < 0) return 2 * places[line]! - places[line + 1]!;
    if (column >= columns) return 2 * places[line + columns - 1]! - places[line + columns - 2]!;
    return places[line + column]!;
  };
  const placeAt = (row: number, column: number): number => {
    if (row < 0) return 2 * along(0, column) - along(1, column);
    if (row >= rows) return 2 * along(rows - 1, column) - along(rows - 2, column);
    return along(row, column);
  };
  for (let row = 0, at = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1, at += 1)
      corners[at] =
        (placeAt(row - 1, column - 1) +
          placeAt(row - 1, column) +
          placeAt(row, column - 1) +
          placeAt(row, column)) /
        4;
  return corners;
}
