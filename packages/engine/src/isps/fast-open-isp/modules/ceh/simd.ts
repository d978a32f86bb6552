import { placeBlocks, type KernelExports } from '../../../../kernels/kernel-memory.ts';
import { computeOnKernel } from '../../compute-on-kernel.ts';
import { reflect } from '../../rows.ts';
import { blendTables, equalisingCurve, type CehPart, type CehSurveyPart } from './apply.ts';

export { code } from './apply.ts';

/** @see assembly/ceh.ts */
export interface CehExports extends KernelExports {
  readonly countsOffset: () => number;
  readonly clear: () => void;
  readonly count: (from: number, length: number) => void;
  readonly gather: () => void;
  readonly choose: (
    upperFirst: number,
    upperSecond: number,
    lowerFirst: number,
    lowerSecond: number,
  ) => void;
  readonly blend: (
    source: number,
    length: number,
    weights: number,
    upper: number,
    target: number,
  ) => void;
}

/** The survey in SIMD: histograms and curves of tiles. */
const findCurves =
  (kernel: CehExports) =>
  ({
    source: { y: source },
    tables: { tiling, clipLimit, curves },
    rows,
    columns,
    from,
    to,
  }: CehSurveyPart): void => {
    const { tileColumns, height, width, top, left } = tiling;
    const [band] = placeBlocks(kernel, [height * tileColumns * width]);
    const lines = new Uint8Array(kernel.memory.buffer, band, height * tileColumns * width);
    const mirrored = Array.from({ length: tileColumns * width }, (_, x) => x).filter(
      (x) => x < left || x >= left + columns,
    );
    for (let tileRow = from; tileRow < to; tileRow += 1) {
      for (let line = 0; line < height; line += 1) {
        const start = reflect(tileRow * height + line - top, rows) * columns;
        const at = line * tileColumns * width;
        lines.set(source.subarray(start, start + columns), at + left);
        for (const x of mirrored) lines[at + x] = source[start + reflect(x - left, columns)]!;
      }
      for (let tileColumn = 0; tileColumn < tileColumns; tileColumn += 1) {
        kernel.clear();
        for (let line = 0; line < height; line += 1)
          kernel.count(band + (line * tileColumns + tileColumn) * width, width);
        kernel.gather();
        const histogram = new Int32Array(kernel.memory.buffer, kernel.countsOffset(), 256);
        curves.set(
          equalisingCurve(histogram, clipLimit),
          (tileRow * tileColumns + tileColumn) * 256,
        );
      }
    }
  };

/** Contrast enhancement in SIMD: blends the curves block by block. */
const enhanceContrast =
  (kernel: CehExports) =>
  (part: CehPart): void => {
    const { rows, columns, from, to } = part;
    const { tiling, curves } = part.tables;
    const { tileRows, tileColumns, height, width, top, left } = tiling;
    const across = blendTables(columns, left, width, tileColumns, 256);
    const down = blendTables(rows, top, height, tileRows, tileColumns * 256);
    // The kernel reads whole vectors, beyond the last column.
    const factors = new Int16Array(columns * 4 + 32);
    for (let column = 0; column < columns; column += 1) {
      const first = across.weight[column]!;
      factors[column * 4] = first;
      factors[column * 4 + 1] = 1024 - first;
      factors[column * 4 + 2] = first;
      factors[column * 4 + 3] = 1024 - first;
    }
    computeOnKernel(
      kernel,
      part,
      { reads: 'y', margin: 0, blocks: [curves, factors], writes: ['y'] },
      ({ band, blocks: [tables, weights], results: [out] }) => {
        for (const [row0, bottom] of runs(down, from, to)) {
          const upper = tables + down.first[row0]!;
          const lower = tables + down.second[row0]!;
          for (const [left0, right] of runs(across, 0, columns)) {
            kernel.choose(
              upper + across.first[left0]!,
              upper + across.second[left0]!,
              lower + across.first[left0]!,
              lower + across.second[left0]!,
            );
            for (let row = row0; row < bottom; row += 1) {
              const at = (row - from) * columns + left0;
              const share = down.weight[row]!;
              kernel.blend(band + at, right - left0, weights + left0 * 8, share, out + at);
            }
          }
        }
      },
    );
  };

export const simd = (kernel: CehExports) => ({
  apply: enhanceContrast(kernel),
  survey: findCurves(kernel),
});

/** Runs of pixels that lie between the same two tiles. */
function runs(
  { first, second }: Pick<ReturnType<typeof blendTables>, 'first' | 'second'>,
  from: number,
  to: number,
): (readonly [number, number])[] {
  const stretches: (readonly [number, number])[] = [];
  let start = from;
  for (let i = from + 1; i <= to; i += 1) {
    if (i < to && first[i] === first[start] && second[i] === second[start]) continue;
    stretches.push([start, i]);
    start = i;
  }
  return stretches;
}
