import { SimulationError } from '../../simulation-error.ts';
import { flatCells } from '../patterns/flat-cells.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import type { pointArrayFields } from './descriptor.ts';

/**
 * Single bright samples on black. Counting samples from 1, those are bright whose row and column
 * are both round(spacing/2) plus a multiple of `spacing`.
 *
 * @throws SimulationError when the spacing leaves no point inside the scene.
 * @see docs/reference/radiometry.md#point-array.
 */
export const build: SceneBuild<typeof pointArrayFields> = ({ arraySize, pointSpacing }) => {
  const first = Math.round(pointSpacing / 2) - 1;
  if (first >= arraySize)
    throw new SimulationError(
      'bad-parameter',
      `Point Spacing ${pointSpacing} leaves no point in an array of ${arraySize}: choose a smaller spacing or a larger array.`,
      'pointarrayParams.pointSpacing',
    );
  const isLit = (index: number): boolean => index >= first && (index - first) % pointSpacing === 0;
  return flatCells(arraySize, (row, column) => Number(isLit(row) && isLit(column)));
};
