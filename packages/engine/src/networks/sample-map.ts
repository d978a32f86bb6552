import type { Placement } from './prepare-input.ts';
import type { Planes } from './output-tensors.ts';

/** Two neighbours of a place and the weight of the second one. */
export interface Neighbours {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float64Array;
}

/** Where the centres of the picture's pixels lie in the samples of a map of the whole input. */
export function neighboursOf(
  placement: Placement,
  axis: 'rows' | 'columns',
  samples: number,
): Neighbours {
  const { scale, begin, side } =
    axis === 'rows'
      ? { scale: placement.scaleY, begin: placement.top, side: placement.height }
      : { scale: placement.scaleX, begin: placement.left, side: placement.width };
  const length = placement[axis];
  const [first, second] = [new Int32Array(length), new Int32Array(length)];
  const weight = new Float64Array(length);
  for (let at = 0; at < length; at += 1) {
    const place = (((at + 0.5) * scale + begin) * samples) / side - 0.5;
    const within = Math.min(samples - 1, Math.max(0, place));
    first[at] = Math.floor(within);
    second[at] = Math.min(samples - 1, first[at]! + 1);
    weight[at] = within - first[at]!;
  }
  return { first, second, weight };
}

/**
 * One plane of an output, resized to the picture: bilinear between sample centres, the rim
 * continued.
 *
 * @returns rows x columns of the picture.
 */
export function sampleMap(
  { rows, columns, values }: Planes,
  placement: Placement,
  plane = 0,
): Float32Array {
  const down = neighboursOf(placement, 'rows', rows);
  const across = neighboursOf(placement, 'columns', columns);
  const out = new Float32Array(placement.rows * placement.columns);
  for (let row = 0, to = 0; row < placement.rows; row += 1) {
    const [above, below, share] = [down.first[row]!, down.second[row]!, down.weight[row]!];
    const [upper, lower] = [(plane * rows + above) * columns, (plane * rows + below) * columns];
    for (let column = 0; column < placement.columns; column += 1, to += 1) {
      const [left, right, weight] = [
        across.first[column]!,
        across.second[column]!,
        across.weight[column]!,
      ];
      const top = values[upper + left]! * (1 - weight) + values[upper + right]! * weight;
      const bottom = values[lower + left]! * (1 - weight) + values[lower + right]! * weight;
      out[to] = top * (1 - share) + bottom * share;
    }
  }
  return out;
}
