import { SimulationError } from '../../simulation-error.ts';
import { flatCells } from '../patterns/flat-cells.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import type { gridlinesFields } from './descriptor.ts';

/** Reflectance between the lines: nearly black. */
const BACKGROUND = 1e-5;

/**
 * Lines along rows and columns. Counting samples from 1, the first line begins at round(spacing/2),
 * the others every `spacing` samples. Lines are `thickness` samples wide; the last one may be cut
 * off by the end of the scene.
 *
 * @throws SimulationError when the spacing leaves no line inside the scene.
 * @see docs/reference/radiometry.md#gridlines.
 */
export const build: SceneBuild<typeof gridlinesFields> = ({
  gridlineSize,
  lineSpacing,
  lineThickness,
}) => {
  const first = Math.round(lineSpacing / 2) - 1;
  if (first >= gridlineSize)
    throw new SimulationError(
      'bad-parameter',
      `Line Spacing ${lineSpacing} leaves no line in a scene of ${gridlineSize}: choose a smaller spacing or a larger scene.`,
      'gridlinesParams.lineSpacing',
    );
  const isLine = (index: number): boolean =>
    index >= first && (index - first) % lineSpacing < lineThickness;
  return flatCells(gridlineSize, (row, column) => (isLine(row) || isLine(column) ? 1 : BACKGROUND));
};
