/** How a class is ranked over pictures of which each may have several classes. */
export interface ClassScores {
  /** Of each picture. */
  readonly scores: Float64Array;
  /** Whether the class is in it: 1, or 0; 2 where nobody knows, so that it does not count. */
  readonly truth: Uint8Array;
}

const [ABSENT, PRESENT, UNKNOWN] = [0, 1, 2];
export const IN_PICTURE = { absent: ABSENT, present: PRESENT, unknown: UNKNOWN } as const;

/**
 * Average precision of a class: the sum over the scores, the largest first, of the precision there
 * times the recall gained, pictures of equal scores together; null where it is in no picture.
 *
 * @param weights how often each picture counts: a draw of a bootstrap.
 * @see Zhu, Recall, Precision and Average Precision, University of Waterloo 2004
 */
export function averagePrecision(
  { scores, truth }: ClassScores,
  weights?: Uint32Array,
): number | null {
  const order = Uint32Array.from(scores.keys())
    .filter((at) => truth[at] !== UNKNOWN && weights?.[at] !== 0)
    .sort((one, other) => scores[other]! - scores[one]! || one - other);
  let [right, all, sum] = [0, 0, 0];
  for (let from = 0; from < order.length;) {
    const score = scores[order[from]!]!;
    let gained = 0;
    for (; from < order.length && scores[order[from]!] === score; from += 1) {
      const weight = weights?.[order[from]!] ?? 1;
      all += weight;
      if (truth[order[from]!] === PRESENT) gained += weight;
    }
    right += gained;
    sum += (gained * right) / all;
  }
  return right === 0 ? null : sum / right;
}

/** Mean over the classes that are in some picture; null without such a class. */
export function meanAveragePrecision(
  classes: readonly ClassScores[],
  weights?: Uint32Array,
): number | null {
  const known = classes.flatMap((one) => averagePrecision(one, weights) ?? []);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
}
