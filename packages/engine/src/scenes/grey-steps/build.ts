import { pow } from '../../quantities/elementary.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import { mean } from '../scene.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { GREY_COLUMNS, GREY_ROWS, type greyStepsFields } from './descriptor.ts';

const STEPS = GREY_ROWS * GREY_COLUMNS;

/**
 * Grey patches for the opto-electronic conversion function and the dynamic range: row by row from
 * white, each darker than the one before by the same factor.
 *
 * @see docs/reference/measuring.md#grey-steps
 */
export const build: SceneBuild<typeof greyStepsFields> = ({ patchSize, densityRange }) => {
  const steps = Float32Array.from({ length: STEPS }, (_, step) =>
    pow(10, (-densityRange * step) / (STEPS - 1)),
  );
  const columns = GREY_COLUMNS * patchSize;
  return {
    rows: GREY_ROWS * patchSize,
    columns,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(steps)],
    pattern: { kind: 'cells', rows: GREY_ROWS, columns: GREY_COLUMNS, planes: [steps] },
    raster: () =>
      Float32Array.from({ length: STEPS * patchSize ** 2 }, (_, sample) => {
        const [row, column] = [Math.floor(sample / columns), sample % columns];
        return steps[Math.floor(row / patchSize) * GREY_COLUMNS + Math.floor(column / patchSize)]!;
      }),
  };
};
