import { sumOfSplinesBelow, sumOfUniformsBelow } from './edge.ts';
import type { Lattice } from './lattice.ts';
import type { QuadGrid } from './quad-grid.ts';
import type { RowSampler } from './row-sampler.ts';

/**
 * Bright and dark stripes with straight edges, all tilted alike: the light changes where x + tilt ·
 * (y − ½) is `first` plus a multiple of `spacing`.
 */
export interface Stripes {
  readonly kind: 'stripes';
  /** Places of the edges at half the height, shares of the width. */
  readonly first: number;
  readonly spacing: number;
  /** Change of the place over the whole height. */
  readonly tilt: number;
  /** The other stripes are white. */
  readonly dark: number;
}

/** Share of an edge's bright side: P(two variables of those widths are below t). */
type ShareBelow = (t: number, wide: number, narrow: number) => number;

/** The mean at a place over the sum of two variables that reach so many widths to each side. */
function meanAt(
  { first, spacing, dark }: Stripes,
  place: number,
  [across, down]: readonly [number, number],
  shareBelow: ShareBelow,
  widths: number,
): number {
  const [wide, narrow] = [Math.max(across, down), Math.min(across, down)];
  const reach = widths * (wide + narrow);
  const from = Math.ceil((place - reach - first) / spacing);
  const to = Math.floor((place + reach - first) / spacing);
  // White up to the first edge; from then on each edge exchanges white and dark.
  let white = from % 2 === 0 ? 1 : 0;
  for (let edge = from; edge <= to; edge += 1)
    white += (edge % 2 === 0 ? -1 : 1) * shareBelow(place - first - edge * spacing, wide, narrow);
  return dark + (1 - dark) * white;
}

/** Exact means over rectangles. */
export function stripesSampler(stripes: Stripes, xEdges: Float64Array): RowSampler {
  return (top, bottom, [out]) => {
    const shift = stripes.tilt * ((top + bottom) / 2 - 0.5);
    const down = Math.abs(stripes.tilt * (bottom - top)) / 2;
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const [left, right] = [xEdges[i]!, xEdges[i + 1]!];
      const widths = [(right - left) / 2, down] as const;
      out![i] = meanAt(stripes, (left + right) / 2 + shift, widths, sumOfUniformsBelow, 1);
    }
  };
}

/** Means over the quadrilaterals of a warped grid, taken as parallelograms. */
export function stripesQuads(
  stripes: Stripes,
  { rows, columns, x, y }: QuadGrid,
  out: Float32Array,
): void {
  const wide = columns + 1;
  const at = (corner: number): number => x[corner]! + stripes.tilt * (y[corner]! - 0.5);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      const [p00, p01, p10, p11] = [at(a), at(a + 1), at(b), at(b + 1)];
      const widths = [
        Math.abs(p01 - p00 + p11 - p10) / 4,
        Math.abs(p10 - p00 + p11 - p01) / 4,
      ] as const;
      const middle = (p00 + p01 + p10 + p11) / 4;
      out[row * columns + column] = meanAt(stripes, middle, widths, sumOfUniformsBelow, 1);
    }
}

/** Means under the spline of each node of a lattice. */
export function stripesLattice(
  stripes: Stripes,
  { rows, columns, x, y }: Lattice,
  out: Float32Array,
): void {
  const wide = columns + 2;
  const { tilt } = stripes;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column += 1, at += 1) {
      const widths = [
        Math.abs(x[at + 1]! - x[at - 1]! + tilt * (y[at + 1]! - y[at - 1]!)) / 2,
        Math.abs(x[at + wide]! - x[at - wide]! + tilt * (y[at + wide]! - y[at - wide]!)) / 2,
      ] as const;
      const place = x[at]! + tilt * (y[at]! - 0.5);
      out[row * columns + column] = meanAt(stripes, place, widths, sumOfSplinesBelow, 1.5);
    }
}
