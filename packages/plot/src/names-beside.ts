/** A place on a drawing, px. */
type Place = readonly [x: number, y: number];

interface NamedLine {
  readonly name: string;
  readonly points: readonly Place[];
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width of a letter and height of a line of text, px. */
const [LETTER, LINE] = [6, 12];
/** Distance of a name from its curve, px. */
const GAP = 4;
/** A name farther than this from all other curves is clear of them, px. */
const CLEAR = 24;
/** Points that are looked at on each stretch of a curve. */
const PARTS = 4;

/**
 * Places for the names of curves: beside a point of the curve, clear of all curves and of the
 * names before, and nearer to its own curve than to another.
 *
 * @param within the drawing area.
 * @returns for each curve, the left end of the baseline.
 */
export function placesBeside(lines: readonly NamedLine[], within: Box): readonly Place[] {
  const dense = lines.map(({ points }) => withPointsBetween(points));
  const taken: Box[] = [];
  return lines.map(({ name, points }, own) => {
    const width = LETTER * name.length;
    const candidates = points.flatMap(([x, y]) =>
      [x + GAP, x - GAP - width].flatMap((left) =>
        [y - GAP, y + GAP + LINE].map((bottom): Box => ({
          left,
          right: left + width,
          top: bottom - LINE,
          bottom,
        })),
      ),
    );
    const costs = candidates.map((box) => {
      const overlaps = taken.filter((other) => distance(box, other) < 2).length;
      const isOutside =
        box.left < within.left ||
        box.right > within.right ||
        box.top < within.top ||
        box.bottom > within.bottom;
      const nearest = dense.map((all) => distanceToNearest(box, all));
      const others = Math.min(CLEAR, ...nearest.filter((_, index) => index !== own));
      return (overlaps + Number(isOutside)) * 1000 + Number(nearest[own]! < 2) * 30 - others;
    });
    const best = candidates[costs.indexOf(Math.min(...costs))];
    // Without a point there is no curve to stand beside.
    if (!best) return [within.left, within.top + LINE];
    taken.push(best);
    return [best.left, best.bottom - 2];
  });
}

/** Distance between a box and the nearest of many places, px; 0 where one is inside. */
function distanceToNearest({ left, right, top, bottom }: Box, places: readonly Place[]): number {
  let least = Infinity;
  for (const [x, y] of places) {
    const across = Math.max(0, left - x, x - right);
    const along = Math.max(0, top - y, y - bottom);
    least = Math.min(least, across * across + along * along);
  }
  return Math.sqrt(least);
}

/** Distance between two boxes, px; 0 where they overlap. */
const distance = (one: Box, other: Box): number =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  );

const withPointsBetween = (points: readonly Place[]): readonly Place[] =>
  points.flatMap((at, i) => {
    const next = points[i + 1];
    if (!next) return [at];
    return Array.from({ length: PARTS }, (_, part): Place => {
      const share = part / PARTS;
      return [at[0] + (next[0] - at[0]) * share, at[1] + (next[1] - at[1]) * share];
    });
  });
