import { parametersOf } from '../../model/recipe/differences.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

const MOST_FRAMES = 240;
/** What the pictures of a series may occupy, bytes. */
const MOST_BYTES = 500e6;
const HIGHEST_RATE = 1e5;
/** Bytes of an uncompressed picture; a PNG of noise is hardly smaller. */
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
  /** What the rate leaves the meter, seconds; undefined where the recipe asks for no more. */
  readonly longestSeconds: number | undefined;
}

/** What the rate leaves the meter of a recipe, seconds, where that is less than the recipe does. */
function longestOf({ sensor, exposureParams }: Recipe, hertz: number): number | undefined {
  const { mode = 'auto', longest } = exposureParams ?? {};
  const own = Number(longest ?? Infinity);
  return sensor === '' || mode === 'fixed' || own <= 1 / hertz ? undefined : 1 / hertz;
}

/** The recipe of frames at a rate: its meter exposes no longer than a frame lasts. */
export function cappedTo(recipe: Recipe, hertz: number): Recipe {
  const longest = longestOf(recipe, hertz);
  return longest === undefined
    ? recipe
    : { ...recipe, exposureParams: { ...recipe.exposureParams, longest: String(longest) } };
}

/** The highest rate that leaves time for an exposure: a whole number from 1 on. */
const rateFor = (seconds: number): string =>
  String(
    seconds <= 1
      ? Math.floor((1 / seconds) * (1 + 1e-9))
      : Number((0.999 / seconds).toPrecision(3)),
  );

/** What the typed fields ask for, or why they cannot be taken. */
export type PlannedFrames =
  | FramesPlan
  | {
      readonly field: keyof TypedFrames;
      readonly problem: string;
      /** A rate that can be taken. */
      readonly rate?: string;
    };

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
  const { mode, seconds } = recipe.exposureParams ?? {};
  if (frames > 1 && mode === 'fixed' && Number(seconds) > (1 / hertz) * (1 + 1e-9))
    return {
      field: 'rate',
      problem: `At ${hertz} per second an exposure lasts at most ${Number((1 / hertz).toPrecision(4))} s, not ${seconds} s.`,
      rate: rateFor(Number(seconds)),
    };
  return { count: frames, hertz, bytes, longestSeconds: longestOf(recipe, hertz) };
}
