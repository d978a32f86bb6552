import { distancesIn } from '../edge-sfr/find-edge.ts';
import { locateEdge, responseOf, type LocatedEdge } from '../edge-sfr/edge-sfr.ts';
import { BINS_PER_PIXEL } from '../edge-sfr/edge-spread.ts';
import { transposed, type Region } from '../edge-sfr/region.ts';
import { squaresAboutPlane } from '../frame-stack.ts';
import { statisticsOf } from '../region-statistics.ts';
import { fail } from '../../text/json-fields.ts';
import { meanOf } from '../../quantities/statistics.ts';
import {
  capacityOf,
  discCapacityOf,
  edgeErrorOf,
  neqAt,
  whiteNoise,
  type NoisePower,
} from './capacity.ts';
import type { NoiseSpectrum } from './noise-spectrum.ts';
import { curveOf, tableTransfer } from './transfer.ts';

/** What frames of an edge tell of a camera. Value: the unit of the frames. */
export interface EdgeInformation {
  /** Tilt of the edge from the nearer of rows and columns. */
  readonly angleDegrees: number;
  /** Levels of the sides, above black. */
  readonly dark: number;
  readonly light: number;
  readonly darkVariance: number;
  readonly lightVariance: number;
  /** The variances are about a plane of one frame, not from frame to frame. */
  readonly isOfOneFrame: boolean;
  readonly frequency: readonly number[];
  readonly sfr: readonly number[];
  readonly neq: readonly number[];
  /** Bits per pixel. */
  readonly capacity: number;
  readonly capacityDisc: number;
  /** Of an edge over as many rows as the region has along it. */
  readonly edgeErrorPx: number;
  /** The same from the frames: standard deviation of the shift of each; null of one frame. */
  readonly edgeErrorMeasuredPx: number | null;
}

/** To .75: the corners of the Nyquist square lie at .71. */
const FREQUENCIES = Float64Array.from({ length: 48 }, (_, i) => (i + 1) / 64);
export const USUAL_GAP = 8;
const LEAST_PIXELS = 50;

/** How frames of an edge are measured. */
export interface EdgeSettings {
  /** Value without light. */
  readonly black: number;
  /** Pixels from the edge at which its sides begin. */
  readonly gap: number;
  /** Shape of the noise; white without it. */
  readonly flat?: NoiseSpectrum | undefined;
}

/**
 * Information of a camera from frames of a slanted edge, with the SFR of their mean.
 *
 * @param frames of one region, all of the same pixels.
 * @throws SimulationError (`roi`, `gap`, `black`) where they have no such edge.
 * @see docs/reference/lab.md#edge-information
 */
export function edgeInformation(
  frames: readonly Region[],
  { black, gap, flat }: EdgeSettings,
): EdgeInformation {
  const mean = meanRegion(frames);
  const edge = locateEdge(mean);
  const sides = sidesOf(edge, gap);
  const upright = frames.map((frame) => (edge.isTransposed ? transposed(frame) : frame).values);
  const levels = sides.map((pixels) => levelOf(edge, upright, pixels));
  const [dark, light] = levels.map(({ level }) => level - black) as [number, number];
  if (dark <= 0)
    fail('black', `The dark side is at ${levels[0]!.level.toPrecision(5)}: black must be below.`);
  const [darkVariance, lightVariance] = levels.map(({ variance }) => variance) as [number, number];
  const sfr = [...responseOf(edge.spread, FREQUENCIES)];
  const frequency = [...FREQUENCIES];
  const transfer = tableTransfer(frequency, sfr);
  const shape = flat ? shapeOf(flat) : whiteNoise(1);
  const variance = (darkVariance + lightVariance) / 2;
  const swing = { step: light - dark, noise: (f: number) => variance * shape(f) };
  const degrees = Math.min(edge.edgeDegrees, 180 - edge.edgeDegrees);
  return {
    angleDegrees: degrees <= 45 ? degrees : 90 - degrees,
    dark,
    light,
    darkVariance,
    lightVariance,
    isOfOneFrame: frames.length < 2,
    frequency,
    sfr,
    neq: frequency.map((f, i) =>
      neqAt(light, sfr[i]!, lightVariance * shape(Math.abs(f - Math.round(f)))),
    ),
    capacity: capacityOf(transfer, swing),
    capacityDisc: discCapacityOf((f) => transfer.at(f, 0), swing),
    edgeErrorPx: edgeErrorOf(transfer, swing, edge.line.rows[1] - edge.line.rows[0] + 1),
    edgeErrorMeasuredPx: frames.length < 2 ? null : measuredError(edge, upright),
  };
}

