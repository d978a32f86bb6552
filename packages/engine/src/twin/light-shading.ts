import { fitNumbers } from './fit-numbers.ts';
import type { SensorEstimate } from './estimate-sensor.ts';
import { colourAt } from './frame-layout.ts';
import { cleanedFrame } from './cleaned-frame.ts';
import { grouped } from './grouped.ts';

/** Falloff of the lens and gradient of the light, apart. */
export interface LightShading {
  /** Middle of the falloff, px from the corner. */
  readonly centre: readonly [number, number];
  /** Of 1 + a2 r² + a4 r⁴, r from the centre over the half diagonal. */
  readonly a2: number;
  readonly a4: number;
  /** Per width of the picture, rightwards and downwards, of the camera as it is. */
  readonly gradient: readonly [number, number];
  /** Standard errors of centre, a2, a4 and gradient, in this order. */
  readonly errors: readonly number[];
  /** Covariance of a2 and a4. */
  readonly together: number;
  /** Whether turned flats tell the centre from the gradient. */
  readonly isApart: boolean;
  readonly files: readonly string[];
}

/** Sides of the cells over which flats are averaged, px; at most so many cells each way. */
const CELL = 8;
const MOST_CELLS = 64;
/** Turns of the camera that differ by at least this tell the light from the lens, degrees. */
const LEAST_TURN = 60;

interface Cell {
  readonly x: number;
  readonly y: number;
  readonly value: number;
}

/**
 * Tells the falloff of a lens from a gradient that stands still while the camera turns.
 *
 * @param assumed the centre where turned flats do not tell it, px from the corner.
 * @returns undefined without flats.
 * @see docs/reference/twin.md#t3
 */
export function lightShading(
  estimate: SensorEstimate,
  assumed: readonly [number, number],
): LightShading | undefined {
  const { layout, flats: all } = estimate;
  const flats = all.filter(({ stack }) => !stack.light.endsWith('without lens'));
  if (flats.length === 0) return undefined;
  const { rows, columns } = layout;
  const groups = [...grouped(flats, ({ stack }) => `${stack.light} ${stack.turned}`).values()].map(
    (group) => {
      const sum = new Float64Array(rows * columns);
      for (const { mean, stack, count } of group) {
        const clean = cleanedFrame(mean, stack.exposure, stack.celsius, estimate);
        for (let i = 0; i < sum.length; i += 1) sum[i]! += count * clean[i]!;
      }
      const level = sum.reduce((a, b) => a + b, 0) / sum.length;
      const { turned } = group[0]!.stack;
      return {
        turned,
        cells: cellsOf(
          sum.map((value) => value / level),
          estimate,
        ),
      };
    },
  );
  const isApart = groups.some(({ turned }) => apart(turned, groups[0]!.turned) >= LEAST_TURN);
  const half = Math.hypot(columns, rows) / 2;
  const modelOf = (values: ArrayLike<number>, cell: Cell, at: number): number => {
    const [cx, cy, a2, a4, gx, gy] = values as unknown as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const r2 = ((cell.x - cx) ** 2 + (cell.y - cy) ** 2) / half ** 2;
    const [x, y] = [(cell.x - columns / 2) / columns, (cell.y - rows / 2) / columns];
    const angle = (groups[at]!.turned * Math.PI) / 180;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const tilt = 1 + (gx * c + gy * s) * x + (gy * c - gx * s) * y;
    return values[6 + at]! * (1 + a2 * r2 + a4 * r2 * r2) * tilt;
  };
  const fixed = isApart ? Infinity : 0;
  const start = [...assumed, -0.2, 0, 0, 0, ...groups.map(() => 1)];
  const fit = fitNumbers({
    start,
    steps: [0.1, 0.1, 1e-4, 1e-4, 1e-4, 1e-4, ...groups.map(() => 1e-4)],
    from: start.map((value, i) => (i < 2 ? value - fixed : -Infinity)),
    to: start.map((value, i) => (i < 2 ? value + fixed : Infinity)),
    residuals: (values) =>
      Float64Array.from(
        groups.flatMap(({ cells }, at) =>
          cells.map((cell) => cell.value / modelOf(values, cell, at) - 1),
        ),
      ),
  });
  const variance = fit.squares / (fit.count - start.length);
  const [x, y, a2, a4, gx, gy] = fit.values as [number, number, number, number, number, number];
  return {
    centre: [x, y],
    a2,
    a4,
    gradient: [gx, gy],
    errors: fit.covariance.map((row, i) => Math.sqrt(Math.max(row[i]!, 0) * variance)),
    together: fit.covariance[2]![3]! * variance,
    isApart,
    files: flats.flatMap(({ stack }) => stack.files),
  };
}

/** Degrees between two turns, 0 to 180. */
function apart(one: number, other: number): number {
  const between = Math.abs(one - other) % 360;
  return Math.min(between, 360 - between);
}

/** Means of the first colour in cells. */
function cellsOf(map: Float64Array, { layout, good }: SensorEstimate): Cell[] {
  const { rows, columns, first } = layout;
  const size = Math.max(CELL, 2 * Math.ceil(Math.max(rows, columns) / MOST_CELLS / 2));
  const cells: Cell[] = [];
  for (let top = 0; top < rows; top += size)
    for (let left = 0; left < columns; left += size) {
      let [x, y, value, count] = [0, 0, 0, 0];
      for (let row = top; row < Math.min(top + size, rows); row += 1)
        for (let column = left; column < Math.min(left + size, columns); column += 1) {
          if (!good[row * columns + column] || colourAt(layout, row, column) !== first) continue;
          x += column + 0.5;
          y += row + 0.5;
          value += map[row * columns + column]!;
          count += 1;
        }
      if (count > (size * size) / 8)
        cells.push({ x: x / count, y: y / count, value: value / count });
    }
  return cells;
}

/** Falloff at a place, px from the corner, over that at its centre. */
export function shadeAt(
  { centre, a2, a4 }: Pick<LightShading, 'centre' | 'a2' | 'a4'>,
  [x, y]: readonly [number, number],
  { rows, columns }: { readonly rows: number; readonly columns: number },
): number {
  const r2 = ((x - centre[0]) ** 2 + (y - centre[1]) ** 2) / ((columns ** 2 + rows ** 2) / 4);
  return 1 + a2 * r2 + a4 * r2 * r2;
}

/**
 * Falloff of the lens at each pixel. The gradient belongs to the light of the flats: charts have
 * lights of their own.
 */
export const shadingSurface = (
  shading: LightShading,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): Float32Array =>
  Float32Array.from({ length: rows * columns }, (_, i) =>
    shadeAt(shading, [(i % columns) + 0.5, Math.floor(i / columns) + 0.5], { rows, columns }),
  );

/** Multiplies a light by the gradient that stands still while the camera turns. */
export function withGradient(
  light: Float32Array,
  [gx, gy]: readonly [number, number],
  turned: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): void {
  const angle = (turned * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1) {
      const [x, y] = [(column + 0.5) / columns - 0.5, (row + 0.5 - rows / 2) / columns];
      light[i]! *= 1 + (gx * c + gy * s) * x + (gy * c - gx * s) * y;
    }
}
