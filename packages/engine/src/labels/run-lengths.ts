/** A mask as COCO writes it: lengths of runs of 0 and 1 in turn, down the columns. */
export interface RunLengths {
  /** Rows, columns. */
  readonly size: readonly [number, number];
  /** They add up to rows times columns. */
  readonly counts: readonly number[];
}

/** The pixels of a mask: data[column * rows + row] is 0 or 1. */
export function maskOf({ size, counts }: RunLengths): Uint8Array {
  const [rows, columns] = size;
  const data = new Uint8Array(rows * columns);
  let at = 0;
  for (const [i, length] of counts.entries()) {
    if (i % 2 === 1) data.fill(1, at, at + length);
    at += length;
  }
  return data;
}

/** Run lengths of a mask of 0 and 1: data[column * rows + row]. */
export function runLengthsOf(data: Uint8Array, rows: number, columns: number): RunLengths {
  const counts: number[] = [];
  let from = 0;
  for (let value = 0; from < data.length; value = 1 - value) {
    const next = data.indexOf(1 - value, from);
    const end = next < 0 ? data.length : next;
    counts.push(end - from);
    from = end;
  }
  return { size: [rows, columns], counts };
}
