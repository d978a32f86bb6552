import type { NumberMap } from '../segmentation.ts';

/** Which region of a mask each pixel is in. */
export interface Regions {
  /** [rows, columns]: the number of the region, or -1 outside. */
  readonly numbers: Int32Array;
  /** Pixels of each region. */
  readonly sizes: readonly number[];
}

/** The 8-connected regions of a mask: pixels that are not 0 and touch by a side or a corner. */
export function regionsOf({ rows, columns, data }: NumberMap): Regions {
  const numbers = new Int32Array(rows * columns).fill(-1);
  const sizes: number[] = [];
  const open: number[] = [];
  for (let start = 0; start < numbers.length; start += 1) {
    if (data[start] === 0 || numbers[start]! >= 0) continue;
    const region = sizes.length;
    numbers[start] = region;
    open.push(start);
    let size = 0;
    for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
      size += 1;
      const [row, column] = [Math.floor(pixel / columns), pixel % columns];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
          const next = y * columns + x;
          if (data[next] === 0 || numbers[next]! >= 0) continue;
          numbers[next] = region;
          open.push(next);
        }
    }
    sizes.push(size);
  }
  return { numbers, sizes };
}
