/** Steps after which the search ends, and the spread of values below which it does. */
const [MOST_STEPS, SETTLED] = [500, 1e-3];

type Place = readonly number[];
interface Corner {
  readonly place: Place;
  readonly value: number;
}

/**
 * The place where a function is least, near a start, by the simplex of J. Nelder and R. Mead
 * (Computer Journal 7, 1965). It needs no slopes, so the function may have small steps. The same
 * start gives the same place.
 *
 * @param reach from the start to the other corners of the first simplex.
 */
export function leastPlace(valueOf: (place: Place) => number, start: Place, reach: number): Place {
  const cornerAt = (place: Place): Corner => ({ place, value: valueOf(place) });
  const corners = [
    start,
    ...start.map((_, axis) => start.map((value, at) => (at === axis ? value + reach : value))),
  ].map(cornerAt);
  const sort = (): void => {
    corners.sort((one, other) => one.value - other.value);
  };
  sort();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [best, worst] = [corners[0]!, corners.at(-1)!];
    if (worst.value - best.value < SETTLED) break;
    const replaced = replacementOf(corners, cornerAt);
    if (replaced) corners[corners.length - 1] = replaced;
    else
      for (const [at, { place }] of corners.entries())
        if (at > 0)
          corners[at] = cornerAt(place.map((value, axis) => (value + best.place[axis]!) / 2));
    sort();
  }
  return corners[0]!.place;
}

/**
 * A better corner than the worst of sorted ones; undefined where there is none on the line through
 * the middle of the others.
 */
function replacementOf(
  corners: readonly Corner[],
  cornerAt: (place: Place) => Corner,
): Corner | undefined {
  const [best, worst] = [corners[0]!, corners.at(-1)!];
  const others = corners.slice(0, -1);
  const along = (share: number): Corner =>
    cornerAt(
      worst.place.map((value, axis) => {
        const middle = others.reduce((sum, { place }) => sum + place[axis]!, 0) / others.length;
        return middle + share * (middle - value);
      }),
    );
  const mirrored = along(1);
  if (mirrored.value < best.value) {
    const further = along(2);
    return further.value < mirrored.value ? further : mirrored;
  }
  if (mirrored.value < others.at(-1)!.value) return mirrored;
  const nearer = along(mirrored.value < worst.value ? 0.5 : -0.5);
  return nearer.value < Math.min(mirrored.value, worst.value) ? nearer : undefined;
}
