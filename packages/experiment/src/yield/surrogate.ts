import { MOMENTS, POOL, type Distribution } from './pool.ts';

/** What a deviation by one tolerance does, both ways. */
interface Response {
  readonly minus: number;
  readonly plus: number;
}

/** A score as a sum of parabolas, one per variable, in tolerances. */
export interface Surrogate {
  readonly nominal: number;
  readonly slopes: readonly number[];
  readonly bends: readonly number[];
}

/** The surrogate through the nominal camera and both ends of each tolerance. */
export const surrogateOf = (nominal: number, responses: readonly Response[]): Surrogate => ({
  nominal,
  slopes: responses.map(({ minus, plus }) => (plus - minus) / 2),
  bends: responses.map(({ minus, plus }) => (plus + minus - 2 * nominal) / 2),
});

/** What each tolerance adds to the variance of the score. */
export const variancesOf = (
  { slopes, bends }: Surrogate,
  distributions: readonly Distribution[],
): readonly number[] =>
  distributions.map((distribution, i) => {
    const [v, w] = MOMENTS[distribution];
    return slopes[i]! ** 2 * v + bends[i]! ** 2 * w;
  });

/** The surrogate's scores of all cameras, their tolerances times `factors`. */
export function scoresOf(
  { nominal, slopes, bends }: Surrogate,
  pool: readonly Float64Array[],
  factors?: readonly number[],
): Float64Array {
  const scores = new Float64Array(POOL).fill(nominal);
  pool.forEach((values, i) => {
    const factor = factors?.[i] ?? 1;
    const [slope, bend] = [slopes[i]! * factor, bends[i]! * factor ** 2];
    for (let camera = 0; camera < POOL; camera += 1) {
      const u = values[camera]!;
      scores[camera]! += (slope + bend * u) * u;
    }
  });
  return scores;
}

/** The share of scores that are not below a limit. */
export const shareAbove = (scores: Float64Array, limit: number): number =>
  scores.reduce((count, score) => count + (score >= limit ? 1 : 0), 0) / scores.length;
