import { parametersOf } from '../../model/recipe/differences.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

const MOST_FRAMES = 240;
/** What the pictures of a series may occupy, bytes. */
const MOST_BYTES = 500e6;
const HIGHEST_RATE = 1e5;
/** Of an uncompressed picture; a PNG of noise is hardly smaller. */
const BYTES_PER_PIXEL = 3;

/** The fields of the strip, as typed. */
export interface TypedFrames {
  readonly count: string;
  /** Frames per second. */
  readonly rate: string;
}

/** A series of frames; frame i begins at i/hertz seconds. */
export interface FramesPlan {
  readonly count: number;
  readonly hertz: number;
  /** What they occupy at most, bytes; undefined where the size of the picture is not known. */
  readonly bytes: number | undefined;
}

/** What the typed fields ask for, or why they cannot be taken. */
export type PlannedFrames =
  | FramesPlan
  | { readonly field: keyof TypedFrames; readonly problem: string };

export const wholeMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;

/** Pixels of the picture of a recipe; NaN where only the file of its sensor has the size. */
function pixelsOf(recipe: Recipe): number {
  const { part } = parametersOf(recipe, 'sensor')!;
  const { rows, cols } = recipe[part] as Readonly<Record<string, unknown>>;
  return Number(rows || NaN) * Number(cols || NaN);
}

/** Reads the fields of the strip. */
export function planFrames({ count, rate }: TypedFrames, recipe: Recipe): PlannedFrames {
  const frames = Number(count || NaN);
  if (!Number.isInteger(frames) || frames < 1 || frames > MOST_FRAMES)
    return {
      field: 'count',
      problem: `Frames must be a whole number from 1 to ${MOST_FRAMES}.`,
    };
  const hertz = Number(rate || NaN);
  if (!(hertz > 0 && hertz <= HIGHEST_RATE))
    return {
      field: 'rate',
      problem: `Frames per second must be more than 0 and at most ${HIGHEST_RATE}.`,
    };
  const each = BYTES_PER_PIXEL * pixelsOf(recipe);
  const bytes = Number.isFinite(each) ? frames * each : undefined;
  if (frames > 1 && bytes !== undefined && bytes > MOST_BYTES)
    return {
      field: 'count',
      problem: `${frames} frames may take ${wholeMegabytes(bytes)}: take ${Math.max(1, Math.floor(MOST_BYTES / each))} or fewer, which fit ${wholeMegabytes(MOST_BYTES)}.`,
    };
  return { count: frames, hertz, bytes };
}
