import { layLeaves } from '../../analysis/texture/leaves.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import { SimulationError } from '../../simulation-error.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { wrongEnds, type deadLeavesFields } from './descriptor.ts';

/** Cells along a side, and most of them along a unit of the radii. */
const [MOST_CELLS, FINEST] = [4096, 8] as const;

/** Cells of the scene along a unit of the radii. */
export const cellsPerUnit = (size: number): number =>
  Math.min(FINEST, Math.floor(MOST_CELLS / size));

/**
 * Leaves as cells that are finer than the samples.
 *
 * @throws SimulationError where the radii or the greys are the wrong way round.
 * @see docs/reference/lab.md#leaves
 */
export const build: SceneBuild<typeof deadLeavesFields> = (parameters) => {
  const { imageSize: size, seed, smallest, largest, low, high } = parameters;
  const wrong = wrongEnds(parameters);
  if (wrong) throw new SimulationError('bad-parameter', wrong.message, wrong.field);
  const fine = cellsPerUnit(size);
  const side = fine * size;
  const { samples } = layLeaves({ seed, size, smallest, largest, low, high }, side);
  return {
    rows: size,
    columns: size,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(samples)],
    pattern: { kind: 'cells', rows: side, columns: side, planes: [samples] },
    raster: () =>
      Float32Array.from({ length: size * size }, (_, i) => {
        const [top, left] = [fine * Math.floor(i / size), fine * (i % size)];
        let sum = 0;
        for (let row = top; row < top + fine; row += 1)
          for (let column = left; column < left + fine; column += 1)
            sum += samples[row * side + column]!;
        return sum / fine ** 2;
      }),
  };
};
