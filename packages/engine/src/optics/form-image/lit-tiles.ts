import { isLitWithin } from '../../scenes/patterns/lit-blocks.ts';
import type { FormLayer } from './form-tiles.ts';
import { tangentsAt } from './lens-view.ts';
import type { ScenePlacement } from '../scene-placement.ts';
import type { Tiling } from './tiling.ts';

/** Places along a side of a tile at which the map of the lens is looked up. */
const LOOKS = 5;

/** Whether any light of a layer may lie in a tile. */
export function isTileLit(
  { side, axisColumn, axisRow, centre, pixelMm }: Tiling,
  { halfWidth, aspect, moved, path }: ScenePlacement,
  { pattern, map }: FormLayer,
  [column, row]: readonly [number, number],
): boolean {
  const cells = pattern.kind === 'weighted' ? pattern.cells : pattern;
  if (cells.kind !== 'cells' || !cells.lit || moved || path) return true;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let look = 0; look < LOOKS ** 2; look += 1) {
    const across = (look % LOOKS) / (LOOKS - 1);
    const down = Math.floor(look / LOOKS) / (LOOKS - 1);
    const x = (axisColumn + (column + across) * side - centre[0]) * pixelMm;
    const y = (axisRow + (row + down) * side - centre[1]) * pixelMm;
    const [tanX, tanY] = tangentsAt(map, x, y);
    left = Math.min(left, 0.5 + (0.5 * tanX) / halfWidth);
    right = Math.max(right, 0.5 + (0.5 * tanX) / halfWidth);
    top = Math.min(top, 0.5 + (0.5 * tanY) / (halfWidth * aspect));
    bottom = Math.max(bottom, 0.5 + (0.5 * tanY) / (halfWidth * aspect));
  }
  return isLitWithin(cells, [left, top], [right, bottom]);
}
