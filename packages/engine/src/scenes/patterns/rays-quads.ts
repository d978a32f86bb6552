import type { Lattice } from './lattice.ts';
import type { QuadGrid } from './quad-grid.ts';
import { sinc, wavesOf, type Rays } from './rays.ts';

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
  const over = new Float64Array(6);
  const wide = columns + 1;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      over[0] = (x[a]! + x[a + 1]! + x[b]! + x[b + 1]!) / 4;
      over[1] = (y[a]! + y[a + 1]! + y[b]! + y[b + 1]!) / 4;
      over[2] = (x[a + 1]! - x[a]! + x[b + 1]! - x[b]!) / 2;
      over[3] = (y[a + 1]! - y[a]! + y[b + 1]! - y[b]!) / 2;
      over[4] = (x[b]! - x[a]! + x[b + 1]! - x[a + 1]!) / 2;
      over[5] = (y[b]! - y[a]! + y[b + 1]! - y[a + 1]!) / 2;
      averageOver(over, out, row * columns + column);
    }
  }
}

/** The mean of rays under the spline of each node of a lattice. */
export function raysLattice(rays: Rays, { rows, columns, x, y }: Lattice, out: Float32Array): void {
  const averageOver = raysAverage(rays, 'spline');
  const over = new Float64Array(6);
  const wide = columns + 2;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column += 1, at += 1) {
      over[0] = x[at]!;
      over[1] = y[at]!;
      over[2] = (x[at + 1]! - x[at - 1]!) / 2;
      over[3] = (y[at + 1]! - y[at - 1]!) / 2;
      over[4] = (x[at + wide]! - x[at - wide]!) / 2;
      over[5] = (y[at + wide]! - y[at - wide]!) / 2;
      averageOver(over, out, row * columns + column);
    }
  }
}

/**
 * Writes the mean of rays to `out[to]`: over a parallelogram, or under the spline whose steps are
 * its sides.
 *
 * @param over its middle (x, y), its sides (ax, ay) and (bx, by): in an array, because numbers that
 *   are passed one by one to a function of this size are put into memory each time.
 */
type RaysAverage = (over: Float64Array, out: Float32Array, to: number) => void;

function raysAverage(rays: Rays, window: 'box' | 'spline'): RaysAverage {
  const { frequency, centre, disc, cosine, hasSeam, middle, amplitude } = wavesOf(rays);
  const isSpline = window === 'spline';
  const width = isSpline ? 3 : 1;
  /** Weight of a position: of the spline, from −1.5 to 1.5, or 1 for a box. */
  const weightAt = (place: number): number => (isSpline ? splineAt(place) : 1);
  return (over, out, to) => {
    const [px, py] = [over[0]!, over[1]!];
    const [ax, ay] = [over[2]!, over[3]!];
    const [bx, by] = [over[4]!, over[5]!];
    const reach = (width * (Math.sqrt(ax * ax + ay * ay) + Math.sqrt(bx * bx + by * by))) / 2;
    const fromDisc = Math.sqrt((px - disc.centre) ** 2 + (py - disc.centre) ** 2);
    if (fromDisc + reach < disc.radius) {
      out[to] = disc.value;
      return;
    }
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
    out[to] = sum / weights;
  };
}

/** The quadratic B-spline: the density of the sum of three uniform variables in ±½. */
function splineAt(place: number): number {
  const distance = Math.abs(place);
  return distance < 0.5 ? 0.75 - distance * distance : (1.5 - distance) ** 2 / 2;
}
