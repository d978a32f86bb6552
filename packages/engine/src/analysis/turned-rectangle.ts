/**
 * A rectangle that is turned: middle x, y, width, height, and the angle of its width, radians from
 * x (right) to y (down).
 */
export type TurnedRectangle = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  angle: number,
];

type Point = readonly [x: number, y: number];

/** Corners in the order of the edges. */
export function cornersOf([x, y, width, height, angle]: TurnedRectangle): readonly Point[] {
  const [right, down] = [Math.cos(angle), Math.sin(angle)];
  return [
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ].map(([a, b]) => [x + a! * right - b! * down, y + a! * down + b! * right]);
}

/** Twice the area of a polygon, above 0 where it turns from x to y. */
const twiceArea = (polygon: readonly Point[]): number =>
  polygon.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = polygon[(at + 1) % polygon.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);

/** What a convex polygon leaves of another one: Sutherland and Hodgman, CACM 1974. */
function clipped(polygon: readonly Point[], by: readonly Point[]): readonly Point[] {
  let kept = polygon;
  for (const [at, from] of by.entries()) {
    const to = by[(at + 1) % by.length]!;
    const side = ([x, y]: Point): number =>
      (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    const next: Point[] = [];
    for (const [i, point] of kept.entries()) {
      const after = kept[(i + 1) % kept.length]!;
      const [here, there] = [side(point), side(after)];
      if (here >= 0) next.push(point);
      if (here >= 0 === there >= 0) continue;
      const share = here / (here - there);
      next.push([
        point[0] + share * (after[0] - point[0]),
        point[1] + share * (after[1] - point[1]),
      ]);
    }
    kept = next;
  }
  return kept;
}

/** Intersection over union of two turned rectangles, 0 to 1, by clipping the one at the other. */
export function rectangleOverlap(one: TurnedRectangle, other: TurnedRectangle): number {
  const areas = one[2] * one[3] + other[2] * other[3];
  const reach = (Math.hypot(one[2], one[3]) + Math.hypot(other[2], other[3])) / 2;
  if (!(areas > 0) || Math.hypot(one[0] - other[0], one[1] - other[1]) >= reach) return 0;
  // Near the origin the products lose no digits.
  const near: TurnedRectangle = [
    other[0] - one[0],
    other[1] - one[1],
    other[2],
    other[3],
    other[4],
  ];
  const here = cornersOf([0, 0, one[2], one[3], one[4]]);
  const common = twiceArea(clipped(here, cornersOf(near))) / 2;
  return common > 0 ? common / (areas - common) : 0;
}

/**
 * The smallest rectangle round some points: one of its sides lies along the convex hull (Freeman
 * and Shapira, CACM 1975). Its angle is from 0 to a quarter turn.
 *
 * @param flat x, y, x, y, ...
 */
export function rectangleRound(flat: readonly number[]): TurnedRectangle {
  const hull = hullOf(
    Array.from({ length: flat.length >> 1 }, (_, at): Point => [flat[2 * at]!, flat[2 * at + 1]!]),
  );
  let [best, smallest]: [TurnedRectangle, number] = [[hull[0]![0], hull[0]![1], 0, 0, 0], Infinity];
  for (const [at, from] of hull.entries()) {
    const to = hull[(at + 1) % hull.length]!;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (length === 0) continue;
    const [right, down] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const along = hull.map(([x, y]) => x * right + y * down);
    const across = hull.map(([x, y]) => y * right - x * down);
    const [left, width] = spanOf(along);
    const [top, height] = spanOf(across);
    if (width * height >= smallest) continue;
    smallest = width * height;
    const [u, v] = [left + width / 2, top + height / 2];
    best = turned([u * right - v * down, u * down + v * right, width, height], right, down);
  }
  return best;
}

function spanOf(values: readonly number[]): readonly [start: number, length: number] {
  const least = Math.min(...values);
  return [least, Math.max(...values) - least];
}

/** The same rectangle with an angle from 0 to a quarter turn. */
function turned(
  [x, y, width, height]: readonly [number, number, number, number],
  right: number,
  down: number,
): TurnedRectangle {
  const quarter = Math.PI / 2;
  const angle = Math.atan2(down, right);
  const turns = Math.floor(angle / quarter);
  const rest = Math.max(0, angle - turns * quarter);
  return turns % 2 === 0 ? [x, y, width, height, rest] : [x, y, height, width, rest];
}

/** Convex hull, turning from x to y: Andrew's monotone chain. */
function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const half = (ordered: readonly Point[]): readonly Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1) {
        const [one, other] = chain.slice(-2) as [Point, Point];
        const turn =
          (other[0] - one[0]) * (point[1] - one[1]) - (other[1] - one[1]) * (point[0] - one[0]);
        if (turn > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(sorted), ...half(sorted.toReversed())];
  return hull.length > 0 ? hull : sorted.slice(0, 1);
}
