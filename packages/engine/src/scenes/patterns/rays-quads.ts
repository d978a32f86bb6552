import type { QuadGrid } from './quads.ts';
import { cosineOfMultiple, sinc, type Rays } from './rays.ts';

/** Samples each way across a piece in which the pattern jumps. */
const SAMPLES = 8;
/** Largest curvature of the ray phase over a piece, radians; over a sheared piece it does not cancel as it does over a square. */
const LARGEST_CURVATURE = 0.01;
const MOST_PIECES = 24;

/** Averages rays over quadrilaterals, taken as parallelograms: plane waves piece by piece, as `raysSampler` does over rectangles. */
export function raysQuads(
  { frequency, low, centre, disc }: Rays,
  { rows, columns, x, y }: QuadGrid,
  out: Float32Array,
): void {
  const cosine = cosineOfMultiple(2 * frequency);
  const hasSeam = (2 * frequency) % 2 !== 0;
  const middle = (1 + low) / 2;
  const amplitude = (1 - low) / 2;
  const wide = columns + 1;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      const px = (x[a]! + x[a + 1]! + x[b]! + x[b + 1]!) / 4;
      const py = (y[a]! + y[a + 1]! + y[b]! + y[b + 1]!) / 4;
      // Mean sides: across and down.
      const [ax, ay] = [
        (x[a + 1]! - x[a]! + x[b + 1]! - x[b]!) / 2,
        (y[a + 1]! - y[a]! + y[b + 1]! - y[b]!) / 2,
      ];
      const [bx, by] = [
        (x[b]! - x[a]! + x[b + 1]! - x[a + 1]!) / 2,
        (y[b]! - y[a]! + y[b + 1]! - y[a + 1]!) / 2,
      ];
      const reach = (Math.hypot(ax, ay) + Math.hypot(bx, by)) / 2;
      const fromDisc = Math.hypot(px - disc.centre, py - disc.centre);
      let value: number;
      if (fromDisc + reach < disc.radius) value = disc.value;
      else {
        const jumps =
          fromDisc - reach <= disc.radius || (hasSeam && Math.abs(px - centre) <= reach);
        const distance2 = (px - centre) ** 2 + (py - centre) ** 2;
        const pieces = jumps
          ? SAMPLES
          : Math.max(
              1,
              Math.min(
                MOST_PIECES,
                Math.ceil(
                  Math.sqrt((8 * frequency * reach * reach) / (LARGEST_CURVATURE * distance2)),
                ),
              ),
            );
        let sum = 0;
        for (let j = 0; j < pieces; j += 1) {
          for (let i = 0; i < pieces; i += 1) {
            const [s, t] = [(i + 0.5) / pieces - 0.5, (j + 0.5) / pieces - 0.5];
            const [qx, qy] = [px + s * ax + t * bx, py + s * ay + t * by];
            const [dx, dy] = [qx - centre, qy - centre];
            const inverse = 1 / (dx * dx + dy * dy);
            if (jumps)
              sum +=
                (qx - disc.centre) ** 2 + (qy - disc.centre) ** 2 <= disc.radius ** 2
                  ? disc.value
                  : middle + amplitude * cosine(dx, dy, inverse);
            else {
              const slope = (frequency * inverse) / pieces;
              sum +=
                middle +
                amplitude *
                  cosine(dx, dy, inverse) *
                  sinc(slope * (dx * ay - dy * ax)) *
                  sinc(slope * (dx * by - dy * bx));
            }
          }
        }
        value = sum / (pieces * pieces);
      }
      out[row * columns + column] = value;
    }
  }
}
