import type { RgbImage } from '../../host.ts';

/** 8-bit red, green, blue. */
export type Colour = readonly [number, number, number];
/** In pixels; `right` and `bottom` are the first column and row outside. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Background of labels and outline of lines, so that light lines and letters are visible on any
 * picture.
 */
export const DARK: Colour = [12, 12, 14];
export const LIGHT: Colour = [246, 246, 246];

/** A copy to draw on; the picture itself is never changed. */
export const copyOf = ({ rows, columns, rgb }: RgbImage): RgbImage => ({
  rows,
  columns,
  rgb: rgb.slice(),
});

/** Scale of lines and letters: the smaller side of the picture divided by 450, at least 1. */
export const unitOf = ({ rows, columns }: Pick<RgbImage, 'rows' | 'columns'>): number =>
  Math.max(1, Math.min(rows, columns) / 450);

/** Mixes a colour into one pixel; does nothing outside of the picture. */
export function blend(
  { rows, columns, rgb }: RgbImage,
  row: number,
  column: number,
  colour: Colour,
  share: number,
): void {
  if (row < 0 || column < 0 || row >= rows || column >= columns) return;
  const at = (row * columns + column) * 3;
  for (let channel = 0; channel < 3; channel += 1)
    rgb[at + channel] = Math.round(
      rgb[at + channel]! + (colour[channel]! - rgb[at + channel]!) * share,
    );
}

/** Fills a rectangle of whole pixels. */
export function fill(canvas: RgbImage, rectangle: Rectangle, colour: Colour, share = 1): void {
  const { left, top, right, bottom } = rounded(rectangle);
  for (let row = Math.max(0, top); row < Math.min(canvas.rows, bottom); row += 1) {
    for (let column = Math.max(0, left); column < Math.min(canvas.columns, right); column += 1)
      blend(canvas, row, column, colour, share);
  }
}

/** Draws the sides of a rectangle, `width` pixels wide, inside it. */
export function frame(
  canvas: RgbImage,
  rectangle: Rectangle,
  width: number,
  colour: Colour,
  share = 1,
): void {
  const { left, top, right, bottom } = rounded(rectangle);
  const [inLeft, inRight] = [Math.min(right, left + width), Math.max(left, right - width)];
  const [inTop, inBottom] = [Math.min(bottom, top + width), Math.max(top, bottom - width)];
  for (const side of [
    { left, right, top, bottom: inTop },
    { left, right, top: Math.max(inTop, inBottom), bottom },
    { left, right: inLeft, top: inTop, bottom: inBottom },
    { left: Math.max(inLeft, inRight), right, top: inTop, bottom: inBottom },
  ])
    fill(canvas, side, colour, share);
}

/** Draws a line between two points in pixels, with round ends. */
export function line(
  canvas: RgbImage,
  [from, to]: readonly [readonly [number, number], readonly [number, number]],
  width: number,
  colour: Colour,
  share = 1,
): void {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const square = across ** 2 + down ** 2;
  const reach = width / 2 + 0.5;
  const span = (one: number, other: number, most: number): readonly [number, number] => [
    Math.max(0, Math.floor(Math.min(one, other) - reach)),
    Math.min(most, Math.ceil(Math.max(one, other) + reach)),
  ];
  const [top, bottom] = span(from[1], to[1], canvas.rows);
  const [left, right] = span(from[0], to[0], canvas.columns);
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1) {
      const [x, y] = [column + 0.5 - from[0], row + 0.5 - from[1]];
      const along = square > 0 ? Math.min(1, Math.max(0, (x * across + y * down) / square)) : 0;
      const distance = Math.hypot(x - along * across, y - along * down);
      const covered = Math.min(1, Math.max(0, reach - distance));
      if (covered > 0) blend(canvas, row, column, colour, share * covered);
    }
}

export const grown = ({ left, top, right, bottom }: Rectangle, by: number): Rectangle => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const rounded = ({ left, top, right, bottom }: Rectangle): Rectangle => ({
  left: Math.round(left),
  top: Math.round(top),
  right: Math.round(right),
  bottom: Math.round(bottom),
});
