import { fitPolynomial, type Polynomial } from '../../../analysis/edge-sfr/polynomial.ts';
import type { MeasuredPicture } from '../../../analysis/measured-picture.ts';
import { millimetresOf } from '../../../optics/millimetres.ts';
import { scenes } from '../../../scenes/list.ts';
import { SimulationError } from '../../../simulation-error.ts';
import type { Shot } from '../../shot.ts';
import { centreOf, chartMap } from '../chart-map.ts';
import type { DistortionResults } from './descriptor.ts';

type Points = DistortionResults['points'];

/** Pixels from one place at which a line is sought to the next. */
const STEP = 3;
/** Part of the distance of the lines, to each side, in which a line is sought. */
const WINDOW = 0.3;
/**
 * A line rises above its surroundings by this share of the largest value of the picture, or it is
 * not there.
 */
const LEAST_RISE = 0.1;
/** Fewest places through which a curve is laid. */
const LEAST_PLACES = 8;
/**
 * Crossings nearer to the axis than this share of the farthest one tell little: a pixel there is
 * many per cent.
 */
const LEAST_HEIGHT = 0.2;
/** Largest number of crossings in the report. */
const MOST_POINTS = 24;

/** A crossing of grid lines, from the axis, pixels right and down. */
export interface GridCrossing {
  readonly place: readonly [x: number, y: number];
  /** By the focal length and the tangents of its field angles. */
  readonly ideal: readonly [x: number, y: number];
  /** Tangent of its field angle. */
  readonly tangent: number;
}

/**
 * Distortion from the picture of the grid, at some of its crossings.
 *
 * @param value brightness at a row and column, NaN where the mosaic has another colour.
 * @throws SimulationError with a sentence when the lines are not to be found.
 */
export function gridDistortion(
  shot: Shot,
  picture: Pick<MeasuredPicture, 'rows' | 'columns'>,
  value: (row: number, column: number) => number,
): Points {
  const { plan, lens } = shot;
  const { pitch } = plan.grid;
  return spreadOut(
    gridCrossings(shot, picture, value).map(({ place, tangent }) => {
      const ideal = lens.focalLength * tangent;
      const percent = (height: number): number => 100 * (height / ideal - 1);
      return {
        fieldDegrees: (Math.atan(tangent) * 180) / Math.PI,
        heightMm: millimetresOf(ideal),
        measuredPercent: percent(Math.hypot(...place) * pitch),
        lensPercent: percent(lens.imageHeight(Math.atan(tangent))),
      };
    }),
  );
}

/**
 * The crossings of the grid in its picture: the places of its lines, curves of least squares
 * through them, and where these cross.
 */
export function gridCrossings(
  shot: Shot,
  picture: Pick<MeasuredPicture, 'rows' | 'columns'>,
  value: (row: number, column: number) => number,
): readonly GridCrossing[] {
  const { plan, lens } = shot;
  if (plan.scene.id !== 'gridlines') return [];
  const { gridlineSize, lineSpacing, lineThickness } = plan.scene.parameters;
  const first = Math.round(lineSpacing / 2) - 1;
  const lines: number[] = [];
  for (let at = first; at + lineThickness <= gridlineSize; at += lineSpacing)
    lines.push((at + lineThickness / 2) / gridlineSize);
  const spacing = lineSpacing / gridlineSize;
  const map = chartMap(shot);
  const finder = { picture, value, spacing, lines, rise: LEAST_RISE * largestOf(picture, value) };
  const uprights = lines.map((u) => curveAlong(finder, (t) => map(u, t), true));
  const levels = lines.map((v) => curveAlong(finder, (t) => map(t, v), false));
  const [centreX, centreY] = centreOf(plan.grid);
  const half = Math.tan(plan.scene.parameters.hfov / 2);
  const focalPixels = lens.focalLength / plan.grid.pitch;
  const crossings = uprights.flatMap((upright, i) =>
    levels.flatMap((level, j) => {
      if (!upright || !level) return [];
      const [x, y] = crossing(upright, level, map(lines[i]!, lines[j]!));
      if (!(x >= 0 && y >= 0 && x <= picture.columns && y <= picture.rows)) return [];
      const [across, down] = [half * (2 * lines[i]! - 1), half * (2 * lines[j]! - 1)];
      return [
        {
          place: [x - centreX, y - centreY] as const,
          ideal: [focalPixels * across, focalPixels * down] as const,
          tangent: half * Math.hypot(2 * lines[i]! - 1, 2 * lines[j]! - 1),
        },
      ];
    }),
  );
  if (crossings.length === 0)
    throw new SimulationError(
      'bad-parameter',
      `the lines of ${scenes.gridlines.label} are not to be found in the picture: they are too thin, too close together or removed by the ISP.`,
    );
  return crossings;
}

