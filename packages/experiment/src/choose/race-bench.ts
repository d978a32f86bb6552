import type { KeptLine, PictureLine } from '../evaluate/dataset/picture-lines.ts';
import type { NoiseLine, RunsOfRace } from './choice-lines.ts';
import type { ScoreSource } from './camera-scores.ts';
import type { Raced } from './plan-choice.ts';
import type { WhyLost } from './why-lost.ts';

/** A line of runs.ndjson. */
export type RunLine = PictureLine | NoiseLine;

/** What is computed of a race, and how. */
export interface RaceOptions {
  /** Threads. */
  readonly jobs: number;
  readonly device?: string | undefined;
  /** Gives up what is being computed. */
  readonly signal: AbortSignal;
  /** Ends it after the pictures that are being computed. */
  readonly pause?: AbortSignal | undefined;
  /** Whether a command of the plan may read the outputs of the network. */
  readonly allowsCommand?: boolean | undefined;
  readonly maximumSeconds?: number | undefined;
}

/** Cameras on pictures that are still to be computed. */
export interface Wanted {
  readonly cameras: readonly Raced[];
  readonly images: readonly string[];
  readonly isPreview: boolean;
}

/** Where the runs of a race are computed. */
export interface RaceBench {
  /** Names of the pictures, the first n of which are like all of them. */
  readonly order: readonly string[];
  readonly notes: readonly string[];
  /** Computes runs; takes the lines of a picture as they end. */
  readonly compute: (
    wanted: Wanted,
    ended: (lines: readonly RunLine[]) => Promise<void>,
  ) => Promise<void>;
  /** Reads scores of cameras from their runs. */
  readonly scores: (
    names: readonly string[],
    runs: RunsOfRace<KeptLine | NoiseLine>,
  ) => ScoreSource;
  /** Ladders of cameras, the best first; absent without a data set. Undefined: stopped. */
  readonly whyLost?: (
    cameras: readonly Raced[],
    images: readonly string[],
  ) => Promise<readonly WhyLost[] | undefined>;
  readonly end: () => Promise<void>;
}

/** Cameras of one lens are computed together, at most so many. */
const MOST_TOGETHER = 48;

/** Cameras in the order and the groups in which a picture sees them: those of a lens together. */
export function byLens(cameras: readonly Raced[]): readonly (readonly Raced[])[] {
  const lenses = new Map<string, Raced[]>();
  for (const one of cameras) {
    const key = one.candidate.parts.lens?.name ?? '';
    lenses.set(key, [...(lenses.get(key) ?? []), one]);
  }
  const groups: Raced[][] = [[]];
  for (const own of lenses.values()) {
    if (groups.at(-1)!.length + own.length > MOST_TOGETHER) groups.push([]);
    for (const one of own) {
      if (groups.at(-1)!.length >= MOST_TOGETHER) groups.push([]);
      groups.at(-1)!.push(one);
    }
  }
  return groups.filter(({ length }) => length > 0);
}
