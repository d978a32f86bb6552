/**
 * Most runs of a sweep, or pictures of an evaluation, in one piece: at 350 ms each, the cost of
 * handing a piece out, some milliseconds, is less than 0.2 % of it.
 */
const MOST = 16;
/**
 * Share of the rest that goes into the next piece, and the smallest piece; with these, workers end
 * at about the same time.
 */
const SHARE = 1 / 4;
const LEAST = 2;

/**
 * The pieces in which so many runs are handed out: `[first, end)` each, smaller towards the end.
 * The same number always has the same ones.
 */
export function piecesOf(runs: number): readonly (readonly [first: number, end: number])[] {
  const pieces: [number, number][] = [];
  for (let first = 0; first < runs;) {
    const left = runs - first;
    const size = Math.min(left, MOST, Math.max(LEAST, Math.ceil(left * SHARE)));
    pieces.push([first, first + size]);
    first += size;
  }
  return pieces;
}
