import { BANDS } from '../../quantities/wavelengths.ts';
import { rowSampler } from '../patterns/pattern.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { sfrFieldSide, type sfrFieldFields } from './descriptor.ts';

const BACKGROUND = 0.18;
/** Side of a square over the distance of the squares. */
const SHARE = 0.6;

/**
 * Slanted squares for edge SFR over the field: each has two nearly vertical and two nearly
 * horizontal edges. A sample of the raster is the mean of the exact pattern over it.
 *
 * @param parameters `tilt` in radians.
 * @see docs/reference/measuring.md#slanted-squares
 */
export const build: SceneBuild<typeof sfrFieldFields> = ({ squares: count, tilt, contrast }) => {
  const pattern = {
    kind: 'squares' as const,
    count,
    side: SHARE / count,
    tilt,
    background: BACKGROUND,
    level: BACKGROUND / contrast,
  };
  const side = sfrFieldSide(count);
  const plane = new Float32Array(side * side);
  const sample = rowSampler(
    pattern,
    Float64Array.from({ length: side + 1 }, (_, i) => i / side),
  );
  for (let row = 0; row < side; row += 1)
    sample(row / side, (row + 1) / side, [plane.subarray(row * side, (row + 1) * side)]);
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(plane)],
    pattern,
    raster: () => plane,
  };
};
