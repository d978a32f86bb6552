import { select } from '../percentile.ts';
import { fitPolynomial, type Polynomial } from './polynomial.ts';
import { refuse, usedValues, type Region } from './region.ts';
import { meanOf } from '../../quantities/statistics.ts';

/** Where an edge runs that leads from the top of a region to its bottom. */
export interface EdgeLine extends Polynomial {
  /** First and last row in which the edge was seen; `value(row)` is its column there. */
  readonly rows: readonly [first: number, last: number];
  /** Root mean square distance of the rows' own places from the line, along the normal, pixels. */
  readonly residual: number;
  /** 1 when the right side is the brighter one, else -1. */
  readonly sign: 1 | -1;
  /** Half width of the window in which the rows' centroids were taken, pixels. */
  readonly half: number;
}

/** Fewer rows than this do not place a line to the tenth of a degree. */
const LEAST_ROWS = 10;
/** The line may bend this far: ISO 12233:2023 asks for curves, because lenses bend edges. */
const ORDERS = [1, 3, 5] as const;
/** A curve of a higher order is taken when it leaves less than this share of the residual. */
const WORTH_BENDING = 0.8;

/**
 * Signed distances of the pixels of a row from the edge along its normal, by their column, pixels;
 * positive to the right.
 */
export function distancesIn(row: number, line: Polynomial): (column: number) => number {
  const place = line.value(row);
  const stretch = Math.hypot(1, line.slope(row));
  return (column) => (column - place) / stretch;
}

/**
 * The edge of a region, after ISO 12233:2023, annex D: per row the centroid of the derivative in a
 * Hamming window about the last estimate, and a line through the centroids; twice more with the
 * window moved to the line.
 *
 * @param region its edge is nearer to the vertical than to the horizontal.
 * @throws SimulationError when there is no such edge.
 */
export function findEdge(region: Region): EdgeLine {
  const start = roughEdge(region);
  const half = Math.max(8, 2 * riseAbout(region, start));
  let line: EdgeLine = { ...start, half };
  for (let pass = 0; pass < 4; pass += 1) line = throughCentroids(region, line);
  return line;
}

/**
 * A first line: in each row, the share of bright pixels says where the edge is, however blurred or
 * noisy it is.
 */
function roughEdge(region: Region): EdgeLine {
  const { rows, columns, values, used } = region;
  const all = usedValues(region);
  const [low, high] = [0.05, 0.95].map((share) => select(all, Math.floor(share * all.length))) as [
    number,
    number,
  ];
  if (!(high > low))
    refuse('There is no edge in this region: it is even. Choose one across an edge.');
  const brightness = (from: number, to: number): number => {
    let [sum, count] = [0, 0];
    for (let row = 0; row < rows; row += 1)
      for (let column = from; column < to; column += 1)
        if (used[row * columns + column]) {
          sum += values[row * columns + column]!;
          count += 1;
        }
    return sum / count;
  };
  const middle = Math.ceil(columns / 2);
  const sign = brightness(middle, columns) > brightness(0, middle) ? 1 : -1;
  const [places, at]: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    let [sum, count] = [0, 0];
    for (let column = 0; column < columns; column += 1) {
      if (!used[row * columns + column]) continue;
      sum += Math.min(Math.max((values[row * columns + column]! - low) / (high - low), 0), 1);
      count += 1;
    }
    if (count < 4) continue;
    const share = sign === 1 ? 1 - sum / count : sum / count;
    // Where the edge has left the region, the share says nothing.
    if (share < 0.08 || share > 0.92) continue;
    places.push(share * columns - 0.5);
    at.push(row);
  }
  return { ...lineThrough(at, places, sign), half: columns / 2 };
}

/** Line or curve through the places of the rows. */
function lineThrough(
  rows: readonly number[],
  places: readonly number[],
  sign: 1 | -1,
): Omit<EdgeLine, 'half'> {
  if (rows.length < LEAST_ROWS)
    refuse(
      `No edge runs through this region from one side to the other: choose one that holds a single straight edge, at least ${LEAST_ROWS} pixels long.`,
    );
  const fit = (order: number) => {
    const line = fitPolynomial(rows, places, order);
    const squares = rows.map((row, i) => distancesIn(row, line)(places[i]!) ** 2);
    const sum = squares.reduce((total, square) => total + square, 0);
    return { line, residual: Math.sqrt(sum / (rows.length - order - 1)) };
  };
  let best = fit(1);
  for (const order of ORDERS.slice(1)) {
    if (rows.length < 8 * order) break;
    const bent = fit(order);
    if (bent.residual < WORTH_BENDING * best.residual) best = bent;
  }
  return { ...best.line, residual: best.residual, rows: [rows[0]!, rows.at(-1)!], sign };
}

/**
 * Distance between 10 and 90 % of the step across a line, pixels, from means in steps of a pixel.
 */
function riseAbout({ columns, values, used }: Region, line: EdgeLine): number {
  const [sums, counts] = [new Float64Array(2 * columns), new Float64Array(2 * columns)];
  for (let row = line.rows[0]; row <= line.rows[1]; row += 1) {
    const distanceAt = distancesIn(row, line);
    for (let column = 0; column < columns; column += 1) {
      if (!used[row * columns + column]) continue;
      const bin = Math.round(distanceAt(column)) + columns;
      sums[bin]! += values[row * columns + column]!;
      counts[bin]! += 1;
    }
  }
  const profile = [...sums].map((sum, i) => sum / counts[i]!).filter((_, i) => counts[i]! > 0);
  const ends = Math.max(1, Math.floor(profile.length / 8));
  const [from, to] = [meanOf(profile.slice(0, ends)), meanOf(profile.slice(-ends))];
  const shares = profile.map((value) => (value - from) / (to - from));
  // From the middle outwards: noise of the even areas does not count.
  const middle = shares.findIndex((share) => share > 0.5);
  const before = shares.findLastIndex((share, i) => i < middle && share < 0.1);
  const after = shares.findIndex((share, i) => i >= middle && share > 0.9);
  return (after < 0 ? profile.length : after) - before - 1;
}

/**
 * The line through the rows' centroids of the derivative in a Hamming window about another line.
 */
function throughCentroids(region: Region, about: EdgeLine): EdgeLine {
  const { half } = about;
  const { rows, columns, values, used } = region;
  const [places, at]: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    const centre = about.value(row);
    // Half the window must lie inside, or the part outside would draw the centroid inwards.
    if (centre < half / 2 || centre > columns - 1 - half / 2) continue;
    const reach = Math.min(half, centre, columns - 1 - centre);
    let [sum, moment, last] = [0, 0, -1];
    // Neighbours of one colour of a mosaic are two pixels apart.
    const from = Math.max(0, Math.floor(centre - reach) - 2);
    const to = Math.min(columns - 1, Math.ceil(centre + reach) + 2);
    for (let column = from; column <= to; column += 1) {
      if (!used[row * columns + column]) continue;
      if (last >= 0) {
        const distance = ((column + last) / 2 - centre) / reach;
        if (Math.abs(distance) <= 1) {
          const weight = 0.54 + 0.46 * Math.cos(Math.PI * distance);
          const step = (values[row * columns + column]! - values[row * columns + last]!) * weight;
          sum += step;
          moment += step * distance;
        }
      }
      last = column;
    }
    const offset = moment / sum;
    if (!(sum * about.sign > 0) || Math.abs(offset) > 0.7) continue;
    places.push(centre + offset * reach);
    at.push(row);
  }
  return { ...lineThrough(at, places, about.sign), half };
}
