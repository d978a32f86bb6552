import { blendTables, equalisingCurve, type CehPart, type CehSurveyPart } from './apply.ts';
import { reflect } from '../../rows.ts';
import { placeBlocks, type KernelExports } from '../../../kernels/kernel-memory.ts';

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

/** Bytes after the last pixel that vectors may read. */
const SLACK = 16;

/** The survey in SIMD: histograms and curves of tiles. */
export const cehCurvesKernel =
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
    const [band] = placeBlocks(kernel, [height * tileColumns * width]) as [number];
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
export const cehKernel =
  (kernel: CehExports) =>
  ({
    source: { y: source },
    target: { y: target },
    tables: { tiling, curves },
    rows,
    columns,
    from,
    to,
  }: CehPart): void => {
    const { tileRows, tileColumns, height, width, top, left } = tiling;
    const across = blendTables(columns, left, width, tileColumns, 256);
    const down = blendTables(rows, top, height, tileRows, tileColumns * 256);
    const count = (to - from) * columns;
    const [band, tables, weights, out] = placeBlocks(kernel, [
      count + SLACK,
      curves.length,
      columns * 8 + 64,
      count,
    ]) as [number, number, number, number];
    const { buffer } = kernel.memory;
    new Uint8Array(buffer, band, count).set(source.subarray(from * columns, to * columns));
    new Uint8Array(buffer, tables, curves.length).set(curves);
    const factors = new Int16Array(buffer, weights, columns * 4);
    for (let column = 0; column < columns; column += 1) {
      const first = across.weight[column]!;
      factors[column * 4] = first;
      factors[column * 4 + 1] = 1024 - first;
      factors[column * 4 + 2] = first;
      factors[column * 4 + 3] = 1024 - first;
    }
    for (const [top0, bottom] of runs(down, from, to)) {
      const upper = tables + down.first[top0]!;
      const lower = tables + down.second[top0]!;
      for (const [left0, right] of runs(across, 0, columns)) {
        kernel.choose(
          upper + across.first[left0]!,
          upper + across.second[left0]!,
          lower + across.first[left0]!,
          lower + across.second[left0]!,
        );
        for (let row = top0; row < bottom; row += 1) {
          const at = (row - from) * columns + left0;
          kernel.blend(band + at, right - left0, weights + left0 * 8, down.weight[row]!, out + at);
        }
      }
    }
    target.set(new Uint8Array(buffer, out, count), from * columns);
  };

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
