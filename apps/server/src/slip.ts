/** Names below this length, like HOST, are near words such as POST and HOSTS: a slip of them adds no letter. */
const SHORT = 7;
/** From this length on, two letters may be wrong. */
const LONG = 10;

/** Edits (insertions, deletions, substitutions, exchanges of neighbours) from one text to another: optimal string alignment. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) =>
    Array.from({ length: other.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= one.length; i += 1) {
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isExchange = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isExchange ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
  }
  return rows[one.length]![other.length]!;
}

/** Whether a name looks like a misspelling of a known one, in any case. */
export function isTypoOf(known: string, name: string): boolean {
  const written = name.toUpperCase();
  const addsLetters =
    written.length > known.length || Array.from(written).some((letter) => !known.includes(letter));
  if (known.length < SHORT && addsLetters) return false;
  return distance(known, written) <= (known.length < LONG ? 1 : 2);
}
