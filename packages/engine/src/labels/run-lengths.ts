/** A mask as COCO writes it: lengths of runs of 0 and 1 in turn, down the columns. */
export interface RunLengths {
  /** Rows, columns. */
  readonly size: readonly [number, number];
  /** Numbers, or COCO's text of them. */
  readonly counts: string | readonly number[];
}

/**
 * The lengths of the runs. In COCO's text each is a number of 5 bits per character, lowest first,
 * and from the fourth on the difference to the length two before it.
 *
 * @see maskApi.c of the COCO API, rleFrString.
 */
export function runsOf({ counts }: RunLengths): readonly number[] {
  if (typeof counts !== 'string') return counts;
  const runs: number[] = [];
  for (let at = 0; at < counts.length;) {
    let value = 0;
    let shift = 0;
    let bits: number;
    do {
      bits = counts.charCodeAt(at) - 48;
      value += (bits & 31) * 2 ** shift;
      shift += 5;
      at += 1;
    } while (bits & 32 && at < counts.length);
    if (bits & 16) value -= 2 ** shift;
    runs.push(runs.length > 2 ? value + runs.at(-2)! : value);
  }
  return runs;
}

/** The pixels of a mask: data[column * rows + row] is 0 or 1. */
export function maskOf(mask: RunLengths): Uint8Array {
  const [rows, columns] = mask.size;
  const data = new Uint8Array(rows * columns);
  let at = 0;
  for (const [i, length] of runsOf(mask).entries()) {
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
