import type { Matrix } from '../../field-descriptor.ts';
import { BANDS } from '../../quantities/wavelengths.ts';
import type { SceneBuild } from '../scene-descriptor.ts';
import { PAIR_CELLS, type contrastPairsFields } from './descriptor.ts';

/** A square of a pair, in shares of the scene. */
interface PairSquare {
  readonly u: number;
  readonly v: number;
  readonly width: number;
  readonly height: number;
}

/** A pair of the scene: what it shows, and where. */
export interface ScenePair {
  readonly contrast: number;
  /** Reflectance of the bright square. */
  readonly level: number;
  readonly darkLevel: number;
  readonly bright: PairSquare;
  readonly dark: PairSquare;
}

/** Pairs row by row: a row per level, a column per contrast. */
export function scenePairs({
  contrasts,
  levels,
}: {
  readonly contrasts: Matrix;
  readonly levels: Matrix;
}): readonly ScenePair[] {
  const [across, down] = [contrasts[0]!, levels[0]!];
  const { rows, columns, square } = PAIR_CELLS;
  const [width, height] = [1 / (across.length * columns), 1 / (down.length * rows)];
  return down.flatMap((level, row) =>
    across.map((contrast, column) => {
      const at = (cell: number): PairSquare => ({
        u: (column * columns + cell) * width,
        v: (row * rows + 1) * height,
        width: square * width,
        height: square * height,
      });
      return {
        contrast,
        level,
        darkLevel: (level * (1 - contrast)) / (1 + contrast),
        bright: at(1),
        dark: at(1 + square),
      };
    }),
  );
}

/**
 * Pairs of squares on their mean.
 *
 * @see docs/reference/lab.md#contrast
 */
export const build: SceneBuild<typeof contrastPairsFields> = ({ imageSize, ...lists }) => {
  const pairs = scenePairs(lists);
  const across = lists.contrasts[0]!.length;
  const [rows, columns] = [lists.levels[0]!.length * PAIR_CELLS.rows, across * PAIR_CELLS.columns];
  const { square } = PAIR_CELLS;
  const cells = Float32Array.from({ length: rows * columns }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const pair =
      pairs[Math.floor(row / PAIR_CELLS.rows) * across + Math.floor(column / PAIR_CELLS.columns)]!;
    const [down, right] = [row % PAIR_CELLS.rows, column % PAIR_CELLS.columns];
    if (down < 1 || down > square || right < 1 || right > 2 * square)
      return (pair.level + pair.darkLevel) / 2;
    return right <= square ? pair.level : pair.darkLevel;
  });
  const at = (i: number, count: number): number => Math.floor(((i + 0.5) * count) / imageSize);
  return {
    rows: imageSize,
    columns: imageSize,
    spectra: [new Float64Array(BANDS).fill(1)],
    planeMeans: [cells.reduce((sum, cell) => sum + cell, 0) / cells.length],
    pattern: { kind: 'cells', rows, columns, planes: [cells] },
    raster: () =>
      Float32Array.from(
        { length: imageSize ** 2 },
        (_, i) =>
          cells[at(Math.floor(i / imageSize), rows) * columns + at(i % imageSize, columns)]!,
      ),
  };
};
