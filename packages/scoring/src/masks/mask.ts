/**
 * A binary mask as run lengths in column order: from the upper left corner down each column, runs
 * of 0 and 1 in turn, the first of 0 (it may be empty).
 *
 * @see docs/reference/vision.md#masks
 */
export interface Mask {
  readonly height: number;
  readonly width: number;
  /** Lengths of the runs, pixels; they add up to height * width. */
  readonly runs: Uint32Array;
}

/** x, y, width, height in pixels, not rounded; pixel i covers [i, i + 1). */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Pixels of a mask. */
export function maskArea({ runs }: Mask): number {
  let area = 0;
  for (let i = 1; i < runs.length; i += 2) area += runs[i]!;
  return area;
}

/** The smallest box round the pixels of a mask; all 0 where it is empty. */
export function maskBox({ height, width, runs }: Mask): Box {
  let [left, right, top, bottom] = [width, -1, height, -1];
  let end = 0;
  for (let i = 0; i < runs.length; i += 1) {
    const begin = end;
    end += runs[i]!;
    if (i % 2 === 0 || begin === end) continue;
    const [first, last] = [Math.floor(begin / height), Math.floor((end - 1) / height)];
    left = Math.min(left, first);
    right = Math.max(right, last);
    // A run over the end of a column has pixels in the first and the last row.
    top = Math.min(top, first === last ? begin % height : 0);
    bottom = Math.max(bottom, first === last ? (end - 1) % height : height - 1);
  }
  return right < 0 ? [0, 0, 0, 0] : [left, top, right - left + 1, bottom - top + 1];
}

/** Pixels that two masks of the same size have in common. */
export function commonPixels(one: Mask, other: Mask): number {
  const [a, b] = [one.runs, other.runs];
  let [i, j, at, common] = [0, 0, 0, 0];
  let [endA, endB] = [a[0] ?? 0, b[0] ?? 0];
  while (i < a.length && j < b.length) {
    const end = Math.min(endA, endB);
    if (i % 2 === 1 && j % 2 === 1) common += end - at;
    at = end;
    if (endA === end) endA += a[++i] ?? 0;
    if (endB === end) endB += b[++j] ?? 0;
  }
  return common;
}

/** The pixels that are in any of the masks, which have one size. */
export function unionOf(masks: readonly Mask[]): Mask {
  const { height, width } = masks[0]!;
  const pixels = new Uint8Array(height * width);
  for (const { runs } of masks) {
    let at = 0;
    for (const [i, run] of runs.entries()) {
      if (i % 2 === 1) pixels.fill(1, at, at + run);
      at += run;
    }
  }
  return maskOfPixels(pixels, height, width);
}

/** @param pixels [width, height]: column by column; anything but 0 is in the mask. */
export function maskOfPixels(pixels: ArrayLike<number>, height: number, width: number): Mask {
  const runs: number[] = [];
  let [inside, begin] = [false, 0];
  for (let i = 0; i < pixels.length; i += 1)
    if ((pixels[i] !== 0) !== inside) {
      runs.push(i - begin);
      begin = i;
      inside = !inside;
    }
  runs.push(pixels.length - begin);
  return { height, width, runs: Uint32Array.from(runs) };
}
