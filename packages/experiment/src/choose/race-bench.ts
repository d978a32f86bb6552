import { SimulationError } from '@lumenloom/engine';
import { endTogether } from '@lumenloom/node-host';
import { piecesOf } from '../evaluate/pieces.ts';
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
  /** Has the pictures computed by other processes. */
  readonly elsewhere?: RaceElsewhere | undefined;
}

/** How pictures are computed. */
interface PictureRule {
  readonly isPreview: boolean;
  /** With what each part of a camera costs, and the picture itself without a camera. */
  readonly hasLadder?: true;
}

/** Cameras on pictures that are still to be computed. */
export interface Wanted extends PictureRule {
  readonly cameras: readonly Raced[];
  readonly images: readonly string[];
}

/** Pictures of a race that another process computes: as JSON they may travel. */
export interface RaceOrder extends PictureRule {
  /** Numbers among all candidates. */
  readonly cameras: readonly number[];
  readonly images: readonly string[];
}

/** Where the pictures of a race are computed instead of here. */
export interface RaceElsewhere {
  /** Orders at once. */
  readonly most: number;
  /**
   * The lines of each picture, in their order.
   *
   * @throws SimulationError 'cancelled' where it is given up.
   */
  readonly compute: (order: RaceOrder) => Promise<readonly (readonly RunLine[])[]>;
  /** Gives up the orders that nobody has begun. */
  readonly withdraw: () => void;
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
    compute: RaceBench['compute'],
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

/** Has other processes compute, piece by piece; what is given up is left for the next time. */
export const computeElsewhere =
  (
    { most, compute, withdraw }: RaceElsewhere,
    pause: AbortSignal | undefined,
  ): RaceBench['compute'] =>
  async ({ cameras, images, ...rule }, ended) => {
    pause?.addEventListener('abort', withdraw, { once: true });
    const left = byLens(cameras).flatMap((group) =>
      piecesOf(images.length).map(([first, end]): RaceOrder => ({
        ...rule,
        cameras: group.map(({ number }) => number),
        images: images.slice(first, end),
      })),
    );
    const work = async (): Promise<void> => {
      for (let order = left.shift(); order && !pause?.aborted; order = left.shift()) {
        const lines = await compute(order).catch((error: unknown) => {
          if (error instanceof SimulationError && error.code === 'cancelled') return [];
          throw error;
        });
        for (const own of lines) await ended(own);
      }
    };
    await endTogether(Array.from({ length: most }, work), withdraw);
  };
