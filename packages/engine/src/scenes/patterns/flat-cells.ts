import { sharedFloat32 } from '../../images/shared-array.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import { mean, type Scene } from '../scene.ts';

/**
 * A square scene of one plane with a flat spectrum, in which each sample of the raster is a cell.
 * `value(row, column)` is its reflectance.
 */
export function flatCells(side: number, value: (row: number, column: number) => number): Scene {
  const plane = sharedFloat32(side * side);
  for (let row = 0; row < side; row += 1) {
    for (let column = 0; column < side; column += 1)
      plane[row * side + column] = value(row, column);
  }
  return {
    rows: side,
    columns: side,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [mean(plane)],
    pattern: { kind: 'cells', rows: side, columns: side, planes: [plane] },
    raster: () => plane,
  };
}
