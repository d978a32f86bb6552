import { rowSampler, planeCount, type Pattern } from '../scenes/patterns/pattern.ts';
import { overlap, type Footprint } from './footprint.ts';
import { firstAtPhase, type Receptors } from './lens.ts';

/** Rows `from` to `to` − 1 of a picture to form; plain data, so that another thread can get it. */
export interface FormRowsPart {
  readonly pattern: Pattern;
  /** weights[channel][plane]. */
  readonly weights: readonly (readonly number[])[];
  readonly layout: Receptors['layout'];
  readonly footprint: Footprint;
  readonly columns: number;
  readonly from: number;
  readonly to: number;
  /** The whole picture, in shared memory; only these rows are written. */
  readonly out: Float32Array;
}

/** Smaller images of the scene, in pixels, count as black. */
const SMALLEST_IMAGE = 1e-9;

/**
 * Forms some rows of a picture by the ideal lens: the mean of the pattern over each pixel, weighted
 * for the pixel's channel; 0 outside the scene.
 */
export function formRows({
  pattern,
  weights,
  layout,
  footprint,
  columns,
  from,
  to,
  out,
}: FormRowsPart): void {
  const { left, right, top, bottom } = footprint;
  const first = Math.max(0, Math.floor(left));
  const last = Math.min(columns, Math.ceil(right));
  // The edges of a far smaller image are the same number in double precision; its light is
  // negligible.
  if (last <= first || right - left < SMALLEST_IMAGE || bottom - top < SMALLEST_IMAGE) return;
  const share = (pixel: number, low: number, high: number): number =>
    Math.min(1, Math.max(0, (pixel - low) / (high - low)));
  const edges = new Float64Array(last - first + 1);
  const covered = new Float64Array(last - first);
  for (let i = 0; i < edges.length; i += 1) edges[i] = share(first + i, left, right);
  for (let i = 0; i < covered.length; i += 1)
    covered[i] = overlap(first + i, first + i + 1, left, right);
  const sample = rowSampler(pattern, edges);
  const means = Array.from({ length: planeCount(pattern) }, () => new Float32Array(last - first));
  for (let row = from; row < to; row += 1) {
    const height = overlap(row, row + 1, top, bottom);
    if (height === 0) continue;
    sample(share(row, top, bottom), share(row + 1, top, bottom), means);
    const start = row * columns;
    const line = layout[row % layout.length]!;
    const period = line.length;
    for (let phase = 0; phase < period; phase += 1) {
      const channel = weights[line[phase]!]!;
      const begin = firstAtPhase(first, phase, period);
      for (let k = 0; k < means.length; k += 1) {
        const plane = means[k]!;
        const weight = channel[k]! * height;
        // With a single plane nothing has to be added up.
        if (weight !== 0 && means.length === 1)
          for (let column = begin, i = begin - first; column < last; column += period, i += period)
            out[start + column] = weight * plane[i]! * covered[i]!;
        else if (weight !== 0)
          for (let column = begin, i = begin - first; column < last; column += period, i += period)
            out[start + column]! += weight * plane[i]! * covered[i]!;
      }
    }
  }
}
