import type { Cells } from './cells.ts';
import type { QuadGrid, QuadSampler } from './quad-grid.ts';

/**
 * Exact area averages of cells over quadrilaterals, by Green's theorem: the integral over an area
 * is the integral of F dy around it, where F(x, y) is the integral of the cells from the left up to
 * x. Along a straight side F is linear between cell borders, so the value in the middle of each
 * piece gives its integral exactly. Each side is integrated once for both of its neighbours.
 */
export function cellsQuadSampler(cells: Cells): QuadSampler {
  const { rows, columns, planes } = cells;
  // Grids of the same place by different maps touch nearly the same cells, so the sums of one are
  // reused for the next.
  let summed: { readonly bounds: Bounds; readonly integral: SideIntegral } | undefined;
  return (grid, out) => {
    const x = scaled(grid.x, columns);
    const y = scaled(grid.y, rows);
    const bounds = boundsOf(rows, columns, x, y, 0);
    if (!bounds) {
      for (const plane of out) plane.fill(0);
      return;
    }
    if (!summed || !holds(summed.bounds, bounds)) {
      const wider = boundsOf(rows, columns, x, y, MARGIN) ?? bounds;
      summed = { bounds: wider, integral: sideIntegral(planes, columns, wider) };
    }
    const inCells = { ...grid, x, y };
    if (areCellsLarge(inCells)) averageEach(cells, inCells, summed.integral, out);
    else averageSharing(planes.length, inCells, summed.integral, out);
  };
}

/**
 * Cells around a grid that are summed in addition, because the next grid may reach a little
 * farther.
 */
const MARGIN = 2;

function scaled(values: Float64Array, by: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i += 1) out[i] = values[i]! * by;
  return out;
}

/**
 * Whether most quadrilaterals lie inside a single cell; then it is faster to check that before
 * integrating.
 */
function areCellsLarge({ rows, columns, x, y }: QuadGrid): boolean {
  const last = x.length - 1;
  const size = Math.max(Math.abs(x[last]! - x[0]!) / columns, Math.abs(y[last]! - y[0]!) / rows);
  return size < LARGE_CELL;
}

/**
 * Ratio of the side of a quadrilateral to the side of a cell at which nine of ten quadrilaterals
 * lie inside a single cell.
 */
const LARGE_CELL = 0.05;

/**
 * Quadrilateral by quadrilateral: one inside a single cell gets its value; the others integrate all
 * their sides, exactly as their neighbours do.
 */
function averageEach(
  { planes, rows, columns }: Cells,
  grid: QuadGrid,
  integral: SideIntegral,
  out: readonly Float32Array[],
): void {
  const { x, y } = grid;
  const count = planes.length;
  const wide = grid.columns + 1;
  const sum = new Float64Array(count);
  const sides = new Float64Array(count);
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      const to = row * grid.columns + column;
      const [cellX, cellY] = [Math.floor(x[a]!), Math.floor(y[a]!)];
      if (
        Math.floor(x[a + 1]!) === cellX &&
        Math.floor(x[b]!) === cellX &&
        Math.floor(x[b + 1]!) === cellX &&
        Math.floor(y[a + 1]!) === cellY &&
        Math.floor(y[b]!) === cellY &&
        Math.floor(y[b + 1]!) === cellY
      ) {
        const isInside = cellX >= 0 && cellX < columns && cellY >= 0 && cellY < rows;
        for (let plane = 0; plane < count; plane += 1)
          out[plane]![to] = isInside ? planes[plane]![cellY * columns + cellX]! : 0;
        continue;
      }
      sum.fill(0);
      sides.fill(0);
      integral(grid, a, a + 1, sum, 0);
      integral(grid, a + 1, b + 1, sum, 0);
      integral(grid, b, b + 1, sides, 0);
      integral(grid, a, b, sides, 0);
      const area = areaOf(x, y, a, b);
      for (let plane = 0; plane < count; plane += 1)
        out[plane]![to] = area > 0 ? (sum[plane]! - sides[plane]!) / area : 0;
    }
  }
}

/** Row by row: each side is integrated once for both of its neighbours. */
function averageSharing(
  count: number,
  grid: QuadGrid,
  integral: SideIntegral,
  out: readonly Float32Array[],
): void {
  const { x, y } = grid;
  const wide = grid.columns + 1;
  let above = new Float64Array(grid.columns * count);
  let below = new Float64Array(grid.columns * count);
  const sides = new Float64Array(wide * count);
  for (let column = 0; column < grid.columns; column += 1)
    integral(grid, column, column + 1, above, column * count);
  for (let row = 0; row < grid.rows; row += 1) {
    const top = row * wide;
    const bottom = top + wide;
    below.fill(0);
    sides.fill(0);
    for (let column = 0; column < wide; column += 1) {
      integral(grid, top + column, bottom + column, sides, column * count);
      if (column < grid.columns)
        integral(grid, bottom + column, bottom + column + 1, below, column * count);
    }
    for (let column = 0; column < grid.columns; column += 1) {
      const area = areaOf(x, y, top + column, bottom + column);
      const at = column * count;
      for (let plane = 0; plane < count; plane += 1) {
        const sum =
          above[at + plane]! + sides[at + count + plane]! - below[at + plane]! - sides[at + plane]!;
        out[plane]![row * grid.columns + column] = area > 0 ? sum / area : 0;
      }
    }
    [above, below] = [below, above];
  }
}

