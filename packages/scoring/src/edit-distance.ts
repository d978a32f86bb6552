/**
 * How many characters must be put in, left out or exchanged to make one text of another: code
 * points, each at a cost of 1.
 *
 * @see Levenshtein, Soviet Physics Doklady 10, 707 (1966)
 */
export function editDistance(one: string, other: string): number {
  const [from, to] = [Array.from(one), Array.from(other)];
  let row = Uint32Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [i, character] of from.entries()) {
    const next = new Uint32Array(row.length);
    next[0] = i + 1;
    for (const [j, wanted] of to.entries())
      next[j + 1] = Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + Number(character !== wanted));
    row = next;
  }
  return row[to.length]!;
}
