import { eachOf, type Triple } from './xyz.ts';

type Matrix = readonly [Triple, Triple, Triple];

/** Cone response of Bradford's transform and its inverse. @see Lam 1985; CIE 159:2004. */
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
const INVERSE: Matrix = [
  [0.9869929, -0.1470543, 0.1599627],
  [0.4323053, 0.5183603, 0.0492912],
  [-0.0085287, 0.0400428, 0.9684867],
];

/** XYZ of the D65 white of sRGB, Y = 1 (IEC 61966-2-1: x 0.3127, y 0.3290). */
export const D65_WHITE: Triple = [0.3127 / 0.329, 1, (1 - 0.3127 - 0.329) / 0.329];

export const multiply = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  eachOf(matrix, ([a, b, c]) => a * x + b * y + c * z);

/**
 * The matrix that maps XYZ under one white to XYZ under another, so that white stays white
 * (Bradford).
 */
export function adaptation(from: Triple, to: Triple): Matrix {
  const [source, target] = [multiply(BRADFORD, from), multiply(BRADFORD, to)];
  const columns = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as const
  ).map((unit) => {
    const cone = multiply(BRADFORD, unit);
    return multiply(INVERSE, [
      (cone[0] * target[0]) / source[0],
      (cone[1] * target[1]) / source[1],
      (cone[2] * target[2]) / source[2],
    ]);
  }) as unknown as Matrix;
  return [0, 1, 2].map((row) => columns.map((column) => column[row])) as unknown as Matrix;
}
