import type { Mask } from './mask.ts';

/** The boundary is followed on a grid this many times finer than the pixels. */
const FINER = 5;

/**
 * The pixels of a polygon, as COCO's maskApi decides them: corners are rounded to a grid five times
 * finer, edges are followed on it, and where the boundary passes the middle of a column of pixels,
 * the column changes between inside and outside.
 *
 * @param corners x and y in turn, pixels; at least three corners.
 * @see docs/reference/vision.md#masks
 */
export function polygonMask(corners: readonly number[], height: number, width: number): Mask {
  const crossings: number[] = [];
  const boundary = boundaryOf(corners);
  for (let i = 2; i < boundary.length; i += 2) {
    const [u0, v0, u1, v1] = [boundary[i - 2]!, boundary[i - 1]!, boundary[i]!, boundary[i + 1]!];
    if (u0 === u1) continue;
    const column = (Math.min(u0, u1) + 0.5) / FINER - 0.5;
    if (!Number.isInteger(column) || column < 0 || column > width - 1) continue;
    const row = Math.ceil(Math.min(Math.max((Math.min(v0, v1) + 0.5) / FINER - 0.5, 0), height));
    crossings.push(column * height + row);
  }
  crossings.sort((a, b) => a - b);
  crossings.push(height * width);
  return { height, width, runs: runsBetween(crossings) };
}

/** Points u, v in turn of the boundary on the finer grid, each at most one step from the last. */
function boundaryOf(corners: readonly number[]): number[] {
  const fine = corners.map((value) => Math.trunc(FINER * value + 0.5));
  const points: number[] = [];
  for (let i = 0; i < fine.length; i += 2) {
    const [x0, y0] = [fine[i]!, fine[i + 1]!];
    const next = (i + 2) % fine.length;
    const [x1, y1] = [fine[next]!, fine[next + 1]!];
    const alongX = Math.abs(x1 - x0) >= Math.abs(y1 - y0);
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    // An edge has the same points in both directions: it is followed from its smaller end.
    const backward = alongX ? x0 > x1 : y0 > y1;
    const [xs, ys, xe, ye] = backward ? [x1, y1, x0, y0] : [x0, y0, x1, y1];
    const slope = steps === 0 ? 0 : (alongX ? ye - ys : xe - xs) / steps;
    for (let d = 0; d <= steps; d += 1) {
      const t = backward ? steps - d : d;
      if (alongX) points.push(xs + t, Math.trunc(ys + slope * t + 0.5));
      else points.push(Math.trunc(xs + slope * t + 0.5), ys + t);
    }
  }
  return points;
}

/** Runs between sorted places where inside and outside change; two at one place cancel. */
function runsBetween(changes: readonly number[]): Uint32Array {
  const runs: number[] = [];
  let [last, joins] = [0, false];
  for (const change of changes) {
    const run = change - last;
    last = change;
    if (joins) {
      runs[runs.length - 1]! += run;
      joins = false;
    } else if (run > 0 || runs.length === 0) runs.push(run);
    else joins = true;
  }
  return Uint32Array.from(runs);
}
