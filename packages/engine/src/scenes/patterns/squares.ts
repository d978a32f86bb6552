import { cos, sin } from '../../quantities/elementary.ts';
import { sumOfSplinesBelow, splineBelow } from './edge.ts';
import type { Lattice } from './lattice.ts';
import type { QuadGrid } from './quad-grid.ts';
import type { RowSampler } from './row-sampler.ts';

/**
 * Tilted squares on an even background, in rows and columns that divide the scene, itself square,
 * evenly. Each square lies in the middle of its cell.
 */
export interface Squares {
  readonly kind: 'squares';
  /** Squares along one side of the scene. */
  readonly count: number;
  /** Side of a square as a share of the scene's. */
  readonly side: number;
  /** How far the squares are turned, radians, clockwise as seen. */
  readonly tilt: number;
  readonly background: number;
  readonly level: number;
}

/** Corners of a polygon, x and y in turn. */
type Polygon = readonly number[];

/** Writes means over rectangles, exact by clipping. */
export function squaresSampler(squares: Squares, xEdges: Float64Array): RowSampler {
  const mean = meanOver(squares);
  return (top, bottom, [out]) => {
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const [left, right] = [xEdges[i]!, xEdges[i + 1]!];
      out![i] = mean([left, top, right, top, right, bottom, left, bottom]);
    }
  };
}

/** Means over the quadrilaterals of a warped grid, exact by clipping. */
export function squaresQuads(
  squares: Squares,
  { rows, columns, x, y }: QuadGrid,
  out: Float32Array,
): void {
  const mean = meanOver(squares);
  const wide = columns + 1;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const a = row * wide + column;
      const b = a + wide;
      out[row * columns + column] = mean([
        ...[x[a]!, y[a]!, x[a + 1]!, y[a + 1]!],
        ...[x[b + 1]!, y[b + 1]!, x[b]!, y[b]!],
      ]);
    }
}

/** Half steps of a lattice under the spline of a node, and the integral of the spline over each. */
const HALF_STEPS = [-1.5, -1, -0.5, 0, 0.5, 1].map((from) => ({
  middle: from + 0.25,
  share: splineBelow(from + 0.5) - splineBelow(from),
}));

/**
 * The mean under the spline of each node of a lattice. Where the spline touches one side of a
 * square only, the mean is computed as for a half-plane, which is exact; at corners it is a sum
 * over parallelograms of half a step.
 */
export function squaresLattice(
  squares: Squares,
  { rows, columns, x, y }: Lattice,
  out: Float32Array,
): void {
  const { background, level, side } = squares;
  const mean = meanOver(squares);
  const frame = frameOf(squares);
  const wide = columns + 2;
  for (let row = 0, to = 0; row < rows; row += 1)
    for (let column = 0, at = (row + 1) * wide + 1; column < columns; column += 1, at += 1) {
      const [px, py] = [x[at]!, y[at]!];
      // The two steps of the lattice at this node.
      const [ax, ay] = [(x[at + 1]! - x[at - 1]!) / 2, (y[at + 1]! - y[at - 1]!) / 2];
      const [bx, by] = [(x[at + wide]! - x[at - wide]!) / 2, (y[at + wide]! - y[at - wide]!) / 2];
      const { u, v } = frame.at(px, py);
      const [au, av] = frame.along(ax, ay);
      const [bu, bv] = frame.along(bx, by);
      const [reachU, reachV] = [
        1.5 * (Math.abs(au) + Math.abs(bu)),
        1.5 * (Math.abs(av) + Math.abs(bv)),
      ];
      // Distance inside the nearest sides; negative outside.
      const [insideU, insideV] = [side / 2 - Math.abs(u), side / 2 - Math.abs(v)];
      let share: number;
      if (insideU <= -reachU || insideV <= -reachV) share = 0;
      else if (insideV >= reachV && reachU <= side / 2)
        share = halfPlane(insideU, Math.abs(au), Math.abs(bu));
      else if (insideU >= reachU && reachV <= side / 2)
        share = halfPlane(insideV, Math.abs(av), Math.abs(bv));
      else {
        let sum = 0;
        for (const { middle: s, share: across } of HALF_STEPS)
          for (const { middle: t, share: down } of HALF_STEPS)
            sum +=
              across *
              down *
              mean(
                parallelogram(
                  [px + s * ax + t * bx, py + s * ay + t * by],
                  [ax / 4, ay / 4],
                  [bx / 4, by / 4],
                ),
              );
        out[to] = sum;
        to += 1;
        continue;
      }
      out[to] = background + (level - background) * share;
      to += 1;
    }
}

