import type { RunLengths } from '../../../labels/run-lengths.ts';
import type { FoundBox } from './finding.ts';
import type { Planes } from '../../output-tensors.ts';
import type { Placement } from '../../prepare-input.ts';
import { neighboursOf } from '../../sample-map.ts';

/** Planes of which masks are sums. */
export type Prototypes = Planes;

/**
 * The mask of an object: the pixels of the picture in its box where the sum of the prototypes,
 * weighted and resized to the picture, is above 0, which is a sigmoid above .5.
 *
 * @see Bolya et al., YOLACT, ICCV 2019
 */
export function maskOf(
  coefficients: Float64Array,
  prototypes: Prototypes,
  [x, y, width, height]: FoundBox['box'],
  placement: Placement,
): RunLengths {
  const { rows, columns } = placement;
  const down = neighboursOf(placement, 'rows', prototypes.rows);
  const across = neighboursOf(placement, 'columns', prototypes.columns);
  const sums = sumsOf(coefficients, prototypes);
  // Pixels whose centres lie in the box.
  const inside = (from: number, length: number, most: number): readonly [number, number] => [
    Math.max(0, Math.ceil(from - 0.5)),
    Math.min(most, Math.ceil(from + length - 0.5)),
  ];
  const [left, right] = inside(x, width, columns);
  const [top, bottom] = inside(y, height, rows);
  const counts: number[] = [];
  let end = 0;
  for (let column = left; column < right; column += 1) {
    const [first, second] = [across.first[column]!, across.second[column]!];
    const weight = across.weight[column]!;
    const mixed = (line: number): number =>
      sums(line, first) * (1 - weight) + sums(line, second) * weight;
    for (let row = top; row < bottom; row += 1) {
      const share = down.weight[row]!;
      if (!(mixed(down.first[row]!) * (1 - share) + mixed(down.second[row]!) * share > 0)) continue;
      const at = column * rows + row;
      if (at === end && counts.length > 0) counts[counts.length - 1]! += 1;
      else counts.push(at - end, 1);
      end = at + 1;
    }
  }
  if (end < rows * columns || counts.length === 0) counts.push(rows * columns - end);
  return { size: [rows, columns], counts };
}

/** The weighted sum of the prototypes at a sample, computed where it is first asked for. */
function sumsOf(
  coefficients: Float64Array,
  { rows, columns, values }: Prototypes,
): (row: number, column: number) => number {
  const area = rows * columns;
  const known = new Float64Array(area).fill(NaN);
  return (row, column) => {
    const at = row * columns + column;
    if (Number.isNaN(known[at]!)) {
      let sum = 0;
      for (let plane = 0; plane < coefficients.length; plane += 1)
        sum += coefficients[plane]! * values[plane * area + at]!;
      known[at] = sum;
    }
    return known[at]!;
  };
}
