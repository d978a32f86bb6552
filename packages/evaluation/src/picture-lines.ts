import type { AnomalyLevels, PictureDepth } from '@lumenloom/scoring';
import type { Subset } from './rungs.ts';

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
  readonly visibleShare?: number;
  readonly labelIou?: number;
}

/** An object that a network found: keys of COCO, and the same. */
export interface FoundObject {
  readonly category_id: number;
  readonly bbox: Box;
  readonly score: number;
  readonly segmentation?: unknown;
  readonly sourceArea: number;
  readonly fieldShare: number;
}

/** What was found in one picture, by the task. */
export type Found =
  | { readonly task: 'detection'; readonly objects: readonly FoundObject[] }
  /** Pixels by true and found class, as `confusionOf` has them. */
  | {
      readonly task: 'segmentation';
      readonly cells: readonly (readonly [cell: number, pixels: number])[];
    }
  /** How many categories come before the right one. */
  | { readonly task: 'classification'; readonly rank: number }
  | { readonly task: 'depth'; readonly depth: PictureDepth }
  | { readonly task: 'anomaly'; readonly levels: AnomalyLevels };

/** The truth of one picture, where it is not in what was found already. */
export type Truth =
  | { readonly task: 'detection'; readonly objects: readonly TruthObject[] }
  | { readonly task: Exclude<Found['task'], 'detection'> };

interface LineAbout {
  /** Name of the picture. */
  readonly image: string;
  /** Null: the source picture itself, no camera. */
  readonly camera: string | null;
  readonly condition: string;
}

/** What is on a picture and what was found there. */
export interface LineContent {
  readonly truth: Truth;
  /** By the parts of the camera that are on; the source has one entry. */
  readonly found: Readonly<Record<Subset, Found>>;
}

interface DoneAbout extends LineAbout {
  readonly status: 'done';
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
  /** How the camera exposed; absent for the source and without a sensor. */
  readonly exposure?: Exposure;
}

/** Seconds, and log2 of them over those of the meter. */
export interface Exposure {
  readonly seconds: number;
  readonly stopsFromMeter: number;
}

interface FailedLine extends LineAbout {
  readonly status: 'failed';
  readonly message: string;
  /** The file of the picture cannot be read: it is left out as the data set's fault. */
  readonly isUnread?: true;
}

/** A picture through one camera under one condition; a line of images.ndjson. */
export type PictureLine = (DoneAbout & LineContent) | FailedLine;

/** A finished line in memory, which has no room for the contents of all lines. */
export interface DoneLine extends DoneAbout {
  readonly content: () => LineContent;
}
export type KeptLine = DoneLine | FailedLine;

/** A line without its content. @param read gives the line again. */
export function withoutContent(line: PictureLine, read: () => PictureLine): KeptLine {
  if (line.status === 'failed') return line;
  const { truth: _, found: __, ...about } = line;
  return { ...about, content: () => read() as DoneAbout & LineContent };
}
