import type { RgbImage } from '../../host.ts';
import type { Detection } from '../../analysis/match-detections.ts';
import {
  DARK,
  copyOf,
  fill,
  frame,
  grown,
  line,
  unitOf,
  type Colour,
  type Rectangle,
} from './canvas.ts';
import { textWidth, write } from './lettering.ts';

/** Light colours that can be told apart with red-green blindness too; classes take them in turn. */
const COLOURS: readonly Colour[] = [
  [255, 214, 10],
  [64, 224, 255],
  [255, 128, 200],
  [140, 240, 100],
  [255, 160, 70],
  [190, 170, 255],
  [245, 245, 245],
  [90, 230, 190],
];

/** Height of capitals and space around them, pixels in a picture of 450 rows. */
const LETTERS = 11;
const PADDING = 4;

type Point = readonly [x: number, y: number];

/** Lines and points of a detection, in pixels of the picture. */
export interface Marks {
  /** In place of its box: corners of a polygon. */
  readonly outline?: readonly Point[];
  readonly points?: readonly Point[];
}

/**
 * Draws a box with label and score around every detection; that with the highest score is drawn
 * last.
 *
 * @param marks of each detection.
 */
export function drawDetections(
  detections: readonly Detection[],
  picture: RgbImage,
  marks: readonly Marks[] = [],
): RgbImage {
  const canvas = copyOf(picture);
  const unit = unitOf(picture);
  const thick = Math.round(2 * unit);
  const halo = Math.max(1, Math.round(unit));
  const boxes = detections.map(({ box }): Rectangle => ({
    left: box.left * picture.columns,
    top: box.top * picture.rows,
    right: box.right * picture.columns,
    bottom: box.bottom * picture.rows,
  }));
  for (const [index, { classIndex }] of [...detections.entries()].toReversed()) {
    const box = boxes[index]!;
    const { outline, points = [] } = marks[index] ?? {};
    const lines = outline?.map(
      (corner, at) => [corner, outline[(at + 1) % outline.length]!] as const,
    );
    for (const [width, colour, share] of [
      [thick + 2 * halo, DARK, 0.75],
      [thick, colourOf(classIndex), 1],
    ] as const) {
      for (const one of lines ?? []) line(canvas, one, width, colour, share);
      for (const point of points) line(canvas, [point, point], width + 2 * thick, colour, share);
    }
    if (outline) continue;
    frame(canvas, grown(box, halo), thick + 2 * halo, DARK, 0.75);
    frame(canvas, box, thick, colourOf(classIndex));
  }
  const taken: Rectangle[] = [];
  for (const [index, { label, score, classIndex }] of detections.entries()) {
    const text = `${label} ${score.toFixed(2)}`;
    const height = LETTERS * unit;
    const padding = PADDING * unit;
    const plate = placed(
      boxes[index]!,
      textWidth(text, height) + 2 * padding,
      height + 2.4 * padding,
      picture,
      taken,
    );
    taken.push(plate);
    fill(canvas, grown(plate, halo), DARK, 0.75);
    fill(canvas, plate, colourOf(classIndex));
    write(
      canvas,
      text,
      { left: Math.round(plate.left + padding), top: Math.round(plate.top + padding), height },
      DARK,
    );
  }
  return canvas;
}

/** Places of a label below the upper edge, in label heights, for crowded boxes. */
const FURTHER = [1, 2, 3, 4, 5];

/** Colour of a class. */
export const colourOf = (classIndex: number): Colour => COLOURS[classIndex % COLOURS.length]!;

/**
 * Finds the place of a label: above the box, inside its upper edge, below it, inside its lower edge
 * or farther down inside it; the first that lies in the picture and covers no other label.
 */
function placed(
  box: Rectangle,
  width: number,
  height: number,
  { rows, columns }: RgbImage,
  taken: readonly Rectangle[],
): Rectangle {
  const left = Math.max(0, Math.min(box.left, columns - width));
  const places = [
    box.top - height,
    box.top,
    box.bottom,
    box.bottom - height,
    ...FURTHER.map((lines) => box.top + lines * height),
  ].map((top) => ({ left, top, right: left + width, bottom: top + height }));
  const isInside = ({ top, bottom }: Rectangle): boolean => top >= 0 && bottom <= rows;
  const isFree = (place: Rectangle): boolean =>
    taken.every(
      (other) =>
        place.right <= other.left ||
        place.left >= other.right ||
        place.bottom <= other.top ||
        place.top >= other.bottom,
    );
  return (
    places.find((place) => isInside(place) && isFree(place)) ?? places.find(isInside) ?? places[1]!
  );
}
