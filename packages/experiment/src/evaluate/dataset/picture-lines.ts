import type { Task } from '@lumenloom/engine/catalogue';
import type { TruthObject } from './objects.ts';
import type { Subset } from './rungs.ts';
import type { Found } from './tasks/list.ts';

/** The truth of one picture, where it is not in what was found already. */
export interface Truth {
  readonly task: Task;
  /** Of tasks that are scored by objects. */
  readonly objects?: readonly TruthObject[];
}

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
