/**
 * Edge SFR (docs/reference/measuring.md#edge-sfr) of samples that need not fill their grid: one
 * colour of a mosaic is used as it is. Written for the laws alone; it shares nothing with the
 * product.
 */

/** Values on a grid; `has` says where there is one. */
export interface EdgeRegion {
  readonly rows: number;
  readonly columns: number;
  readonly at: (row: number, column: number) => number;
  readonly has: (row: number, column: number) => boolean;
}

/** Bins per pixel of the edge spread function. */
const BINS = 4;
/** Order of the polynomial through the edge, which distortion bends. */
const ORDER = 3;

/** The same region with rows and columns exchanged. */
export const transposed = ({ rows, columns, at, has }: EdgeRegion): EdgeRegion => ({
  rows: columns,
  columns: rows,
  at: (row, column) => at(column, row),
  has: (row, column) => has(column, row),
});

/**
 * SFR of a region with one edge that runs from its top to its bottom.
 *
 * @param frequencies cycles per pixel along the edge's normal.
 * @param reach pixels to each side of the edge that are used.
 */
export function edgeSfr(
  region: EdgeRegion,
  frequencies: readonly number[],
  reach: number,
): readonly number[] {
  const line = polynomial(edgePlaces(region), ORDER);
  const [sums, counts] = [0, 1].map(() => new Float64Array(2 * reach * BINS)) as [
    Float64Array,
    Float64Array,
  ];
  for (let row = 0; row < region.rows; row += 1) {
    const normal = 1 / Math.hypot(1, line.slope(row));
    for (let column = 0; column < region.columns; column += 1) {
      if (!region.has(row, column)) continue;
      const bin = Math.floor(((column - line.value(row)) * normal + reach) * BINS);
      if (bin < 0 || bin >= sums.length) continue;
      sums[bin]! += region.at(row, column);
      counts[bin]! += 1;
    }
  }
  if (counts.some((count) => count === 0)) throw new Error('An empty bin: use a longer edge.');
  const spread = sums.map((sum, bin) => sum / counts[bin]!);
  const derivative = spread.subarray(1).map((value, bin) => value - spread[bin]!);
  const total = derivative.reduce((sum, value) => sum + value, 0);
  return frequencies.map((frequency) => {
    let [real, imaginary] = [0, 0];
    for (const [bin, value] of derivative.entries()) {
      const phase = (2 * Math.PI * frequency * bin) / BINS;
      real += value * Math.cos(phase);
      imaginary += value * Math.sin(phase);
    }
    // Corrects for the width of the bins and for the difference between neighbours, which both
    // attenuate.
    return Math.hypot(real, imaginary) / Math.abs(total) / sinc(frequency / BINS) ** 2;
  });
}

export const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/**
 * Place of the edge per row: the centroid of the derivative, in a window round the last estimate
 * that becomes narrower.
 */
function edgePlaces(region: EdgeRegion): Float64Array {
  const { rows, columns, at, has } = region;
  return Float64Array.from({ length: rows }, (_, row) => {
    // Neighbours of one colour of a mosaic lie two apart.
    const present = Array.from({ length: columns }, (__, column) => column).filter((column) =>
      has(row, column),
    );
    let place = columns / 2;
    for (const half of [columns / 3, columns / 3, 30, 16, 16, 16]) {
      let [sum, moment] = [0, 0];
      for (const [i, column] of present.entries()) {
        const next = present[i + 1];
        if (next === undefined) continue;
        const middle = (column + next) / 2;
        const distance = (middle - place) / half;
        if (Math.abs(distance) > 1) continue;
        const weight = 0.54 + 0.46 * Math.cos(Math.PI * distance);
        const step = (at(row, next) - at(row, column)) * weight;
        sum += step;
        moment += step * middle;
      }
      place = moment / sum;
    }
    return place;
  });
}

/** Least-squares polynomial through values at 0, 1, 2, ... */
function polynomial(values: Float64Array, order: number) {
  const scale = values.length / 2;
  const terms = order + 1;
  const matrix = Array.from({ length: terms }, () => new Float64Array(terms + 1));
  for (const [i, value] of values.entries()) {
    const t = i / scale - 1;
    for (let row = 0; row < terms; row += 1) {
      for (let column = 0; column < terms; column += 1)
        matrix[row]![column]! += t ** (row + column);
      matrix[row]![terms]! += value * t ** row;
    }
  }
  for (let pivot = 0; pivot < terms; pivot += 1)
    for (let row = 0; row < terms; row += 1) {
      if (row === pivot) continue;
      const factor = matrix[row]![pivot]! / matrix[pivot]![pivot]!;
      for (let column = pivot; column <= terms; column += 1)
        matrix[row]![column]! -= factor * matrix[pivot]![column]!;
    }
  const coefficients = matrix.map((row, term) => row[terms]! / row[term]!);
  return {
    value: (i: number): number =>
      coefficients.reduce((sum, c, term) => sum + c * (i / scale - 1) ** term, 0),
    slope: (i: number): number =>
      coefficients.reduce(
        (sum, c, term) =>
          sum + (term === 0 ? 0 : (c * term * (i / scale - 1) ** (term - 1)) / scale),
        0,
      ),
  };
}
