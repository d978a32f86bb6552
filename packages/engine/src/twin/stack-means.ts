import { colourAt, type FrameLayout, type RawStack } from './frame-layout.ts';

/** The mean frame of a stack. */
export interface StackMeans {
  readonly stack: RawStack;
  readonly count: number;
  /** Codes, row by row. */
  readonly mean: Float32Array;
  /** Means of the frames, codes. */
  readonly frameMeans: readonly number[];
  /** Shares of all codes that are 0, and that are the last one. */
  readonly zeroShare: number;
  readonly fullShare: number;
}

/** Pixels that have had one code only in all frames that were added. */
export class StuckWatch {
  readonly #codes: Uint16Array;
  readonly #varies: Uint8Array;
  #isEmpty = true;

  constructor(pixels: number) {
    this.#codes = new Uint16Array(pixels);
    this.#varies = new Uint8Array(pixels);
  }

  add(frame: ArrayLike<number>): void {
    const codes = this.#codes;
    if (this.#isEmpty) codes.set(frame);
    else for (let i = 0; i < codes.length; i += 1) if (frame[i] !== codes[i]) this.#varies[i] = 1;
    this.#isEmpty = false;
  }

  isStuck(pixel: number): boolean {
    return this.#varies[pixel] === 0;
  }
}

/** Reads a stack once. One frame is in memory at a time. */
export async function stackMeans(
  stack: RawStack,
  { rows, columns, bits }: FrameLayout,
  watch?: StuckWatch,
): Promise<StackMeans> {
  const pixels = rows * columns;
  const last = 2 ** bits - 1;
  const sums = new Float64Array(pixels);
  const frameMeans: number[] = [];
  let [zeros, full] = [0, 0];
  for await (const frame of stack.frames()) {
    let sum = 0;
    for (let i = 0; i < pixels; i += 1) {
      const code = frame[i]!;
      sums[i]! += code;
      sum += code;
      if (code === 0) zeros += 1;
      else if (code >= last) full += 1;
    }
    watch?.add(frame);
    frameMeans.push(sum / pixels);
  }
  const count = frameMeans.length;
  return {
    stack,
    count,
    mean: Float32Array.from(sums, (sum) => sum / count),
    frameMeans,
    zeroShare: zeros / (pixels * count),
    fullShare: full / (pixels * count),
  };
}

/** Median of a map over the pixels of a colour, and the value that 5 % of them exceed. */
export function levelsOfColour(
  map: ArrayLike<number>,
  layout: FrameLayout,
  colour: number,
): { readonly median: number; readonly high: number } {
  const { rows, columns } = layout;
  const values = new Float64Array(rows * columns);
  let count = 0;
  for (let row = 0, i = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1, i += 1)
      if (colourAt(layout, row, column) === colour) {
        values[count] = map[i]!;
        count += 1;
      }
  const sorted = values.subarray(0, count).sort();
  return {
    median: (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2,
    high: sorted[Math.floor(HIGH * (count - 1))]!,
  };
}

/** Share of the pixels below what counts as their high level. */
const HIGH = 0.95;

/** Means of a map over the good pixels: of all, and of each colour, with their numbers. */
export function goodMeans(map: ArrayLike<number>, layout: FrameLayout, good: Uint8Array) {
  const { rows, columns, channels } = layout;
  const sums = channels.map(() => 0);
  const counts = channels.map(() => 0);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const i = row * columns + column;
      if (good[i] === 0) continue;
      const colour = colourAt(layout, row, column);
      sums[colour]! += map[i]!;
      counts[colour]! += 1;
    }
  const all = sums.reduce((a, b) => a + b, 0);
  const count = counts.reduce((a, b) => a + b, 0);
  return { mean: all / count, count, means: sums.map((sum, c) => sum / counts[c]!), counts };
}