const halfPlane = (inside: number, one: number, other: number): number =>
  sumOfSplinesBelow(inside, Math.max(one, other), Math.min(one, other));

type Vector = readonly [x: number, y: number];

/** The parallelogram that reaches ±a ±b from its centre. */
const parallelogram = ([x, y]: Vector, [ax, ay]: Vector, [bx, by]: Vector): Polygon => [
  ...[x - ax - bx, y - ay - by, x + ax - bx, y + ay - by],
  ...[x + ax + bx, y + ay + by, x - ax + bx, y - ay + by],
];

/** Coordinates whose axes are parallel to the sides of the squares. */
function frameOf({ count, tilt }: Squares) {
  const [cosine, sine] = [cos(tilt), sin(tilt)];
  const along = (dx: number, dy: number): Vector => [
    cosine * dx + sine * dy,
    cosine * dy - sine * dx,
  ];
  const cellOf = (place: number): number =>
    Math.max(0, Math.min(count - 1, Math.floor(place * count)));
  return {
    along,
    /** A place seen from the middle of its cell. */
    at: (x: number, y: number) => {
      const [u, v] = along(x - (cellOf(x) + 0.5) / count, y - (cellOf(y) + 0.5) / count);
      return { u, v };
    },
    cellOf,
  };
}

/** Mean of the pattern over a convex polygon. */
function meanOver(squares: Squares): (polygon: Polygon) => number {
  const { count, side, background, level } = squares;
  const { along, at, cellOf } = frameOf(squares);
  return (polygon) => {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = 0; i < polygon.length; i += 2) {
      left = Math.min(left, polygon[i]!);
      right = Math.max(right, polygon[i]!);
      top = Math.min(top, polygon[i + 1]!);
      bottom = Math.max(bottom, polygon[i + 1]!);
    }
    if (cellOf(left) === cellOf(right) && cellOf(top) === cellOf(bottom)) {
      // Most polygons lie inside or outside: no clipping is needed to see that.
      const { u, v } = at((left + right) / 2, (top + bottom) / 2);
      const [fromSide, reach] = [
        Math.max(Math.abs(u), Math.abs(v)) - side / 2,
        (right - left + bottom - top) / 2,
      ];
      if (fromSide >= reach) return background;
      if (fromSide <= -reach) return level;
    }
    const whole = areaOf(polygon);
    if (whole === 0) return background;
    let area = 0;
    for (let row = cellOf(top); row <= cellOf(bottom); row += 1)
      for (let column = cellOf(left); column <= cellOf(right); column += 1) {
        const turned: number[] = [];
        for (let i = 0; i < polygon.length; i += 2)
          turned.push(
            ...along(polygon[i]! - (column + 0.5) / count, polygon[i + 1]! - (row + 0.5) / count),
          );
        area += areaOf(clipped(turned, side / 2));
      }
    return background + ((level - background) * area) / whole;
  };
}

/** The part of a polygon within ±half in both coordinates (Sutherland and Hodgman). */
function clipped(polygon: Polygon, half: number): Polygon {
  let kept = polygon;
  for (const axis of [0, 1] as const)
    for (const sign of [1, -1] as const) {
      const from = kept;
      if (from.every((value, i) => i % 2 !== axis || sign * value <= half)) continue;
      const next: number[] = [];
      for (let i = 0; i < from.length; i += 2) {
        const j = (i + 2) % from.length;
        const [here, there] = [half - sign * from[i + axis]!, half - sign * from[j + axis]!];
        if (here >= 0) next.push(from[i]!, from[i + 1]!);
        if (here * there < 0) {
          const share = here / (here - there);
          next.push(
            from[i]! + share * (from[j]! - from[i]!),
            from[i + 1]! + share * (from[j + 1]! - from[i + 1]!),
          );
        }
      }
      kept = next;
    }
  return kept;
}

/** Area of a polygon, whichever way round its corners come. */
function areaOf(polygon: Polygon): number {
  let twice = 0;
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length;
    twice += polygon[i]! * polygon[j + 1]! - polygon[j]! * polygon[i + 1]!;
  }
  return Math.abs(twice) / 2;
}
