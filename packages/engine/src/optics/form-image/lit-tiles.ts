import { isLitWithin } from '../../scenes/patterns/lit-blocks.ts';
import type { FormLayer } from './form-tiles.ts';
import { lookUp } from './radial-map.ts';
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
    const stretch = lookUp(map, map.stretch, Math.hypot(x, y));
    left = Math.min(left, 0.5 + (0.5 * x * stretch) / halfWidth);
    right = Math.max(right, 0.5 + (0.5 * x * stretch) / halfWidth);
    top = Math.min(top, 0.5 + (0.5 * y * stretch) / (halfWidth * aspect));
    bottom = Math.max(bottom, 0.5 + (0.5 * y * stretch) / (halfWidth * aspect));
  }
  return isLitWithin(cells, [left, top], [right, bottom]);
}
