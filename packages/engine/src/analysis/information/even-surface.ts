import { solveLinear } from '../linear-algebra.ts';

/** Powers of x and y of a surface of total degree 2. */
const TERMS = [
  [0, 0],
  [1, 0],
  [0, 1],
  [2, 0],
  [1, 1],
  [0, 2],
] as const;

/**
 * Takes the polynomial of total degree 2 in x and y off an even region by least squares.
 */
export function withoutSurface(
  rows: number,
  columns: number,
): (frame: Float64Array) => Float64Array {
  // Coordinates from -1 to 1 keep the equations well conditioned.
  const place = (i: number, count: number): number => (count > 1 ? (2 * i) / (count - 1) - 1 : 0);
  const [down, across] = [rows, columns].map((count) =>
    Float64Array.from({ length: count }, (_, i) => place(i, count)),
  ) as [Float64Array, Float64Array];
  const sums = (power: number, places: Float64Array): number =>
    places.reduce((sum, value) => sum + value ** power, 0);
  return (frame) => {
    const equations = TERMS.map(([p, q]) =>
      Float64Array.from([
        ...TERMS.map(([r, s]) => sums(p + r, across) * sums(q + s, down)),
        momentOf(frame, across, down, [p, q]),
      ]),
    );
    const factors = solveLinear(equations);
    return frame.map((value, i) => {
      const [x, y] = [across[i % columns]!, down[Math.floor(i / columns)]!];
      return value - TERMS.reduce((sum, [p, q], k) => sum + factors[k]! * x ** p * y ** q, 0);
    });
  };
}

function momentOf(
  frame: Float64Array,
  across: Float64Array,
  down: Float64Array,
  [p, q]: readonly [number, number],
): number {
  let sum = 0;
  for (let row = 0; row < down.length; row += 1) {
    let line = 0;
    for (let column = 0; column < across.length; column += 1)
      line += frame[row * across.length + column]! * across[column]! ** p;
    sum += line * down[row]! ** q;
  }
  return sum;
}
