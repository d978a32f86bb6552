import { locateEdge, responseOf, windowedShare } from '../analysis/edge-sfr/edge-sfr.ts';
import type { EdgeSpread } from '../analysis/edge-sfr/edge-spread.ts';
import { meanOf } from '../quantities/statistics.ts';
import { SimulationError } from '../simulation-error.ts';
import type { Place } from './find-dots.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';

/** Sharpness at a square, along one direction. */
export interface SquareSfr {
  /** Middle of the square, px from the corner. */
  readonly x: number;
  readonly y: number;
  /** The way the light changes. */
  readonly direction: 'horizontal' | 'vertical';
  readonly frequencies: readonly number[];
  readonly values: readonly number[];
}

/** Cycles per pixel. */
const FREQUENCIES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];
/** Share of an edge along which it is measured. */
const LENGTH = 0.7;
/** Half of a region across an edge, shares of a side. */
const ACROSS = 0.48;
/** Cycles per pixel between which the window of noise comes in. */
const WINDOW_COMES = [0.15, 0.35] as const;

/**
 * The sharpness of both directions at dark squares: of each the mean of two edges.
 *
 * @param light a frame without shading, dark and response of its pixels.
 * @param good 0 where a pixel is left out of the bins.
 * @returns one for each direction that has an edge that can be measured, and sentences about the
 * others.
 * @see docs/reference/twin.md#t3
 */
export function squareSfrs(
  light: Float64Array,
  layout: FrameLayout,
  good: Uint8Array,
  { squares, side }: { readonly squares: readonly Place[]; readonly side: number },
): { readonly found: readonly SquareSfr[]; readonly notes: readonly string[] } {
  const found: SquareSfr[] = [];
  const notes: string[] = [];
  const frequencies = Float64Array.from(FREQUENCIES);
  for (const [x, y] of squares)
    for (const direction of ['horizontal', 'vertical'] as const) {
      const curves: Float64Array[] = [];
      for (const sign of [-1, 1]) {
        const middle: Place =
          direction === 'horizontal' ? [x + (sign * side) / 2, y] : [x, y + (sign * side) / 2];
        const region = regionAt(light, layout, good, { middle, side, direction });
        try {
          curves.push(wholeResponse(locateEdge(region).spread, frequencies));
        } catch (error) {
          if (!(error instanceof SimulationError)) throw error;
          notes.push(
            `The edge at ${Math.round(middle[0])}, ${Math.round(middle[1])}: ${error.message}`,
          );
        }
      }
      if (curves.length === 0) continue;
      const values = FREQUENCIES.map((_, i) => meanOf(curves.map((curve) => curve[i]!)));
      found.push({ x, y, direction, frequencies: FREQUENCIES, values });
    }
  return { found, notes };
}

/**
 * The response of an edge. A window keeps noise from high frequencies. The tails that it cuts are
 * slow: they matter at low frequencies, where noise is small, so that the window comes in from the
 * first frequency to the second, and at all others they only belong to the step.
 */
function wholeResponse(spread: EdgeSpread, frequencies: Float64Array): Float64Array {
  const step = windowedShare(spread);
  const windowed = responseOf(spread, frequencies).map((value) => value * step);
  const open = responseOf({ ...spread, noise: 0 }, frequencies);
  const [from, to] = WINDOW_COMES;
  return frequencies.map((frequency, i) => {
    const share = Math.min(1, Math.max(0, (frequency - from) / (to - from)));
    return share * windowed[i]! + (1 - share) * open[i]!;
  });
}

function regionAt(
  light: Float64Array,
  layout: FrameLayout,
  good: Uint8Array,
  {
    middle: [x, y],
    side,
    direction,
  }: { readonly middle: Place; readonly side: number; readonly direction: SquareSfr['direction'] },
) {
  const [along, across] = [(LENGTH * side) / 2, ACROSS * side];
  const [halfX, halfY] = direction === 'horizontal' ? [across, along] : [along, across];
  const [left, right] = [Math.max(0, Math.round(x - halfX)), Math.round(x + halfX)];
  const [top, bottom] = [Math.max(0, Math.round(y - halfY)), Math.round(y + halfY)];
  const [columns, rows] = [
    Math.min(right, layout.columns) - left,
    Math.min(bottom, layout.rows) - top,
  ];
  const pixels = Array.from({ length: rows * columns }, (_, i) => ({
    row: top + Math.floor(i / columns),
    column: left + (i % columns),
  }));
  return {
    rows,
    columns,
    values: Float64Array.from(pixels, ({ row, column }) => light[row * layout.columns + column]!),
    used: Uint8Array.from(pixels, ({ row, column }) =>
      Number(
        good[row * layout.columns + column] === 1 && colourAt(layout, row, column) === layout.first,
      ),
    ),
  };
}
