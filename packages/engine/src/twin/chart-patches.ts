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

/** Part of a patch from left to right, shares of what is inside of its margins. */
export type PatchPart = readonly [from: number, to: number];

const WHOLE: PatchPart = [0, 1];
/** Fewer pixels of a colour do not make a patch. */
const FEWEST_PIXELS = 4;

/**
 * Means of each colour in the patches of a chart, row by row.
 *
 * @param even a frame without dark, response of its pixels and shading.
 * @param entry its place in the manifest.
 * @param part of each patch.
 * @throws SimulationError naming the entry, where a patch has too few pixels.
 */
export function chartPatches(
  even: ArrayLike<number>,
  layout: FrameLayout,
  good: Uint8Array,
  {
    place,
    entry,
    part = WHOLE,
  }: { readonly place: ChartPlace; readonly entry: number; readonly part?: PatchPart },
): readonly (readonly number[])[] {
  return Array.from({ length: place.columns * place.rows }, (_, patch) => {
    const sums = layout.channels.map(() => 0);
    const counts = layout.channels.map(() => 0);
    for (const { i, x, y } of pixelsOfPatch(layout, place, patch, part)) {
      if (!good[i]) continue;
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

/** The pixels of a part of a patch that are in the frame. */
export function* pixelsOfPatch(
  size: { readonly rows: number; readonly columns: number },
  { corners, columns, rows, margin }: ChartPlace,
  patch: number,
  [from, to]: PatchPart,
): Generator<{ readonly i: number; readonly x: number; readonly y: number }> {
  const map = homography(corners);
  const [column, row] = [patch % columns, Math.floor(patch / columns)];
  const inner = (share: number): number => margin + (1 - 2 * margin) * share;
  const at = (u: number, v: number): Place =>
    map((column + inner(u)) / columns, (row + inner(v)) / rows);
  const inside = insideOf([at(from, 0), at(to, 0), at(to, 1), at(from, 1)]);
  for (let y = Math.max(inside.top, 0); y <= Math.min(inside.bottom, size.rows - 1); y += 1)
    for (let x = Math.max(inside.left, 0); x <= Math.min(inside.right, size.columns - 1); x += 1)
      if (inside.has([x + 0.5, y + 0.5])) yield { i: y * size.columns + x, x, y };
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
