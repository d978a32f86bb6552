import { atan2, cos, sin } from '../../quantities/elementary.ts';
import { hypotenuse } from '../../quantities/hypotenuse.ts';
import { meanOf } from '../../quantities/statistics.ts';
import { fail } from '../../text/json-fields.ts';
import type { Region } from '../edge-sfr/region.ts';
import { discCapacityOf, whiteNoise } from '../information/capacity.ts';
import { curveOf } from '../information/transfer.ts';
import { solveLinear } from '../linear-algebra.ts';

/** A sine star in a picture. */
export interface StarPlace {
  /** Of the star, pixels; the middle of the upper left pixel is .5, .5. */
  readonly centre: readonly [x: number, y: number];
  /** Round the centre. */
  readonly cycles: number;
  /** Of the chart: amplitude over mean. */
  readonly modulation: number;
  /** Of the rings, pixels; every 4 pixels from the first that is resolved without it. */
  readonly radii?: readonly number[] | undefined;
}

export interface StarSfr {
  readonly frequency: readonly number[];
  /** Mean of the segments at each ring; null where none has pixels enough. */
  readonly mean: readonly (number | null)[];
  /** By ring and segment, from the left, y down; null with fewer than 8 pixels. */
  readonly segments: readonly (readonly (number | null)[])[];
  readonly radii: readonly number[];
  /** Mean of the squares that the sines leave. */
  readonly residualVariance: number;
  /** Bits per pixel: what the star passes over what the sines leave. */
  readonly capacityStar: number;
}

export const SEGMENTS = 8;
const LEAST_PIXELS = 8;
const [LEAST_CYCLES, MOST_CYCLES, MOST_RINGS] = [4, 4096, 2000] as const;

/**
 * SFR of a sine star by least squares of sines in segments of rings, after ISO 12233:2023's s-SFR.
 *
 * @throws SimulationError (`centre`, `cycles`, `modulation`, `radii`).
 * @see Loebich, Wueller, Klingen, Jaeger 2007; docs/reference/lab.md#star
 */
export function starSfr(region: Region, place: StarPlace): StarSfr {
  const { cycles, modulation } = place;
  const radii = checkedRadii(region, place);
  const rings = radii.map((radius) => ringOf(region, place, radius));
  const fits = rings.map((ring) => ring.map((segment) => sineOf(segment)));
  const found = fits.flat().filter((fit) => fit !== null);
  if (found.length === 0)
    fail('radii', 'No segment of these rings has 8 pixels: choose larger radii.');
  const frequency = radii.map((radius) => cycles / (2 * Math.PI * radius));
  const segments = fits.map((ring) =>
    ring.map((fit) => fit && fit.amplitude / (fit.mean * modulation)),
  );
  const mean = segments.map((ring) => {
    const known = ring.filter((value) => value !== null);
    return known.length === 0 ? null : meanOf(known);
  });
  const residualVariance = meanOf(found.map(({ residual }) => residual));
  const points = frequency
    .flatMap((f, i) => (mean[i] === null ? [] : [{ f, sfr: mean[i]! }]))
    .toSorted((one, other) => one.f - other.f);
  const curve = curveOf(
    points.map(({ f }) => f),
    points.map(({ sfr }) => sfr),
  );
  const step = 2 * modulation * meanOf(found.map((fit) => fit.mean));
  return {
    frequency,
    mean,
    segments,
    radii,
    residualVariance,
    capacityStar: discCapacityOf(curve, { step, noise: whiteNoise(residualVariance) }),
  };
}

