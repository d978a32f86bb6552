import { gaussianOf, philox } from '@lumenloom/engine/arithmetic';
import { hashToSeed } from '@lumenloom/contract';

/** What a number is drawn for: numbers of different purposes are independent. */
export const PURPOSES = {
  sample: 0,
  restart: 1,
  crossover: 2,
  mutation: 3,
  choice: 4,
  baseline: 5,
  forest: 6,
} as const;
export type Purpose = keyof typeof PURPOSES;

/**
 * Random numbers of a study from counters: the same seed, name, run and draw always give the same
 * number, whatever was drawn before.
 */
export interface Draws {
  /** Above 0 and below 1. @param name of the variable or other thing that it is drawn for. */
  readonly uniform: (purpose: Purpose, name: string, run: number, draw?: number) => number;
  /** Standard normal. */
  readonly normal: (purpose: Purpose, name: string, run: number, draw?: number) => number;
}

/** @param seed of the study, 0 to 2^32 - 1. */
export function drawsOf(seed: number): Draws {
  const keys = new Map<string, number>();
  const words = new Uint32Array(4);
  const wordOf = (purpose: Purpose, name: string, run: number, draw: number): number => {
    let key = keys.get(name);
    if (key === undefined) {
      key = hashToSeed(name);
      keys.set(name, key);
    }
    philox([run, draw, PURPOSES[purpose], 0], [seed, key], words);
    return words[0]!;
  };
  return {
    uniform: (purpose, name, run, draw = 0) => (wordOf(purpose, name, run, draw) + 0.5) / 2 ** 32,
    normal: (purpose, name, run, draw = 0) => gaussianOf(wordOf(purpose, name, run, draw)),
  };
}
