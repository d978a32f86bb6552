import { sourcePoint, type LabelView } from '@lumenloom/engine';
import type { Box } from '../objects.ts';

/** Square pixels of the source picture that a box covers. */
export const sourceAreaOf = ([x, y, width, height]: Box, view: LabelView | undefined): number =>
  view
    ? sourceAreaIn(
        [
          [x, y],
          [x + width, y],
          [x + width, y + height],
          [x, y + height],
        ],
        view,
      )
    : width * height;

/** Square pixels of the source picture that a polygon covers. */
export function sourceAreaIn(
  corners: readonly (readonly [x: number, y: number])[],
  view: LabelView | undefined,
): number {
  const points = view ? corners.map((corner) => sourcePoint(view, corner)) : corners;
  return Math.abs(
    points.reduce((sum, [left, top], at) => {
      const [right, bottom] = points[(at + 1) % points.length]!;
      return sum + (left * bottom - right * top) / 2;
    }, 0),
  );
}
