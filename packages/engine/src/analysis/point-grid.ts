import { meanOf } from '../quantities/statistics.ts';
import { fail, refuseUnknown, tableOf, type Table } from '../text/json-fields.ts';

type Point = readonly [x: number, y: number];

export interface GridDistortion {
  /** Of the picture about its centre. */
  readonly scale: number;
  /** Largest local distortion, signed. */
  readonly worstPercent: number;
  readonly meanAbsolutePercent: number;
}

/** Points round the centre that say the scale. */
const INNERMOST = 8;

/**
 * Local distortion of points about one centre, after ISO 17850:2015.
 *
 * @param points and `ideal` about the same centre, pairwise.
 */
export function gridDistortion(points: readonly Point[], ideal: readonly Point[]): GridDistortion {
  const places = ideal
    .map((place, i) => ({ r0: Math.hypot(...place), r: Math.hypot(...points[i]!), i }))
    .filter(({ r0 }) => r0 > 0);
  if (places.length < INNERMOST) fail('ideal', `needs ${INNERMOST} points off the centre.`);
  const eighth = places.map(({ r0 }) => r0).toSorted((a, b) => a - b)[INNERMOST - 1]!;
  // What is as near as the eighth, whatever the last digits of its distance.
  const inner = places.filter(({ r0 }) => r0 <= eighth * (1 + 1e-9));
  let [products, squares] = [0, 0];
  for (const { i } of inner) {
    const [[x, y], [x0, y0]] = [points[i]!, ideal[i]!];
    products += x * x0 + y * y0;
    squares += x0 * x0 + y0 * y0;
  }
  const scale = products / squares;
  const local = places.map(({ r0, r }) => (100 * (r - scale * r0)) / (scale * r0));
  return {
    scale,
    worstPercent: local.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0),
    meanAbsolutePercent: meanOf(local.map(Math.abs)),
  };
}

/** TV distortion from heights at the left end, in the middle and at the right end. */
export function tvDistortion(left: number, centre: number, right: number) {
  const smiaTvPercent = (100 * ((left + right) / 2 - centre)) / centre;
  return { smiaTvPercent, tvPercent: smiaTvPercent / 2 };
}

export interface LateralColour {
  readonly worstPx: number;
  readonly meanPx: number;
  /** Along the radius, outwards positive. */
  readonly worstRadialPx: number;
}

/** Distance of the points of a colour from those of green, after ISO 19084:2015. */
export function lateralColour(colour: readonly Point[], green: readonly Point[]): LateralColour {
  const apart = colour.map(([x, y], i) => {
    const [gx, gy] = green[i]!;
    const radius = Math.hypot(gx, gy);
    const [dx, dy] = [x - gx, y - gy];
    return {
      distance: Math.hypot(dx, dy),
      radial: radius === 0 ? 0 : (dx * gx + dy * gy) / radius,
    };
  });
  return {
    worstPx: Math.max(...apart.map(({ distance }) => distance)),
    meanPx: meanOf(apart.map(({ distance }) => distance)),
    worstRadialPx: apart.reduce(
      (most, { radial }) => (Math.abs(radial) > Math.abs(most) ? radial : most),
      0,
    ),
  };
}

const MOST_POINTS = 100_000;

function readPoints(table: Table, key: string): readonly Point[] {
  const points = table[key];
  if (!Array.isArray(points) || points.length < 1 || points.length > MOST_POINTS)
    fail(key, `must be a list of 1 to ${MOST_POINTS} of [x, y].`);
  const wrong = points.findIndex(
    (point: unknown) =>
      !Array.isArray(point) || point.length !== 2 || !point.every(Number.isFinite),
  );
  if (wrong >= 0) fail(`${key}[${wrong}]`, 'must be two numbers, [x, y].');
  return points as Point[];
}

/** What the file of `measure grid` asks for. @throws SimulationError naming the place. */
export function measureGrid(json: unknown) {
  const table = tableOf(json, 'points', 'The file');
  const has = (key: string): boolean => table[key] !== undefined;
  if (has('left') || has('centre') || has('right')) {
    refuseUnknown(table, ['left', 'centre', 'right'], '', 'The file');
    const [left, centre, right] = ['left', 'centre', 'right'].map((key) => {
      const value = table[key];
      if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
        fail(key, 'must be a number above 0.');
      return value;
    }) as [number, number, number];
    return tvDistortion(left, centre, right);
  }
  if (has('green') || has('red') || has('blue')) {
    refuseUnknown(table, ['red', 'green', 'blue'], '', 'The file');
    const green = readPoints(table, 'green');
    const against = (key: 'red' | 'blue'): LateralColour => {
      const points = readPoints(table, key);
      if (points.length !== green.length)
        fail(key, `has ${points.length} points for ${green.length} of green.`);
      return lateralColour(points, green);
    };
    return { red: against('red'), blue: against('blue') };
  }
  refuseUnknown(table, ['points', 'ideal'], '', 'The file');
  const [points, ideal] = [readPoints(table, 'points'), readPoints(table, 'ideal')];
  if (points.length !== ideal.length)
    fail('points', `has ${points.length} points for ${ideal.length} ideal ones.`);
  return gridDistortion(points, ideal);
}
