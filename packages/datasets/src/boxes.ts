import type { Annotation, Box } from '@lumenloom/engine';
import type { PictureSize } from './picture.ts';

/** Coordinates outside the picture by less are rounding, pixels. */
export const NEAR_PX = 1;

/** A box that is clipped at the picture, and what is wrong with it. */
export interface ClippedBox {
  /** Undefined where nothing of it is left. */
  readonly box: Box | undefined;
  /** Follows the place in a sentence. */
  readonly problem: string | undefined;
}

/**
 * Clips a box at its picture.
 *
 * @param near how far outside it may begin or end without being a problem, in x and y, pixels.
 */
export function clipBox(
  [x, y, width, height]: readonly [number, number, number, number],
  size: PictureSize,
  near: readonly [number, number] = [NEAR_PX, NEAR_PX],
): ClippedBox {
  if (![x, y, width, height].every(Number.isFinite))
    return { box: undefined, problem: 'must have four numbers' };
  if (!(width > 0 && height > 0)) return { box: undefined, problem: 'has no area' };
  // Where the picture cannot be read, nothing is known of its size.
  const [across, down] = size.width > 0 ? [size.width, size.height] : [Infinity, Infinity];
  const [left, top] = [Math.max(0, x), Math.max(0, y)];
  const [right, bottom] = [Math.min(across, x + width), Math.min(down, y + height)];
  const outside = Math.max(
    -x - near[0],
    -y - near[1],
    x + width - across - near[0],
    y + height - down - near[1],
  );
  const isOutside = outside > 1e-6;
  if (!(right > left && bottom > top))
    return { box: undefined, problem: 'lies outside its picture' };
  return {
    box: [left, top, right - left, bottom - top],
    problem: isOutside
      ? `reaches outside its picture of ${size.width} x ${size.height} pixels`
      : undefined,
  };
}

/** An annotation of a box alone. */
export const boxAnnotation = (
  ids: Pick<Annotation, 'id' | 'image_id' | 'category_id'>,
  bbox: Box,
  iscrowd: 0 | 1 = 0,
): Annotation => ({ ...ids, bbox, area: bbox[2] * bbox[3], iscrowd });

/** Labels that have no number of their own are numbered through the pictures. */
const MOST_PER_PICTURE = 100_000;
export const labelId = (imageId: number, index: number): number =>
  imageId * MOST_PER_PICTURE + index + 1;

/** Bounds and area of a polygon x, y, x, y, ... */
export function polygonFigures(flat: readonly number[]): {
  readonly bbox: Box;
  readonly area: number;
} {
  let [left, top, right, bottom, twice] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  for (let i = 0; i < flat.length; i += 2) {
    const [x, y] = [flat[i]!, flat[i + 1]!];
    const [nextX, nextY] = [flat[(i + 2) % flat.length]!, flat[(i + 3) % flat.length]!];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    twice += x * nextY - nextX * y;
  }
  return { bbox: [left, top, right - left, bottom - top], area: Math.abs(twice) / 2 };
}

/** A polygon whose points outside the picture are moved to its rim. */
export const clampPolygon = (
  flat: readonly number[],
  { width, height }: PictureSize,
): readonly number[] =>
  flat.map((value, i) => Math.min(Math.max(value, 0), i % 2 === 0 ? width : height));
