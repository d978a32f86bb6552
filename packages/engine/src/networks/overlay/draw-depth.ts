import type { RgbImage } from '../../host.ts';
import type { IsInImageCircle } from './image-circle.ts';
import { bilinear, resample } from '../resample.ts';
import { DARK, LIGHT, fill, grown, unitOf, type Colour, type Rectangle } from './canvas.ts';
import type { DepthMap } from './depth-map.ts';
import { DEPTH_COLOURS } from './depth-colours.ts';
import { textWidth, write } from './lettering.ts';

/** Colour outside the image circle, where there is no depth. */
const UNSEEN: Colour = [26, 26, 28];
/**
 * Height of capitals, height of the bar, and space around them, pixels in a picture of 450 rows.
 */
const [LETTERS, BAR, PADDING] = [10, 12, 8];

/** Words of the colour scale: what is shown, and what its least and its largest value mean. */
export interface ScaleWords {
  readonly title: string;
  readonly low: string;
  readonly high: string;
}
export const INVERSE_DEPTH: ScaleWords = {
  title: 'relative inverse depth',
  low: 'far',
  high: 'near',
};

/**
 * Draws the map in colours at the size of the picture, with a colour scale in the lower left corner
 * where there is space for it.
 */
export function drawDepth(
  map: DepthMap,
  [low, high]: readonly [number, number],
  { rows, columns }: Pick<RgbImage, 'rows' | 'columns'>,
  isSeen: IsInImageCircle,
  words = INVERSE_DEPTH,
): RgbImage {
  const values = resample(map, rows, columns, bilinear);
  const rgb = new Uint8Array(rows * columns * 3);
  const steps = high > low ? DEPTH_COLOURS.length / (high - low) : 0;
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 1) {
      const step = Math.min(
        DEPTH_COLOURS.length - 1,
        Math.max(0, Math.floor((values[at]! - low) * steps)),
      );
      const colour = isSeen((column + 0.5) / columns, (row + 0.5) / rows)
        ? DEPTH_COLOURS[step]!
        : UNSEEN;
      rgb[at * 3] = colour[0];
      rgb[at * 3 + 1] = colour[1];
      rgb[at * 3 + 2] = colour[2];
    }
  }
  const picture = { rows, columns, rgb };
  drawScale(picture, low, high, words);
  return picture;
}

function drawScale(canvas: RgbImage, low: number, high: number, words: ScaleWords): void {
  const unit = unitOf(canvas);
  const [letters, padding, bar] = [LETTERS * unit, PADDING * unit, BAR * unit];
  const [least, most] = [`${words.low} ${short(low)}`, `${words.high} ${short(high)}`];
  const width = Math.max(
    textWidth(words.title, letters),
    textWidth(least, letters) + textWidth(most, letters) + 3 * padding,
    200 * unit,
  );
  const height = 2.3 * letters + bar + 1.8 * padding;
  const left = padding;
  const plate: Rectangle = {
    left,
    right: left + width + 2 * padding,
    top: canvas.rows - padding - height - 2 * padding,
    bottom: canvas.rows - padding,
  };
  if (plate.right > canvas.columns || plate.top < 0) return;
  fill(canvas, plate, DARK, 0.82);
  const inner = grown(plate, -padding);
  write(canvas, words.title, { left: inner.left, top: inner.top, height: letters }, LIGHT);
  const top = Math.round(inner.top + letters * 1.3 + padding);
  const barWidth = Math.round(inner.right) - Math.round(inner.left);
  for (let column = 0; column < barWidth; column += 1) {
    const at = Math.round(inner.left) + column;
    fill(
      canvas,
      { left: at, right: at + 1, top, bottom: top + bar },
      DEPTH_COLOURS[Math.floor((column / barWidth) * DEPTH_COLOURS.length)]!,
    );
  }
  const ends = { top: top + bar + 0.8 * padding, height: letters };
  write(canvas, least, { ...ends, left: inner.left }, LIGHT);
  write(canvas, most, { ...ends, left: inner.right - textWidth(most, letters) }, LIGHT);
}

const short = (value: number): string => Number(value.toPrecision(3)).toString();
