import type { LitBlocks } from './lit-blocks.ts';
import type { RowSampler } from './row-sampler.ts';

/**
 * A pattern that is constant inside each cell: patches, points, lines, photographs. planes[k][row *
 * columns + column].
 */
export interface Cells {
  readonly kind: 'cells';
  readonly rows: number;
  readonly columns: number;
  readonly planes: readonly Float32Array[];
  /**
   * Planes from this one on go on outside the scene as their nearest cell; otherwise it is black
   * there.
   */
  readonly endlessFrom?: number;
  /** Where it is not black; absent where that has not been looked for. */
  readonly lit?: LitBlocks;
}

/**
 * Exact area averages of cells over rectangles: the value of a rectangle is the sum of its
 * overlaps, so no light is lost or gained, whether cells are larger or smaller than the rectangles.
 * Rows are summed first, which reads memory in order.
 */
export function cellsSampler({ rows, columns, planes }: Cells, xEdges: Float64Array): RowSampler {
  const spans = overlaps(xEdges, columns);
  const gathered = new Float64Array(columns);
  const from = spans.first[0]!;
  const to = spans.last.at(-1)!;
  // Rows of pixels inside the same row of cells are equal; `out` then still holds their values.
  let held = -1;
  return (top, bottom, out) => {
    const height = bottom - top;
    const firstRow = Math.min(rows - 1, Math.floor(top * rows));
    const lastRow = Math.max(firstRow, Math.min(rows - 1, Math.ceil(bottom * rows) - 1));
    if (firstRow === lastRow && firstRow === held) return;
    held = firstRow === lastRow ? firstRow : -1;
    for (const [k, plane] of planes.entries()) {
      for (let row = firstRow; row <= lastRow; row += 1) {
        const weight =
          firstRow === lastRow
            ? 1
            : (Math.min(bottom, (row + 1) / rows) - Math.max(top, row / rows)) / height;
        const start = row * columns;
        if (row === firstRow)
          for (let column = from; column <= to; column += 1)
            gathered[column] = weight * plane[start + column]!;
        else
          for (let column = from; column <= to; column += 1)
            gathered[column]! += weight * plane[start + column]!;
      }
      averageSpans(gathered, spans, out[k]!);
    }
  };
}

interface Overlaps {
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly firstWeight: Float64Array;
  readonly middleWeight: Float64Array;
  readonly lastWeight: Float64Array;
}

/** Which of `count` equal cells each interval touches, and with what share of the interval. */
function overlaps(edges: Float64Array, count: number): Overlaps {
  const intervals = edges.length - 1;
  const result = {
    first: new Int32Array(intervals),
    last: new Int32Array(intervals),
    firstWeight: new Float64Array(intervals),
    middleWeight: new Float64Array(intervals),
    lastWeight: new Float64Array(intervals),
  };
  for (let i = 0; i < intervals; i += 1) {
    const low = edges[i]! * count;
    const high = edges[i + 1]! * count;
    const first = Math.min(count - 1, Math.floor(low));
    const last = Math.max(first, Math.min(count - 1, Math.ceil(high) - 1));
    const width = high - low;
    result.first[i] = first;
    result.last[i] = last;
    result.firstWeight[i] = first === last ? 1 : (first + 1 - low) / width;
    result.middleWeight[i] = 1 / width;
    result.lastWeight[i] = first === last ? 0 : (high - last) / width;
  }
  return result;
}

function averageSpans(
  values: Float64Array,
  { first, last, firstWeight, middleWeight, lastWeight }: Overlaps,
  out: Float32Array,
): void {
  for (let i = 0; i < first.length; i += 1) {
    const from = first[i]!;
    const to = last[i]!;
    let sum = values[from]! * firstWeight[i]! + values[to]! * lastWeight[i]!;
    if (to - from > 1) {
      let middle = 0;
      for (let cell = from + 1; cell < to; cell += 1) middle += values[cell]!;
      sum += middle * middleWeight[i]!;
    }
    out[i] = sum;
  }
}