/** Half the cross product of the diagonals; `a` and `b` are the upper and lower left corners. */
const areaOf = (x: Float64Array, y: Float64Array, a: number, b: number): number =>
  ((x[b + 1]! - x[a]!) * (y[b]! - y[a + 1]!) - (x[b]! - x[a + 1]!) * (y[b + 1]! - y[a]!)) / 2;

/**
 * Adds the integral of F dy along the side from one corner of a grid in cells to another, to
 * `sum[at + plane]` for every plane.
 */
type SideIntegral = (
  grid: Pick<QuadGrid, 'x' | 'y'>,
  from: number,
  to: number,
  sum: Float64Array,
  at: number,
) => void;

interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The cells that a grid can touch, and `margin` more all round; undefined when none. */
function boundsOf(
  rows: number,
  columns: number,
  x: Float64Array,
  y: Float64Array,
  margin: number,
): Bounds | undefined {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let corner = 0; corner < x.length; corner += 1) {
    const [across, down] = [x[corner]!, y[corner]!];
    if (across < left) left = across;
    if (across > right) right = across;
    if (down < top) top = down;
    if (down > bottom) bottom = down;
  }
  const bounds = {
    left: Math.max(0, Math.floor(left) - margin),
    right: Math.min(columns, Math.ceil(right) + margin),
    top: Math.max(0, Math.floor(top) - margin),
    bottom: Math.min(rows, Math.ceil(bottom) + margin),
  };
  return bounds.left < bounds.right && bounds.top < bounds.bottom ? bounds : undefined;
}

const holds = (outer: Bounds, inner: Bounds): boolean =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom;

/** Integrals along sides; F is the integral from the left bound on. */
function sideIntegral(
  planes: readonly Float32Array[],
  columns: number,
  { left, right, top, bottom }: Bounds,
): SideIntegral {
  const count = planes.length;
  const line = (right - left + 1) * count;
  const running = new Float64Array((bottom - top) * line);
  for (const [plane, data] of planes.entries()) {
    for (let row = top; row < bottom; row += 1) {
      const from = row * columns;
      let total = 0;
      for (let column = left, to = (row - top) * line + plane; column < right; column += 1) {
        running[to] = total;
        total += data[from + column]!;
        to += count;
        running[to] = total;
      }
    }
  }
  /** The piece from y to y + dy in one row of cells, its middle at x. */
  const piece = (row: number, x: number, dy: number, sum: Float64Array, at: number): void => {
    if (x <= left) return;
    const cell = x >= right ? right - 1 : Math.floor(x);
    const share = x >= right ? 1 : x - cell;
    const from = (row - top) * line + (cell - left) * count;
    for (let plane = 0; plane < count; plane += 1) {
      const before = running[from + plane]!;
      sum[at + plane]! += dy * (before + share * (running[from + count + plane]! - before));
    }
  };
  return (corners, from, to, sum, at) => {
    const isUp = corners.y[to]! < corners.y[from]!;
    const sign = isUp ? -1 : 1;
    const [upper, lower] = isUp ? [to, from] : [from, to];
    const [upperX, upperY] = [corners.x[upper]!, corners.y[upper]!];
    const [lowerX, lowerY] = [corners.x[lower]!, corners.y[lower]!];
    const end = lowerY < bottom ? lowerY : bottom;
    let y = upperY > top ? upperY : top;
    if (!(end > y)) return;
    const slope = (lowerX - upperX) / (lowerY - upperY);
    let x = upperX + (y - upperY) * slope;
    while (y < end) {
      const row = Math.floor(y);
      const nextY = row + 1 < end ? row + 1 : end;
      const nextX = nextY === lowerY ? lowerX : upperX + (nextY - upperY) * slope;
      if (
        Math.floor(x) === Math.floor(nextX) ||
        (x <= left && nextX <= left) ||
        (x >= right && nextX >= right)
      )
        piece(row, (x + nextX) / 2, sign * (nextY - y), sum, at);
      else {
        // The piece crosses borders between columns and is cut there.
        const rising = nextX > x;
        const fall = (nextY - y) / (nextX - x);
        let [fromX, fromY] = [x, y];
        for (
          let border = rising ? Math.floor(x) + 1 : Math.ceil(x) - 1;
          rising ? border < nextX : border > nextX;
          border += rising ? 1 : -1
        ) {
          if (border < left || border > right) continue;
          const borderY = y + (border - x) * fall;
          piece(row, (fromX + border) / 2, sign * (borderY - fromY), sum, at);
          [fromX, fromY] = [border, borderY];
        }
        piece(row, (fromX + nextX) / 2, sign * (nextY - fromY), sum, at);
      }
      x = nextX;
      y = nextY;
    }
  };
}
