import { gaussianOf, philox } from '@lumenloom/engine/arithmetic';
import { hashToSeed } from '@lumenloom/contract';

/** How a deviation is distributed within its tolerance. */
export const DISTRIBUTIONS = ['uniform', 'normal', 'ends'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** Cameras that are drawn, of which the surrogate is asked. */
export const POOL = 131_072;
/** Variances of u and of its square, u a deviation over its tolerance. */
export const MOMENTS: Readonly<Record<Distribution, readonly [v: number, w: number]>> = {
  uniform: [1 / 3, 4 / 45],
  ends: [1, 0],
  normal: [0.193435, 0.051095],
};

/** Words of a draw; a normal number beyond its tolerance is drawn again. */
const WORDS = 4;
const MOST_DRAWS = 64;
/** A tolerance is two standard deviations of a normal number, which is cut there. */
const SIGMAS = 2;
const KEY = hashToSeed('yield pool');

/** One deviation per camera, in tolerances. */
function deviations(seed: number, variable: number, distribution: Distribution): Float64Array {
  const out = new Float64Array(POOL);
  const words = new Uint32Array(WORDS);
  const again = (camera: number): number => {
    for (let draw = 1; draw < MOST_DRAWS; draw += 1) {
      philox([camera, variable, draw, 1], [seed, KEY], words);
      const standard = gaussianOf(words[0]!);
      if (Math.abs(standard) <= SIGMAS) return standard / SIGMAS;
    }
    return 0;
  };
  for (let block = 0; block < POOL / WORDS; block += 1) {
    philox([block, variable, 0, 0], [seed, KEY], words);
    for (let lane = 0; lane < WORDS; lane += 1) {
      const camera = WORDS * block + lane;
      const word = words[lane]!;
      if (distribution === 'ends') out[camera] = word >= 2 ** 31 ? 1 : -1;
      else if (distribution === 'uniform') out[camera] = (2 * (word + 0.5)) / 2 ** 32 - 1;
      else {
        const standard = gaussianOf(word);
        out[camera] = Math.abs(standard) <= SIGMAS ? standard / SIGMAS : again(camera);
      }
    }
  }
  return out;
}

/** Deviations of all cameras, a list per variable. */
export const poolOf = (
  seed: number,
  distributions: readonly Distribution[],
): readonly Float64Array[] =>
  distributions.map((distribution, variable) => deviations(seed, variable, distribution));

/** A camera of the pool, in tolerances. */
export const cameraOf = (pool: readonly Float64Array[], camera: number): readonly number[] =>
  pool.map((values) => values[camera]!);

/** Uniform numbers from 0 to 1 that choose cameras. */
export function chooserOf(seed: number): (run: number) => number {
  const words = new Uint32Array(WORDS);
  return (run) => {
    philox([run, 0, 0, 2], [seed, KEY], words);
    return (words[0]! + 0.5) / 2 ** 32;
  };
}
