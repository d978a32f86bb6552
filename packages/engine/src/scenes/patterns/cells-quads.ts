import type { Cells } from './cells.ts';
import type { QuadGrid } from './quads.ts';

/**
 * Exact area averages of cells over quadrilaterals, by Green's theorem: the integral over an area is that of F dy round its sides, where
 * F(x, y) is the integral of the cells from the left up to x. Along a straight side F is linear between cell borders, so each piece is
 * known from its middle. A side is integrated once and serves both its neighbours.
 */
export function cellsQuads({ rows, columns, planes }: Cells, grid: QuadGrid, out: readonly Float32Array[]): void {
  const bounds = boundsOf(rows, columns, grid);
  if (!bounds) {
    for (const plane of out) plane.fill(0);
    return;
  }
  const count = planes.length;
  const integral = sideIntegral(planes, columns, bounds);
  const wide = grid.columns + 1;
  const x = grid.x.map((value) => value * columns);
  const y = grid.y.map((value) => value * rows);
  let above = new Float64Array(grid.columns * count);
  let below = new Float64Array(grid.columns * count);
  const sides = new Float64Array(wide * count);
  for (let column = 0; column < grid.columns; column += 1) integral(x[column]!, y[column]!, x[column + 1]!, y[column + 1]!, above, column * count);
  for (let row = 0; row < grid.rows; row += 1) {
    const top = row * wide;
    const bottom = top + wide;
    below.fill(0);
    sides.fill(0);
    for (let column = 0; column < wide; column += 1) {
      integral(x[top + column]!, y[top + column]!, x[bottom + column]!, y[bottom + column]!, sides, column * count);
      if (column < grid.columns) integral(x[bottom + column]!, y[bottom + column]!, x[bottom + column + 1]!, y[bottom + column + 1]!, below, column * count);
    }
    for (let column = 0; column < grid.columns; column += 1) {
      const a = top + column;
      const b = bottom + column;
      const area = ((x[b + 1]! - x[a]!) * (y[b]! - y[a + 1]!) - (x[b]! - x[a + 1]!) * (y[b + 1]! - y[a]!)) / 2;
      const at = column * count;
      for (let plane = 0; plane < count; plane += 1) {
        const sum = above[at + plane]! + sides[at + count + plane]! - below[at + plane]! - sides[at + plane]!;
        out[plane]![row * grid.columns + column] = area > 0 ? sum / area : 0;
      }
    }
    [above, below] = [below, above];
  }
}

interface Bounds { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** The cells that the grid can touch; undefined when none. */
function boundsOf(rows: number, columns: number, { x, y }: QuadGrid): Bounds | undefined {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let corner = 0; corner < x.length; corner += 1) {
    left = Math.min(left, x[corner]!);
    right = Math.max(right, x[corner]!);
    top = Math.min(top, y[corner]!);
    bottom = Math.max(bottom, y[corner]!);
  }
  const bounds = {
    left: Math.max(0, Math.floor(left * columns)), right: Math.min(columns, Math.ceil(right * columns)),
    top: Math.max(0, Math.floor(top * rows)), bottom: Math.min(rows, Math.ceil(bottom * rows)),
  };
  return bounds.left < bounds.right && bounds.top < bounds.bottom ? bounds : undefined;
}

/** Adds the integral of F dy along a side, in cells, to `sum[at + plane]` for every plane; F counts from the left bound. */
function sideIntegral(planes: readonly Float32Array[], columns: number, { left, right, top, bottom }: Bounds): (x0: number, y0: number, x1: number, y1: number, sum: Float64Array, at: number) => void {
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
  return (x0, y0, x1, y1, sum, at) => {
    const sign = y1 < y0 ? -1 : 1;
    const [upperX, upperY, lowerX, lowerY] = y1 < y0 ? [x1, y1, x0, y0] : [x0, y0, x1, y1];
    const end = lowerY < bottom ? lowerY : bottom;
    let y = upperY > top ? upperY : top;
    if (!(end > y)) return;
    const slope = (lowerX - upperX) / (lowerY - upperY);
    let x = upperX + (y - upperY) * slope;
    while (y < end) {
      const row = Math.floor(y);
      const nextY = row + 1 < end ? row + 1 : end;
      const nextX = nextY === lowerY ? lowerX : upperX + (nextY - upperY) * slope;
      if (Math.floor(x) === Math.floor(nextX) || (x <= left && nextX <= left) || (x >= right && nextX >= right)) piece(row, (x + nextX) / 2, sign * (nextY - y), sum, at);
      else {
        // The piece crosses borders between columns: cut it there.
        const rising = nextX > x;
        let [fromX, fromY] = [x, y];
        for (let border = rising ? Math.floor(x) + 1 : Math.ceil(x) - 1; rising ? border < nextX : border > nextX; border += rising ? 1 : -1) {
          if (border < left || border > right) continue;
          const borderY = y + ((border - x) / (nextX - x)) * (nextY - y);
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
