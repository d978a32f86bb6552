import { betaShare } from './student.ts';

const STEPS = 200;

/** Where the regularised incomplete beta function reaches a share. */
function betaQuantile(share: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS && low < high; step += 1) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (betaShare(middle, a, b) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** From where to where a share lies. */
interface BinomialInterval {
  readonly low: number;
  readonly high: number;
}

/**
 * The exact interval of a share of which some runs are known.
 *
 * @see C. J. Clopper, E. S. Pearson, Biometrika 26 (1934) 404.
 */
export function binomialInterval(
  passed: number,
  runs: number,
  confidence = 0.95,
): BinomialInterval {
  const tail = (1 - confidence) / 2;
  return {
    low: passed === 0 ? 0 : betaQuantile(tail, passed, runs - passed + 1),
    high: passed === runs ? 1 : betaQuantile(1 - tail, passed + 1, runs - passed),
  };
}
