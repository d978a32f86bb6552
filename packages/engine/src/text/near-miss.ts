/**
 * Edits (insertions, deletions, substitutions, exchanges of neighbours) from one text to another:
 * optimal string alignment.
 *
 * @param most where there are more, any number above it may be returned.
 */
export function distance(one: string, other: string, most = Infinity): number {
  let before: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchange = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          last[j]! + 1,
          row[j - 1]! + 1,
          last[j - 1]! + (isSame ? 0 : 1),
          isExchange ? before[j - 2]! + 1 : Infinity,
        ),
      );
    }
    // Each number comes from the two rows before it, so later ones are not below their least.
    if (Math.min(...row, ...last) > most) return most + 1;
  }
  return row.at(-1)!;
}

/** So many letters of a name, and one more, may be wrong once. */
const LETTERS_PER_SLIP = 4;
/** From this length on, the beginning of a name is enough. */
const SHORTEST_BEGINNING = 3;
/** Where more names are equally near, none is meant. */
const MOST_NEAR = 3;

/**
 * The end of a sentence about an unknown name: `: did you mean simulate?` where a known one is
 * near, or two or three equally, else nothing.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const written = name.slice(0, 60).toLowerCase();
  const slips = known.map((candidate) =>
    written.length >= SHORTEST_BEGINNING && candidate.toLowerCase().startsWith(written)
      ? 1
      : distance(candidate.toLowerCase(), written),
  );
  const fewest = Math.min(...slips);
  const near = known.filter((_, at) => slips[at] === fewest);
  return fewest <= Math.max(1, Math.floor(written.length / LETTERS_PER_SLIP)) &&
    near.length <= MOST_NEAR
    ? `: did you mean ${near.join(' or ')}?`
    : '';
}
