/** What is wrong with a pixel, as defects.npy holds it. */
export const DEFECT_CODES = { hot: 1, dead: 2, stuck: 3, columns: 4 } as const;
/** The bits of a mark that hold the defect. */
export const DEFECT_BITS = 0x0f;
/** The bit of a mark of a pixel that jumps between two levels. */
export const TELEGRAPH_BIT = 0x10;

/** The pixels with marks, in their order, so that few pixels are looked at later. */
export interface MarkedPixels {
  readonly dead: Uint32Array;
  readonly stuck: Uint32Array;
  readonly inBadColumns: Uint32Array;
  readonly jumping: Uint32Array;
}

/** Sorts pixels by what is special about them. */
export function markedPixels(marks: Uint8Array): MarkedPixels {
  const lists: Readonly<Record<keyof MarkedPixels, number[]>> = {
    dead: [],
    stuck: [],
    inBadColumns: [],
    jumping: [],
  };
  for (let i = 0; i < marks.length; i += 1) {
    const mark = marks[i]!;
    if (mark === 0) continue;
    if ((mark & TELEGRAPH_BIT) !== 0) lists.jumping.push(i);
    const defect = mark & DEFECT_BITS;
    if (defect === DEFECT_CODES.dead) lists.dead.push(i);
    else if (defect === DEFECT_CODES.stuck) lists.stuck.push(i);
    else if (defect === DEFECT_CODES.columns) lists.inBadColumns.push(i);
  }
  const [dead, stuck, inBadColumns, jumping] = [
    lists.dead,
    lists.stuck,
    lists.inBadColumns,
    lists.jumping,
  ].map((list) => Uint32Array.from(list)) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  return { dead, stuck, inBadColumns, jumping };
}

/** The pixels from..to of a rising list. */
export function pixelsWithin(pixels: Uint32Array, from: number, to: number): Uint32Array {
  const place = (limit: number): number => {
    let [low, high] = [0, pixels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pixels[middle]! < limit) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return pixels.subarray(place(from), place(to));
}
