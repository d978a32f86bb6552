import type { Lattice } from './lattice.ts';
import type { QuadGrid } from './quad-grid.ts';
import { cosineOfMultiple, sinc, type Rays } from './rays.ts';

/** Samples in each direction across a piece in which the pattern is discontinuous. */
const SAMPLES = 8;
/**
 * Largest curvature of the ray phase over a piece, radians. Smaller than in rays.ts, because over a
 * sheared piece curvature does not cancel.
 */
const LARGEST_CURVATURE = 0.01;
const MOST_PIECES = 24;

/**
 * Averages rays over quadrilaterals, which are treated as parallelograms, by plane waves in pieces,
 * as `raysSampler` does over rectangles.
 */
export function raysQuads(rays: Rays, { rows, columns, x, y }: QuadGrid, out: Float32Array): void {
  const averageOver = raysAverage(rays, 'box');
  const wide = columns + 1;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      out[row * columns + column] = averageOver({
        px: (x[a]! + x[a + 1]! + x[b]! + x[b + 1]!) / 4,
        py: (y[a]! + y[a + 1]! + y[b]! + y[b + 1]!) / 4,
        ax: (x[a + 1]! - x[a]! + x[b + 1]! - x[b]!) / 2,
        ay: (y[a + 1]! - y[a]! + y[b + 1]! - y[b]!) / 2,
        bx: (x[b]! - x[a]! + x[b + 1]! - x[a + 1]!) / 2,
        by: (y[b]! - y[a]! + y[b + 1]! - y[a + 1]!) / 2,
      });
    }
  }
}

/** The mean of rays under the spline of each node of a lattice. */
export function raysLattice(rays: Rays, { rows, columns, x, y }: Lattice, out: Float32Array): void {
  const averageOver = raysAverage(rays, 'spline');
  const wide = columns + 2;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column += 1, at += 1)
      out[row * columns + column] = averageOver({
        px: x[at]!,
        py: y[at]!,
        ax: (x[at + 1]! - x[at - 1]!) / 2,
        ay: (y[at + 1]! - y[at - 1]!) / 2,
        bx: (x[at + wide]! - x[at - wide]!) / 2,
        by: (y[at + wide]! - y[at - wide]!) / 2,
      });
  }
}

/**
 * A parallelogram with sides (ax, ay) and (bx, by) around (px, py); for a spline the sides are its
 * steps.
 */
interface Parallelogram {
  readonly px: number;
  readonly py: number;
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** Mean of rays over a parallelogram, or under the spline whose steps are its sides. */
type RaysAverage = (over: Parallelogram) => number;

function raysAverage(
  { frequency, low, centre, disc }: Rays,
  window: 'box' | 'spline',
): RaysAverage {
  const cosine = cosineOfMultiple(2 * frequency);
  const hasSeam = (2 * frequency) % 2 !== 0;
  const middle = (1 + low) / 2;
  const amplitude = (1 - low) / 2;
  const isSpline = window === 'spline';
  const width = isSpline ? 3 : 1;
  /** Weight of a position: of the spline, from −1.5 to 1.5, or 1 for a box. */
  const weightAt = (place: number): number => (isSpline ? splineAt(place) : 1);
  return ({ px, py, ax, ay, bx, by }) => {
    const reach = (width * (Math.hypot(ax, ay) + Math.hypot(bx, by))) / 2;
    const fromDisc = Math.hypot(px - disc.centre, py - disc.centre);
    if (fromDisc + reach < disc.radius) return disc.value;
    const jumps = fromDisc - reach <= disc.radius || (hasSeam && Math.abs(px - centre) <= reach);
    const distance2 = (px - centre) ** 2 + (py - centre) ** 2;
    const bend = Math.sqrt((8 * frequency * reach * reach) / (LARGEST_CURVATURE * distance2));
    const pieces = jumps
      ? SAMPLES * (isSpline ? 2 : 1)
      : Math.max(1, Math.min(MOST_PIECES, Math.ceil(bend)));
    let [sum, weights] = [0, 0];
    for (let j = 0; j < pieces; j += 1) {
      const t = width * ((j + 0.5) / pieces - 0.5);
      for (let i = 0; i < pieces; i += 1) {
        const s = width * ((i + 0.5) / pieces - 0.5);
        const weight = weightAt(s) * weightAt(t);
        const [qx, qy] = [px + s * ax + t * bx, py + s * ay + t * by];
        const [dx, dy] = [qx - centre, qy - centre];
        const inverse = 1 / (dx * dx + dy * dy);
        weights += weight;
        if (jumps) {
          const isDisc = (qx - disc.centre) ** 2 + (qy - disc.centre) ** 2 <= disc.radius ** 2;
          sum += weight * (isDisc ? disc.value : middle + amplitude * cosine(dx, dy, inverse));
          continue;
        }
        // A spline is a box convolved with itself twice; a piece of a spline is a box.
        const slope = (frequency * inverse * (pieces === 1 ? 1 : width)) / pieces;
        const loss = sinc(slope * (dx * ay - dy * ax)) * sinc(slope * (dx * by - dy * bx));
        const contrast = isSpline && pieces === 1 ? loss * loss * loss : loss;
        sum += weight * (middle + amplitude * cosine(dx, dy, inverse) * contrast);
      }
    }
    return sum / weights;
  };
}

/** The quadratic B-spline: the density of the sum of three uniform variables in ±½. */
function splineAt(place: number): number {
  const distance = Math.abs(place);
  return distance < 0.5 ? 0.75 - distance * distance : (1.5 - distance) ** 2 / 2;
}
