import { leastSquares } from '../analysis/linear-algebra.ts';
import type { GridDot, Place } from './find-dots.ts';
import { fitNumbers, type FittedNumbers } from './fit-numbers.ts';

/** Dots of one view of a grid. */
export interface GridView {
  readonly dots: readonly GridDot[];
  /** Between dots; undefined where it is not known, and 1 is taken. */
  readonly spacingMm: number | undefined;
  readonly distanceMm: number | undefined;
  readonly files: readonly string[];
}

/** How the focal length is known. */
export type FocalSource = 'views' | 'distance' | 'nominal';

/** A camera model of views of a grid: OpenCV's, with pixels whose corner is 0. */
export interface GridCalibration {
  readonly focal: number;
  readonly centre: Place;
  /** k1, k2 and, where the dots ask for it, k3. */
  readonly radial: readonly number[];
  /** False where the distortion is too small to tell its centre: the middle is taken. */
  readonly isCentreKnown: boolean;
  /** Standard errors of focal length and centre. */
  readonly errors: readonly [number, number, number];
  readonly rmsPx: number;
  readonly source: FocalSource;
  /** Places of the model, in the order of the views and their dots. */
  readonly expected: readonly Place[];
}

/** A view whose plane is turned by at least this counts as tilted, degrees. */
const TILTED_DEGREES = 15;
const FEWEST_VIEWS = 3;
const FEWEST_TILTED = 2;
/** F of 1 and of 4, and many degrees of freedom, at 1 %. */
const [F_LIMIT, F_LIMIT_OF_4] = [6.7, 3.4];
/** Root mean square of a distortion below which the fit takes other errors of places for it. */
const LEAST_DISTORTION_PX = 0.01;
/** Numbers of a pose: a rotation vector and a translation. */
const POSE = 6;

/**
 * Fits one focal length, one centre, radial distortion and a pose per view. The plane stays in
 * front of the camera: its mirrored solution fits as well.
 *
 * @param nominalPx focal length that the manifest gives.
 * @param middle of the picture, px.
 * @returns undefined where the focal length is neither given nor fixed by the views.
 * @see docs/reference/twin.md#t3
 */
export function calibrateGrid(
  views: readonly GridView[],
  nominalPx: number | undefined,
  middle: Place,
): GridCalibration | undefined {
  const guess = nominalPx ?? 2 * middle[0];
  const poses = views.map((view) => firstPose(view, guess, middle));
  const canTell = views.length >= FEWEST_VIEWS;
  const withDistance = views.find(
    ({ distanceMm, spacingMm }) => distanceMm !== undefined && spacingMm !== undefined,
  );
  const solve = (source: FocalSource, terms: number, from: readonly number[]) =>
    fitViews(views, { source, terms, start: from });
  const start = [guess, ...middle, ...Array.from({ length: 3 }, () => 0), ...poses.flat()];
  const tilts = (values: readonly number[]): number =>
    views.filter((_, at) => tiltOf(values.slice(6 + POSE * at, 9 + POSE * at)) >= TILTED_DEGREES)
      .length;
  let source: FocalSource = canTell ? 'views' : withDistance ? 'distance' : 'nominal';
  let fit = solve(source === 'views' ? 'nominal' : source, 2, start);
  if (source === 'views') {
    const free = solve('views', 2, fit.values);
    if (tilts(free.values) >= FEWEST_TILTED) fit = free;
    else {
      source = withDistance ? 'distance' : 'nominal';
      fit = solve(source, 2, fit.values);
    }
  }
  if (source === 'nominal' && nominalPx === undefined) return undefined;
  const { chosen, terms } = asked(views.length, source, {
    2: fit,
    3: solve(source, 3, fit.values),
    0: solve(source, 0, [fit.values[0]!, ...middle, 0, 0, 0, ...fit.values.slice(6)]),
  });
  const { values, squares, covariance, count } = chosen;
  const variance = squares / (count - freeCount(views.length, source, terms));
  const error = (i: number): number => Math.sqrt(Math.max(covariance[i]![i]!, 0) * variance);
  return {
    focal: values[0]!,
    centre: [values[1]!, values[2]!],
    radial: values.slice(3, 3 + Math.max(terms, 2)),
    isCentreKnown: terms > 0,
    errors: [error(0), error(1), error(2)],
    rmsPx: Math.sqrt((2 * squares) / count),
    source,
    expected: views.flatMap((view, at) =>
      view.dots.map((dot) => project(values, poseOf(values, at), pointOf(view, dot))!),
    ),
  };
}

const freeCount = (views: number, source: FocalSource, terms: number): number =>
  (source === 'nominal' ? 0 : 1) +
  (terms === 0 ? 0 : 2 + terms) +
  POSE * views -
  (source === 'distance' ? 1 : 0);

type Terms = 0 | 2 | 3;

/** The fit with as many terms as the dots ask for; without distortion its centre is the middle. */
function asked(
  views: number,
  source: FocalSource,
  fits: Readonly<Record<Terms, FittedNumbers>>,
): { readonly chosen: FittedNumbers; readonly terms: Terms } {
  const gainOf = (few: Terms, many: Terms): number =>
    (fits[few].squares - fits[many].squares) /
    (fits[many].squares / (fits[many].count - freeCount(views, source, many)));
  const terms = gainOf(2, 3) > F_LIMIT ? 3 : 2;
  const explained = (2 * (fits[0].squares - fits[terms].squares)) / fits[0].count;
  const isThere =
    gainOf(0, terms) / (2 + terms) > F_LIMIT_OF_4 && explained > LEAST_DISTORTION_PX ** 2;
  return isThere ? { chosen: fits[terms], terms } : { chosen: fits[0], terms: 0 };
}

