import type { Rectangle } from '@lumenloom/engine/measuring';
import type { Point, Size } from '../../kit/picture/picture-view.ts';

/** Side of a region that the keyboard makes, pixels of the picture. */
const FIRST_SIDE = 64;
/** Least side, pixels. */
const LEAST_SIDE = 2;

const within = (value: number, least: number, largest: number): number =>
  Math.min(Math.max(value, least), Math.max(least, largest));

/** The region moved by whole pixels, inside the picture. */
export const movedRegion = (region: Rectangle, by: Point, { width, height }: Size): Rectangle => ({
  ...region,
  x: within(region.x + by.x, 0, width - region.width),
  y: within(region.y + by.y, 0, height - region.height),
});

/** The region with its lower right corner moved by whole pixels, inside the picture. */
export const resizedRegion = (
  region: Rectangle,
  by: Point,
  { width, height }: Size,
): Rectangle => ({
  ...region,
  width: within(region.width + by.x, LEAST_SIDE, width - region.x),
  height: within(region.height + by.y, LEAST_SIDE, height - region.y),
});

/** The region between two pixels, both included; undefined where it is too small to be meant. */
export function regionBetween(one: Point, other: Point, { width, height }: Size) {
  const [x, y] = [Math.max(0, Math.min(one.x, other.x)), Math.max(0, Math.min(one.y, other.y))];
  const [right, bottom] = [
    Math.min(width - 1, Math.max(one.x, other.x)),
    Math.min(height - 1, Math.max(one.y, other.y)),
  ];
  const region: Rectangle = { x, y, width: right - x + 1, height: bottom - y + 1 };
  return region.width >= LEAST_SIDE && region.height >= LEAST_SIDE ? region : undefined;
}

/** A square in the middle of the picture. */
export function regionInMiddle({ width, height }: Size): Rectangle {
  const [wide, high] = [Math.min(FIRST_SIDE, width), Math.min(FIRST_SIDE, height)];
  return {
    x: Math.floor((width - wide) / 2),
    y: Math.floor((height - high) / 2),
    width: wide,
    height: high,
  };
}

export const isInside = ({ x, y, width, height }: Rectangle, picture: Size): boolean =>
  x + width <= picture.width && y + height <= picture.height;
