import { BANDS } from '../../quantities/wavelengths.ts';
import { cosineOfMultiple } from '../patterns/rays.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { ringsRaysSide, type ringsRaysFields } from './descriptor.ts';

/**
 * Number of levels of the pattern: 1 is the darkest, 256 the brightest, the disc over the centre
 * has 128.
 */
const LEVELS = 256;
const DISC_LEVEL = 128;

/**
 * Rays: cos(2·frequency·atan(y/x)) stretched to levels 1..256, with a disc of radius
 * round(2·frequency/π) over the centre. The rays meet on sample side/2 (from 1), half a sample
 * before the disc's centre, as the pattern was published.
 *
 * @see docs/reference/radiometry.md#rings-rays; docs/reference/physics.md#p3.
 */
export const build: SceneBuild<typeof ringsRaysFields> = ({ radialFreq, size }) => {
  const side = ringsRaysSide(size);
  const half = side / 2;
  const discRadius = Math.round((2 * radialFreq) / Math.PI);
  const plane = new Float32Array(side * side);
  const cosine = cosineOfMultiple(2 * radialFreq);
  let [lowest, highest] = [Infinity, -Infinity];
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const [x, y] = [column - half + 1, row - half + 1];
      const value = cosine(x, y, 1 / (x * x + y * y));
      plane[row * side + column] = value;
      lowest = Math.min(lowest, value);
      highest = Math.max(highest, value);
    }
  }
  const range = highest > lowest ? highest - lowest : 1;
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1) {
      const index = row * side + column;
      const inDisc = Math.hypot(row - half + 0.5, column - half + 0.5) <= discRadius;
      plane[index] = inDisc
        ? DISC_LEVEL / LEVELS
        : (1 + ((LEVELS - 1) * (plane[index]! - lowest)) / range) / LEVELS;
    }
  }
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(plane)],
    pattern: {
      kind: 'rays',
      frequency: radialFreq,
      low: 1 / LEVELS,
      centre: (half - 0.5) / side,
      disc: { centre: 0.5, radius: discRadius / side, value: DISC_LEVEL / LEVELS },
    },
    raster: () => plane,
  };
};