function largestOf(
  { rows, columns }: Pick<MeasuredPicture, 'rows' | 'columns'>,
  value: (row: number, column: number) => number,
): number {
  let largest = 0;
  // Every third pixel of every third row meets each colour of a mosaic, and any line that can be
  // measured.
  for (let row = 0; row < rows; row += 3)
    for (let column = 0; column < columns; column += 3) {
      const here = value(row, column);
      if (here > largest) largest = here;
    }
  return largest;
}

interface Finder {
  readonly picture: Pick<MeasuredPicture, 'rows' | 'columns'>;
  readonly value: (row: number, column: number) => number;
  /** Distance of the lines, and their places, in shares of the scene. */
  readonly spacing: number;
  readonly lines: readonly number[];
  readonly rise: number;
}

/**
 * The curve through the places at which a line is seen: x(y) of an upright one, else y(x);
 * undefined where it is hardly seen.
 */
function curveAlong(
  finder: Finder,
  at: (t: number) => readonly [x: number, y: number],
  isUpright: boolean,
): Polynomial | undefined {
  const { picture, spacing, lines } = finder;
  const [x0, y0] = at(0);
  const [x1, y1] = at(1);
  const length = isUpright ? y1 - y0 : x1 - x0;
  const pixels = Math.abs(length) * spacing;
  const count = Math.ceil(Math.abs(length) / STEP);
  const [along, across]: [number[], number[]] = [[], []];
  for (let i = 0; i < count; i += 1) {
    const t = (i + 0.5) / count;
    // Near a crossing the other line would be taken for this one.
    if (lines.some((line) => Math.abs(line - t) < WINDOW * spacing)) continue;
    const [x, y] = at(t);
    const [place, aside] = isUpright ? [Math.floor(y), x] : [Math.floor(x), y];
    const found = lineNear(finder, { place, aside, reach: WINDOW * pixels, isUpright });
    if (found === undefined || place < 0 || place >= (isUpright ? picture.rows : picture.columns))
      continue;
    along.push(place + 0.5);
    across.push(found);
  }
  if (along.length < LEAST_PLACES) return undefined;
  return fitPolynomial(along, across, along.length >= 4 * LEAST_PLACES ? 5 : 3);
}

/** Centroid of what rises above the lower half of a stretch of pixels across a line. */
function lineNear(
  { picture, value, rise }: Finder,
  {
    place,
    aside,
    reach,
    isUpright,
  }: {
    readonly place: number;
    readonly aside: number;
    readonly reach: number;
    readonly isUpright: boolean;
  },
): number | undefined {
  const [from, to] = [Math.ceil(aside - reach), Math.floor(aside + reach)];
  if (from < 0 || to >= (isUpright ? picture.columns : picture.rows) || to - from < 4)
    return undefined;
  const values: (readonly [number, number])[] = [];
  for (let i = from; i <= to; i += 1) {
    const here = isUpright ? value(place, i) : value(i, place);
    if (!Number.isNaN(here)) values.push([i + 0.5, here]);
  }
  const sorted = values.map(([, here]) => here).sort((a, b) => a - b);
  const [middle = NaN, most = NaN] = [sorted[sorted.length >> 1], sorted.at(-1)];
  if (!(most - middle > rise)) return undefined;
  // Above a fifth of the rise noise does not count.
  const floor = middle + (most - middle) / 5;
  let [sum, moment] = [0, 0];
  for (const [i, here] of values) {
    const weight = Math.max(0, here - floor);
    sum += weight;
    moment += weight * i;
  }
  return moment / sum;
}

/** Where two curves cross, from a first guess on. */
function crossing(
  upright: Polynomial,
  level: Polynomial,
  guess: readonly [number, number],
): readonly [number, number] {
  let [x, y] = guess;
  for (let pass = 0; pass < 5; pass += 1) [x, y] = [upright.value(y), level.value(x)];
  return [x, y];
}

/** Some of the points, evenly over the heights from the axis outwards. */
function spreadOut(points: Points): Points {
  const sorted = points.toSorted((a, b) => a.heightMm - b.heightMm);
  const farPoints = sorted.filter(
    ({ heightMm }) => heightMm >= LEAST_HEIGHT * sorted.at(-1)!.heightMm,
  );
  const taken = Math.min(MOST_POINTS, farPoints.length);
  return Array.from(
    { length: taken },
    (_, i) => farPoints[taken === 1 ? 0 : Math.round((i * (farPoints.length - 1)) / (taken - 1))]!,
  );
}
