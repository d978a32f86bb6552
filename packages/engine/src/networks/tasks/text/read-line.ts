import type { TurnedRectangle } from '../../../analysis/turned-rectangle.ts';
import type { RgbImage } from '../../../host.ts';
import { refuse, rowsOf, type Numbers } from '../../output-tensors.ts';
import { largest, softmax } from '../../scores.ts';

/** Taller than wide by this: the text stands on its side. */
const UPRIGHT = 1.5;
const QUARTER = Math.PI / 2;
/** Pixels of a line that are cut out. */
const LONGEST = 8192;

/**
 * Characters along a line, the strongest at each place; repeated ones are one, class 0 is none.
 *
 * @param labels of the classes from 1 on; a class beyond them is a space.
 * @returns the text, and the mean of the probabilities of its characters.
 * @see Graves et al., Connectionist Temporal Classification, ICML 2006
 */
export function decodeLine(
  output: Numbers,
  labels: readonly string[] | null,
): { readonly text: string; readonly score: number } {
  const { rows, columns, values } = rowsOf(output);
  if (columns < 2) refuse(`its output ${output.name} has no characters besides the one for none.`);
  let [text, sum, count, before] = ['', 0, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const { label } = largest(columns, (one) => own[one]!);
    if (label < 0) refuse(`its output ${output.name} has something that is no number.`);
    if (label > 0 && label !== before) {
      text += labels ? (labels[label - 1] ?? ' ') : `<${label}>`;
      sum += probabilityOf(own, label);
      count += 1;
    }
    before = label;
  }
  return { text, score: count > 0 ? sum / count : 0 };
}

/** As it is where the values are probabilities, else from a softmax. */
function probabilityOf(values: Numbers['values'], label: number): number {
  let sum = 0;
  for (const value of values) sum += value;
  const isProbability = Math.abs(sum - 1) < 2e-2 && values[label]! <= 1;
  return isProbability ? values[label]! : softmax(values)[label]!;
}

/**
 * A line of text cut out of a picture and turned upright: its angle is the one that is nearest to
 * level, and a box that is much taller than wide is read from its foot up.
 */
export function lineOf(picture: RgbImage, rectangle: TurnedRectangle): RgbImage {
  const [x, y, ...rest] = rectangle;
  let [width, height, angle] = rest;
  angle -= QUARTER * Math.round(angle / QUARTER);
  if (Math.round((rectangle[4] - angle) / QUARTER) % 2 !== 0) [width, height] = [height, width];
  if (height >= UPRIGHT * width) {
    [width, height] = [height, width];
    angle -= QUARTER;
  }
  const side = (length: number): number => Math.min(LONGEST, Math.max(1, Math.round(length)));
  const [columns, rows] = [side(width), side(height)];
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  const rgb = new Uint8Array(3 * rows * columns);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const a = ((column + 0.5) / columns - 0.5) * width;
      const b = ((row + 0.5) / rows - 0.5) * height;
      sample(
        picture,
        [x + a * right - b * down - 0.5, y + a * down + b * right - 0.5],
        rgb.subarray(3 * (row * columns + column)),
      );
    }
  return { rows, columns, rgb };
}

/** The colour between four pixels; beyond the rim the colour at the rim. */
function sample(
  { rows, columns, rgb }: RgbImage,
  [x, y]: readonly [number, number],
  out: Uint8Array,
): void {
  const within = (value: number, most: number): number => Math.min(most - 1, Math.max(0, value));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  for (let channel = 0; channel < 3; channel += 1) {
    const at = (row: number, column: number): number =>
      rgb[3 * (within(row, rows) * columns + within(column, columns)) + channel]!;
    const upper = at(top, left) * (1 - across) + at(top, left + 1) * across;
    const lower = at(top + 1, left) * (1 - across) + at(top + 1, left + 1) * across;
    out[channel] = Math.round(upper * (1 - down) + lower * down);
  }
}
