import {
  cornersOf,
  rectangleRound,
  type TurnedRectangle,
} from '../../../analysis/turned-rectangle.ts';
import type { Planes } from '../../output-tensors.ts';

/** Boxes with a shorter side are no text, pixels of the map: before and after they are grown. */
const [LEAST_SIDE, LEAST_GROWN] = [3, 5];
/** Regions of a map that are looked at. */
const MOST_REGIONS = 1000;

interface BoxOfMap {
  /** In pixels of the map, whose first pixel covers 0 to 1. */
  readonly rectangle: TurnedRectangle;
  /** Mean of the map in the box before it is grown. */
  readonly score: number;
}

/**
 * Boxes of text from a map of probabilities: the smallest turned rectangles round connected pixels
 * above a level, each grown on all sides by its area times `growth` over its perimeter, because the
 * map shows text shrunk.
 *
 * @see Liao et al., Real-time Scene Text Detection with Differentiable Binarization, AAAI 2020,
 * section 3.5
 */
export function textBoxes(
  map: Planes,
  { level, growth, least }: Readonly<Record<'level' | 'growth' | 'least', number>>,
): readonly BoxOfMap[] {
  const found: BoxOfMap[] = [];
  for (const outline of outlinesIn(map, level)) {
    const rectangle = rectangleRound(outline);
    const [x, y, width, height, angle] = rectangle;
    if (Math.min(width, height) < LEAST_SIDE) continue;
    const score = meanIn(map, rectangle);
    if (score <= least) continue;
    const by = (growth * width * height) / (2 * (width + height));
    const grown: TurnedRectangle = [x, y, width + 2 * by, height + 2 * by, angle];
    if (Math.min(grown[2], grown[3]) >= LEAST_GROWN) found.push({ rectangle: grown, score });
  }
  return found;
}

/** Per region of 8-connected pixels above a level: the corners of the ends of its rows. */
function outlinesIn({ rows, columns, values }: Planes, level: number): readonly number[][] {
  const isFree = Uint8Array.from(values, (value) => Number(value > level));
  const outlines: number[][] = [];
  const stack: number[] = [];
  for (let first = isFree.indexOf(1); first >= 0; first = isFree.indexOf(1, first + 1)) {
    if (outlines.length === MOST_REGIONS) break;
    const ends = new Map<number, [number, number]>();
    stack.push(first);
    isFree[first] = 0;
    while (stack.length > 0) {
      const at = stack.pop()!;
      const [row, column] = [Math.floor(at / columns), at % columns];
      const [left, right] = ends.get(row) ?? [column, column];
      ends.set(row, [Math.min(left, column), Math.max(right, column)]);
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
          const next = y * columns + x;
          if (isFree[next] === 0) continue;
          isFree[next] = 0;
          stack.push(next);
        }
    }
    outlines.push(
      [...ends].flatMap(([row, [left, right]]) => [
        ...[left, row, right + 1, row],
        ...[left, row + 1, right + 1, row + 1],
      ]),
    );
  }
  return outlines;
}

/** Mean of a map over the pixels whose middles lie in a rectangle. */
function meanIn({ rows, columns, values }: Planes, rectangle: TurnedRectangle): number {
  const [x, y, width, height, angle] = rectangle;
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const corners = cornersOf(rectangle);
  const range = (axis: 0 | 1, most: number): readonly [number, number] => {
    const all = corners.map((corner) => corner[axis]);
    return [Math.max(0, Math.floor(Math.min(...all))), Math.min(most, Math.ceil(Math.max(...all)))];
  };
  const [left, end] = range(0, columns);
  const [top, bottom] = range(1, rows);
  let [sum, count] = [0, 0];
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < end; column += 1) {
      const [a, b] = [column + 0.5 - x, row + 0.5 - y];
      if (Math.abs(a * right + b * down) > width / 2) continue;
      if (Math.abs(b * right - a * down) > height / 2) continue;
      sum += values[row * columns + column]!;
      count += 1;
    }
  return count > 0 ? sum / count : 0;
}