/** Power of noise of variance 1 with the shape of a spectrum; the last value beyond its end. */
function shapeOf({ frequency, radial, variance }: NoiseSpectrum): NoisePower {
  const end = frequency.at(-1)!;
  const curve = curveOf([0, ...frequency], [radial[0]!, ...radial]);
  return (f) => curve(Math.min(f, end)) / variance;
}

function meanRegion(frames: readonly Region[]): Region {
  const [first] = frames;
  const values = first!.values.map((_, i) => {
    let sum = 0;
    for (const frame of frames) sum += frame.values[i]!;
    return sum / frames.length;
  });
  return { ...first!, values };
}

/** Pixels of the dark and of the light side, farther than `gap` from the edge. */
function sidesOf(
  { upright: { rows, columns, used }, line }: LocatedEdge,
  gap: number,
): readonly [number[], number[]] {
  const sides: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row += 1) {
    const distanceAt = distancesIn(row, line);
    for (let column = 0; column < columns; column += 1) {
      if (!used[row * columns + column]) continue;
      const distance = line.sign * distanceAt(column);
      if (distance < -gap) sides[0].push(row * columns + column);
      else if (distance > gap) sides[1].push(row * columns + column);
    }
  }
  if (sides.some((pixels) => pixels.length < LEAST_PIXELS))
    fail(
      'gap',
      `A side of the edge has fewer than ${LEAST_PIXELS} pixels farther than ${gap} from it: choose a smaller gap or a larger region.`,
    );
  return sides;
}

/** Mean of the pixels of a side, and their variance from frame to frame or about a plane. */
function levelOf(
  { upright }: LocatedEdge,
  frames: readonly Float64Array[],
  pixels: readonly number[],
) {
  const level = meanOf(frames.map((frame) => meanOf(pixels.map((i) => frame[i]!))));
  if (frames.length > 1) {
    const count = frames.length;
    const variances = pixels.map((i) => {
      const mean = meanOf(frames.map((frame) => frame[i]!));
      return frames.reduce((sum, frame) => sum + (frame[i]! - mean) ** 2, 0) / (count - 1);
    });
    return { level, variance: meanOf(variances) };
  }
  const squares = squaresAboutPlane(frames[0]!, upright.columns, pixels);
  return { level, variance: squares / (pixels.length - 3) };
}

/**
 * Standard deviation of the place of the edge from frame to frame: each frame is the mean one
 * moved along the normal, by least squares.
 */
function measuredError(
  { upright: { rows, columns, used, values }, line, spread }: LocatedEdge,
  frames: readonly Float64Array[],
): number {
  const slopes = new Float64Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    const distanceAt = distancesIn(row, line);
    for (let column = 0; column < columns; column += 1) {
      const bin = Math.round(line.sign * distanceAt(column) * BINS_PER_PIXEL + spread.centre);
      const [before, after] = [spread.values[bin - 1], spread.values[bin + 1]];
      if (used[row * columns + column] && before !== undefined && after !== undefined)
        slopes[row * columns + column] = ((after - before) * BINS_PER_PIXEL) / 2;
    }
  }
  const weight = slopes.reduce((sum, slope) => sum + slope ** 2, 0);
  const shifts = frames.map((frame) => {
    let sum = 0;
    for (let i = 0; i < slopes.length; i += 1) sum += slopes[i]! * (frame[i]! - values[i]!);
    return sum / weight;
  });
  return statisticsOf(shifts).standardDeviation;
}
