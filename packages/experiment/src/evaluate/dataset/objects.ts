/** Objects of pictures: boxes with what subsets of them are chosen by. */

/** x, y, width, height, pixels. */
export type Box = readonly [number, number, number, number];

/** An object in a picture: keys of COCO, and what subsets of objects are chosen by. */
export interface TruthObject {
  readonly id: number;
  readonly category_id: number;
  readonly bbox: Box;
  readonly area: number;
  readonly iscrowd: 0 | 1;
  readonly segmentation?: unknown;
  /** Square pixels of the source picture. */
  readonly sourceArea: number;
  /** Distance of the box's centre from the middle of the picture over the half diagonal. */
  readonly fieldShare: number;
  /** x, y, visibility, ... */
  readonly keypoints?: readonly number[];
  /** What it says. */
  readonly text?: string;
  readonly visibleShare?: number;
  readonly labelIou?: number;
}

/** An object that a network found: keys of COCO, and the same. */
export interface FoundObject {
  readonly category_id: number;
  readonly bbox: Box;
  readonly score: number;
  readonly segmentation?: unknown;
  /** x, y, score, ... */
  readonly keypoints?: readonly number[];
  /** Middle, sides, angle. */
  readonly rbox?: readonly number[];
  readonly sourceArea: number;
  readonly fieldShare: number;
}

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** Distance of a box's centre from the middle of the picture over the half diagonal. */
export const fieldShare = ([x, y, width, height]: Box, { rows, columns }: Size): number =>
  Math.hypot(x + width / 2 - columns / 2, y + height / 2 - rows / 2) /
  (Math.hypot(rows, columns) / 2);