const poseOf = (values: ArrayLike<number>, at: number): readonly number[] =>
  Array.from({ length: POSE }, (_, i) => values[6 + POSE * at + i]!);

/** A dot on its plane, about the middle of the grid as it was found, mm. */
function pointOf({ dots, spacingMm = 1 }: GridView, { column, row }: GridDot): Place {
  const columns = 1 + Math.max(...dots.map((dot) => dot.column));
  const rows = 1 + Math.max(...dots.map((dot) => dot.row));
  return [(column - (columns - 1) / 2) * spacingMm, (row - (rows - 1) / 2) * spacingMm];
}

function fitViews(
  views: readonly GridView[],
  {
    source,
    terms,
    start,
  }: { readonly source: FocalSource; readonly terms: number; readonly start: readonly number[] },
): FittedNumbers {
  const points = views.map((view) => view.dots.map((dot) => pointOf(view, dot)));
  const held = start.map((value, i) => {
    if (i === 0) return source === 'nominal';
    if (i >= 3 && i < 6) return i - 3 >= terms;
    if (i < 6) return terms === 0;
    const view = views[Math.floor((i - 6) / POSE)]!;
    const isDepth = (i - 6) % POSE === 5;
    return source === 'distance' && isDepth && view.distanceMm !== undefined;
  });
  const begun = start.map((value, i) => {
    if (!held[i] || i < 6) return i >= 3 && i < 6 && held[i] ? 0 : value;
    return views[Math.floor((i - 6) / POSE)]!.distanceMm!;
  });
  // Numbers that are held take no part: their slopes would be 0.
  const free = begun.flatMap((_, i) => (held[i] ? [] : [i]));
  const whole = (values: ArrayLike<number>): number[] => {
    const all = begun.slice();
    free.forEach((i, at) => {
      all[i] = values[at]!;
    });
    return all;
  };
  const stepOf = (i: number): number => (i === 0 ? 1e-3 : i < 3 ? 1e-3 : i < 6 ? 1e-5 : 1e-5);
  const fit = fitNumbers({
    start: free.map((i) => begun[i]!),
    steps: free.map(stepOf),
    residuals: (values) => {
      const all = whole(values);
      if (!(all[0]! > 0)) return undefined;
      const left: number[] = [];
      for (const [at, view] of views.entries()) {
        const pose = poseOf(all, at);
        for (const [i, dot] of view.dots.entries()) {
          const place = project(all, pose, points[at]![i]!);
          if (!place) return undefined;
          left.push(place[0] - dot.at[0], place[1] - dot.at[1]);
        }
      }
      return Float64Array.from(left);
    },
  });
  const covariance = begun.map(() => begun.map(() => 0));
  free.forEach((i, a) =>
    free.forEach((j, b) => {
      covariance[i]![j] = fit.covariance[a]![b]!;
    }),
  );
  return { ...fit, values: whole(fit.values), covariance };
}

/** The place of a point of a plane; undefined behind the camera. */
function project(
  values: ArrayLike<number>,
  pose: readonly number[],
  [px, py]: Place,
): Place | undefined {
  const [rx, ry, rz, tx, ty, tz] = pose as [number, number, number, number, number, number];
  const angle = Math.hypot(rx, ry, rz);
  const [s, c] = [angle < 1e-9 ? 1 : Math.sin(angle) / angle, Math.cos(angle)];
  const v = angle < 1e-9 ? 0.5 : (1 - c) / angle ** 2;
  // Rodrigues, of a point with z = 0.
  const dot = (rx * px + ry * py) * v;
  const x = c * px + s * -rz * py + rx * dot + tx;
  const y = c * py + s * rz * px + ry * dot + ty;
  const z = s * (rx * py - ry * px) + rz * dot + tz;
  if (!(z > 0)) return undefined;
  const [a, b] = [x / z, y / z];
  const r2 = a * a + b * b;
  const scale = 1 + r2 * (values[3]! + r2 * (values[4]! + r2 * values[5]!));
  return [values[0]! * a * scale + values[1]!, values[0]! * b * scale + values[2]!];
}

/** Degrees between the axis of the camera and the normal of a plane. */
function tiltOf(rotation: readonly number[]): number {
  const [rx, ry, rz] = rotation as [number, number, number];
  const angle = Math.hypot(rx, ry, rz);
  if (angle < 1e-9) return 0;
  const c = Math.cos(angle) + ((1 - Math.cos(angle)) * rz * rz) / angle ** 2;
  return (Math.acos(Math.min(1, c)) * 180) / Math.PI;
}

/** A pose in front of the camera, from the homography of the inner dots. */
function firstPose(view: GridView, focal: number, middle: Place): readonly number[] {
  const rows: number[][] = [];
  const right: number[] = [];
  for (const dot of view.dots) {
    const [X, Y] = pointOf(view, dot);
    const [u, v] = [(dot.at[0] - middle[0]) / focal, (dot.at[1] - middle[1]) / focal];
    rows.push([X, Y, 1, 0, 0, 0, -u * X, -u * Y], [0, 0, 0, X, Y, 1, -v * X, -v * Y]);
    right.push(u, v);
  }
  const h = leastSquares(rows, right);
  const [c1, c2] = [
    [h[0]!, h[3]!, h[6]!],
    [h[1]!, h[4]!, h[7]!],
  ];
  const scale = 2 / (Math.hypot(...c1) + Math.hypot(...c2));
  const depth = scale;
  // Two turned axes; the third follows. A rotation vector for small turns is enough to begin with.
  const [r1, r2] = [c1.map((value) => value * scale), c2.map((value) => value * scale)];
  const rotation = [r2[2]!, -r1[2]!, (r1[1]! - r2[0]!) / 2];
  return [...rotation, h[2]! * scale, h[5]! * scale, depth];
}
