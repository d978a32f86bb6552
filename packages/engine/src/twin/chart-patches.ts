import { homography } from '../analysis/colour/homography.ts';
import { fail } from '../text/json-fields.ts';
import type { Place } from './find-dots.ts';
import { colourAt, type FrameLayout } from './frame-layout.ts';

/** Where the patches of a chart are. */
export interface ChartPlace {
  /** Of the area of patches, from the first patch on, clockwise. */
  readonly corners: readonly [Place, Place, Place, Place];
  readonly columns: number;
  readonly rows: number;
  /** Share of a patch that is left out on each of its sides. */
  readonly margin: number;
}

/** Fewer pixels of a colour do not make a patch. */
const FEWEST_PIXELS = 4;

/**
 * Means of each colour in the patches of a chart, row by row.
 *
 * @param even a frame without dark, response of its pixels and shading.
 * @param entry its place in the manifest.
 * @throws SimulationError naming the entry, where a patch has too few pixels.
 */
export function chartPatches(
  even: ArrayLike<number>,
  layout: FrameLayout,
  good: Uint8Array,
  { place, entry }: { readonly place: ChartPlace; readonly entry: number },
): readonly (readonly number[])[] {
  const { corners, columns, rows, margin } = place;
  const map = homography(corners);
  return Array.from({ length: columns * rows }, (_, patch) => {
    const [column, row] = [patch % columns, Math.floor(patch / columns)];
    const at = (u: number, v: number): Place => map((column + u) / columns, (row + v) / rows);
    const [low, high] = [margin, 1 - margin];
    const inside = insideOf([at(low, low), at(high, low), at(high, high), at(low, high)]);
    const sums = layout.channels.map(() => 0);
    const counts = layout.channels.map(() => 0);
    for (let y = inside.top; y <= inside.bottom; y += 1)
      for (let x = inside.left; x <= inside.right; x += 1) {
        if (x < 0 || y < 0 || x >= layout.columns || y >= layout.rows) continue;
        const i = y * layout.columns + x;
        if (!good[i] || !inside.has([x + 0.5, y + 0.5])) continue;
        const colour = colourAt(layout, y, x);
        sums[colour]! += even[i]!;
        counts[colour]! += 1;
      }
    if (counts.some((count) => count < FEWEST_PIXELS))
      fail(
        `frames[${entry}].corners`,
        `frames[${entry}].corners: patch ${patch + 1} has too few pixels in the frame.`,
      );
    return sums.map((sum, colour) => sum / counts[colour]!);
  });
}

/** The pixels inside of a convex quadrilateral. */
function insideOf(quad: readonly [Place, Place, Place, Place]) {
  const side = ([x, y]: Place, i: number): number => {
    const [[ax, ay], [bx, by]] = [quad[i]!, quad[(i + 1) % 4]!];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  };
  const middle: Place = [
    quad.reduce((sum, [x]) => sum + x, 0) / 4,
    quad.reduce((sum, [, y]) => sum + y, 0) / 4,
  ];
  const signs = [0, 1, 2, 3].map((i) => Math.sign(side(middle, i)));
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return {
    left: Math.floor(Math.min(...xs)),
    right: Math.ceil(Math.max(...xs)),
    top: Math.floor(Math.min(...ys)),
    bottom: Math.ceil(Math.max(...ys)),
    has: (place: Place): boolean => signs.every((sign, i) => sign * side(place, i) >= 0),
  };
}
