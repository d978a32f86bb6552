import { BANDS } from '../../quantities/wavelengths.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { slantedEdgeSide, type slantedEdgeFields } from './descriptor.ts';

/** No side is darker than this, so that ratios stay finite. */
const DARKEST = 1e-6;

/**
 * A straight edge through the centre, white at the lower left for positive slopes; `edgeAngle` is
 * the slope, rise over run. The raster is the published staircase; the pattern is the exact edge.
 *
 * @see docs/reference/radiometry.md#slanted-edge; docs/reference/physics.md#p3.
 */
export const build: SceneBuild<typeof slantedEdgeFields> = ({
  imageSize,
  edgeAngle,
  darkLevel,
}) => {
  const side = slantedEdgeSide(imageSize);
  const half = (side - 1) / 2;
  const dark = Math.max(DARKEST, darkLevel);
  const plane = new Float32Array(side * side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1)
      plane[row * side + column] = row - half > edgeAngle * (column - half) ? 1 : dark;
  }
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(plane)],
    pattern: { kind: 'edge', slope: edgeAngle, dark },
    raster: () => plane,
  };
};