function checkedRadii(
  { rows, columns }: Region,
  { centre: [x, y], cycles, modulation, radii }: StarPlace,
): readonly number[] {
  if (!(x >= 0 && x <= columns && y >= 0 && y <= rows))
    fail('centre', `${x}, ${y} lies outside the picture.`);
  if (!Number.isInteger(cycles) || cycles < LEAST_CYCLES)
    fail('cycles', `must be a whole number from ${LEAST_CYCLES}.`);
  if (cycles > MOST_CYCLES) fail('cycles', `must be at most ${MOST_CYCLES}.`);
  if (!(modulation > 0 && modulation <= 1)) fail('modulation', 'must be above 0 and at most 1.');
  const edge = Math.min(x, y, columns - x, rows - y) - 0.5;
  if (radii === undefined) {
    const first = cycles / Math.PI + 1;
    const count = Math.floor((edge - first) / 4) + 1;
    if (count < 1)
      fail(
        'centre',
        `${cycles} cycles need a radius of ${first.toFixed(1)} pixels, and the nearest edge is ${edge.toFixed(1)} away.`,
      );
    return Array.from({ length: count }, (_, i) => first + 4 * i);
  }
  if (radii.length === 0 || radii.length > MOST_RINGS)
    fail('radii', `must be 1 to ${MOST_RINGS} numbers.`);
  for (const [i, radius] of radii.entries()) {
    if (!(radius > 0)) fail(`radii[${i}]`, 'must be above 0.');
    if (radius > edge)
      fail(
        `radii[${i}]`,
        `a ring of ${radius} pixels leaves the picture, which ends at ${edge.toFixed(1)}.`,
      );
  }
  return radii;
}

/** A pixel of a segment: its value, and the cosine and sine of the star there. */
type Segment = (readonly [value: number, cosine: number, sine: number])[];

function ringOf(
  { rows, columns, values, used }: Region,
  { centre: [x0, y0], cycles }: StarPlace,
  radius: number,
): readonly Segment[] {
  const segments: Segment[] = Array.from({ length: SEGMENTS }, () => []);
  const outer = radius + 0.5;
  const top = Math.max(0, Math.floor(y0 - outer) - 1);
  const bottom = Math.min(rows - 1, Math.ceil(y0 + outer));
  for (let row = top; row <= bottom; row += 1) {
    const y = row + 0.5 - y0;
    if (Math.abs(y) > outer) continue;
    const [wide, narrow] = [outer, radius - 0.5].map((r) => Math.sqrt(Math.max(0, r * r - y * y)));
    for (const [from, to] of [
      [-wide!, -narrow!],
      [narrow!, wide!],
    ] as const)
      for (
        let column = Math.max(0, Math.floor(x0 + from - 0.5));
        column <= Math.min(columns - 1, Math.ceil(x0 + to - 0.5));
        column += 1
      ) {
        const x = column + 0.5 - x0;
        if (from < 0 ? x >= 0 : x < 0) continue;
        if (Math.abs(hypotenuse(x, y) - radius) > 0.5 || !used[row * columns + column]) continue;
        const angle = atan2(y, x);
        const segment = Math.floor(((angle + Math.PI) / (2 * Math.PI)) * SEGMENTS);
        segments[Math.min(segment, SEGMENTS - 1)]!.push([
          values[row * columns + column]!,
          cos(cycles * angle),
          sin(cycles * angle),
        ]);
      }
  }
  return segments;
}

/** Least squares of a mean and a sine. */
function sineOf(segment: Segment) {
  const count = segment.length;
  if (count < LEAST_PIXELS) return null;
  const terms = segment.map(([, cosine, sine]) => [1, cosine, sine] as const);
  const matrix = [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => terms.reduce((sum, term) => sum + term[row]! * term[column]!, 0)),
  );
  const right = [0, 1, 2].map((row) =>
    segment.reduce((sum, [value], i) => sum + terms[i]![row]! * value, 0),
  );
  const solve = (wanted: readonly number[]): readonly number[] =>
    solveLinear(matrix.map((line, i) => Float64Array.from([...line, wanted[i]!])));
  const [mean, cosine, sine] = solve(right) as [number, number, number];
  const residual =
    segment.reduce(
      (sum, [value], i) => sum + (value - mean - cosine * terms[i]![1] - sine * terms[i]![2]) ** 2,
      0,
    ) /
    (count - 3);
  const variances = residual * (solve([0, 1, 0])[1]! + solve([0, 0, 1])[2]!);
  return {
    mean,
    amplitude: Math.sqrt(Math.max(0, cosine ** 2 + sine ** 2 - variances)),
    residual,
  };
}
