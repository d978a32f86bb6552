/** A box of an output, in pixels of the input. */
export interface Candidate {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly score: number;
  /** Class from 0. */
  readonly label: number;
  /** Its place in the output. */
  readonly at: number;
}

function overlapOf(one: Candidate, other: Candidate): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (!(width > 0 && height > 0)) return 0;
  const area = ({ left, top, right, bottom }: Candidate): number => (right - left) * (bottom - top);
  return (width * height) / (area(one) + area(other) - width * height);
}

/** The strongest candidates, those of equal score in the order of the output. */
export const strongest = <One extends Candidate>(candidates: readonly One[], most: number): One[] =>
  candidates.toSorted((one, other) => other.score - one.score).slice(0, most);

/**
 * Leaves out boxes that overlap a stronger box of their class, which itself is kept, by more than
 * that.
 *
 * @param overlap intersection over union.
 * @param most boxes that are kept.
 * @returns boxes by descending score.
 */
export const suppress = (
  candidates: readonly Candidate[],
  thresholds: { readonly overlap: number; readonly most: number },
): Candidate[] => suppressBy(candidates, thresholds, overlapOf);

/** The same for candidates of another form. */
export function suppressBy<One extends Candidate>(
  candidates: readonly One[],
  { overlap, most }: { readonly overlap: number; readonly most: number },
  overlapBetween: (one: One, other: One) => number,
): One[] {
  const kept: One[] = [];
  const byClass = new Map<number, One[]>();
  for (const candidate of strongest(candidates, Infinity)) {
    if (kept.length === most) break;
    const rivals = byClass.get(candidate.label) ?? [];
    if (rivals.some((rival) => overlapBetween(rival, candidate) > overlap)) continue;
    byClass.set(candidate.label, [...rivals, candidate]);
    kept.push(candidate);
  }
  return kept;
}
