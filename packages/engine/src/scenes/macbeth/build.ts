import type { SceneBuild } from '../scene-descriptor.ts';
import type { macbethFields } from './descriptor.ts';
import table from './reflectances.json' with { type: 'json' };

const ROWS = 4;
const COLUMNS = 6;

/**
 * The 24-patch colour chart: one cell, one plane and one spectrum per patch.
 *
 * @param parameters patchSize in samples: the raster has (4·patchSize) rows and (6·patchSize)
 *   columns.
 * @see the reflectances and their source in reflectances.json; docs/reference/radiometry.md#macbeth
 *   for the geometry.
 */
export const build: SceneBuild<typeof macbethFields> = ({ patchSize }) => {
  const patches = table.patches.map(({ reflectance }) => Float64Array.from(reflectance));
  const columns = COLUMNS * patchSize;
  return {
    rows: ROWS * patchSize,
    columns,
    spectra: patches,
    planeMeans: patches.map(() => 1 / patches.length),
    pattern: {
      kind: 'cells',
      rows: ROWS,
      columns: COLUMNS,
      planes: patches.map((_, patch) =>
        Float32Array.from({ length: ROWS * COLUMNS }, (__, cell) => Number(cell === patch)),
      ),
    },
    raster: (patch) => {
      const plane = new Float32Array(ROWS * patchSize * columns);
      const left = (patch % COLUMNS) * patchSize;
      const top = Math.floor(patch / COLUMNS) * patchSize;
      for (let row = top; row < top + patchSize; row += 1)
        plane.fill(1, row * columns + left, row * columns + left + patchSize);
      return plane;
    },
  };
};
