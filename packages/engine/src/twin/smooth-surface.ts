import { solveLinear } from '../analysis/linear-algebra.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';

/** Degree of the polynomial, and the number of its terms. */
const DEGREE = 6;
export const SURFACE_TERMS = ((DEGREE + 1) * (DEGREE + 2)) / 2;
/** Cells of a fit; larger frames are averaged in blocks first. */
const MOST_CELLS = 65536;

/** Legendre polynomials of 0 to the degree at x from -1 to 1. */
function legendre(x: number, out: Float64Array): void {
  out[0] = 1;
  out[1] = x;
  for (let n = 1; n < DEGREE; n += 1)
    out[n + 1] = ((2 * n + 1) * x * out[n]! - n * out[n - 1]!) / (n + 1);
}

interface Cells {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly value: Float64Array;
  readonly pixels: Float64Array;
  readonly count: number;
}

/** Means of a colour in blocks of the frame, with their places from -1 to 1. */
function cellsOf(
  map: ArrayLike<number>,
  layout: FrameLayout,
  colour: number,
  good: Uint8Array,
): Cells {
  const { rows, columns } = layout;
  const block = Math.max(1, Math.ceil(Math.sqrt((rows * columns) / MOST_CELLS)));
  const across = Math.ceil(columns / block);
  const size = Math.ceil(rows / block) * across;
  const sums = [0, 1, 2, 3].map(() => new Float64Array(size)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [x, y, value, pixels] = sums;
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1) {
      if (good[i] === 0 || colourAt(layout, row, column) !== colour) continue;
      const cell = Math.floor(row / block) * across + Math.floor(column / block);
      x[cell]! += (2 * (column + 0.5)) / columns - 1;
      y[cell]! += (2 * (row + 0.5)) / rows - 1;
      value[cell]! += map[i]!;
      pixels[cell]! += 1;
    }
  let count = 0;
  for (let cell = 0; cell < size; cell += 1) {
    const n = pixels[cell]!;
    if (n === 0) continue;
    x[count] = x[cell]! / n;
    y[count] = y[cell]! / n;
    value[count] = value[cell]! / n;
    pixels[count] = n;
    count += 1;
  }
  return { x, y, value, pixels, count };
}

/**
 * The smooth surface, a polynomial of degree 6, through the good pixels of each colour of a map. It
 * is fitted twice: the second time each pixel weighs as its share of the surface is known, so that
 * what differs from pixel to pixel by a share of the light is met by as many degrees of freedom
 * everywhere.
 *
 * @returns its value at each pixel.
 */
export function smoothSurface(
  map: ArrayLike<number>,
  layout: FrameLayout,
  good: Uint8Array,
): Float32Array {
  const { rows, columns } = layout;
  const surface = new Float32Array(rows * columns);
  const [px, py] = [new Float64Array(DEGREE + 1), new Float64Array(DEGREE + 1)];
  const terms = new Float64Array(SURFACE_TERMS);
  const termsAt = (x: number, y: number): void => {
    legendre(x, px);
    legendre(y, py);
    let at = 0;
    for (let i = 0; i <= DEGREE; i += 1)
      for (let j = 0; i + j <= DEGREE; j += 1) {
        terms[at] = px[i]! * py[j]!;
        at += 1;
      }
  };
  const valueOf = (solved: readonly number[]): number =>
    terms.reduce((sum, term, i) => sum + term * solved[i]!, 0);
  layout.channels.forEach((_, colour) => {
    const cells = cellsOf(map, layout, colour, good);
    const fit = (weightOf: (cell: number) => number): readonly number[] => {
      const normal = Array.from(terms, () => new Float64Array(SURFACE_TERMS + 1));
      for (let cell = 0; cell < cells.count; cell += 1) {
        termsAt(cells.x[cell]!, cells.y[cell]!);
        const weight = weightOf(cell);
        for (let i = 0; i < SURFACE_TERMS; i += 1) {
          const row = normal[i]!;
          const scaled = terms[i]! * weight;
          for (let j = i; j < SURFACE_TERMS; j += 1) row[j]! += scaled * terms[j]!;
          row[SURFACE_TERMS]! += scaled * cells.value[cell]!;
        }
      }
      for (let i = 0; i < SURFACE_TERMS; i += 1)
        for (let j = 0; j < i; j += 1) normal[i]![j] = normal[j]![i]!;
      return solveLinear(normal);
    };
    const first = fit((cell) => cells.pixels[cell]!);
    const solved = fit((cell) => {
      termsAt(cells.x[cell]!, cells.y[cell]!);
      return cells.pixels[cell]! / Math.max(Math.abs(valueOf(first)), 1e-6) ** 2;
    });
    for (let row = 0; row < rows; row += 1)
      for (let column = 0; column < columns; column += 1) {
        if (colourAt(layout, row, column) !== colour) continue;
        termsAt((2 * (column + 0.5)) / columns - 1, (2 * (row + 0.5)) / rows - 1);
        surface[row * columns + column] = valueOf(solved);
      }
  });
  return surface;
}
