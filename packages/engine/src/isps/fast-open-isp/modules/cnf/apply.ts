import {
  BLUE,
  GREEN_IN_BLUE_ROW,
  GREEN_IN_RED_ROW,
  RED,
  phaseOf,
  type BayerPhases,
} from '../../bayer-phases.ts';
import { padRows, reflectInPlane } from '../../rows.ts';
import type { StepCode, StepPart } from '../../step-code.ts';
import type { CnfParameters } from './descriptor.ts';

export interface CnfTables {
  readonly phases: BayerPhases;
  /** Codes. */
  readonly threshold: number;
  /** White balance gains, 1024 times; the larger the gain, the stronger the damping. */
  readonly redGain: number;
  readonly blueGain: number;
  readonly saturation: number;
}
/** Some rows to filter; `from` and `to` are even. */
export type CnfPart = StepPart<'bayer', 'bayer', CnfTables>;

/** Two pixels of the same colour on each side. */
const MARGIN = 4;

/**
 * Takes colour out of red and blue pixels that stand out of dark surroundings.
 *
 * @see docs/reference/isp.md#cnf.
 */
export function filterChromaNoise({
  source: { bayer: source },
  target: { bayer: target },
  tables: { phases, threshold, redGain, blueGain, saturation },
  rows,
  columns,
  from,
  to,
}: CnfPart): void {
  const { data, stride } = padRows(source, { rows, columns, from, to }, MARGIN, reflectInPlane);
  const cells = columns >> 1;
  const means = [RED, GREEN_IN_RED_ROW, GREEN_IN_BLUE_ROW, BLUE].map(() => new Int32Array(cells));
  const [red, blue] = [phaseOf(phases, RED), phaseOf(phases, BLUE)];
  const redRule = { threshold, damping: dampingOf(redGain) };
  const blueRule = { threshold, damping: dampingOf(blueGain) };
  for (let row = from; row < to; row += 2) {
    for (const [colour, mean] of means.entries()) {
      const phase = phaseOf(phases, colour);
      meanOfFive(data, stride, (row - from + phase.row) * stride + phase.column, mean);
    }
    const start = row * columns;
    target.set(source.subarray(start, start + 2 * columns), start);
    for (let cell = 0; cell < cells; cell += 1) {
      const meanR = means[RED]![cell]!;
      const meanG = (means[GREEN_IN_RED_ROW]![cell]! + means[GREEN_IN_BLUE_ROW]![cell]!) >> 1;
      const meanB = means[BLUE]![cell]!;
      const y = (306 * meanR + 601 * meanG + 117 * meanB) >> 10;
      const atR = start + red.row * columns + red.column + 2 * cell;
      const atB = start + blue.row * columns + blue.column + 2 * cell;
      const redMeans = { own: meanR, green: meanG, other: meanB };
      const blueMeans = { own: meanB, green: meanG, other: meanR };
      target[atR] = Math.min(quieten(source[atR]!, redMeans, y, redRule), saturation);
      target[atB] = Math.min(quieten(source[atB]!, blueMeans, y, blueRule), saturation);
      // Green is not filtered, but clipped like the other colours.
      const atGr = start + red.row * columns + (1 - red.column) + 2 * cell;
      const atGb = start + blue.row * columns + (1 - blue.column) + 2 * cell;
      if (source[atGr]! > saturation) target[atGr] = saturation;
      if (source[atGb]! > saturation) target[atGb] = saturation;
    }
  }
}

/**
 * Integer means over 5x5 pixels of one colour; `corner` is the upper left pixel of the first
 * window.
 */
function meanOfFive(data: Uint16Array, stride: number, corner: number, mean: Int32Array): void {
  const down = 2 * stride;
  const columnSum = (at: number): number =>
    data[at]! +
    data[at + down]! +
    data[at + 2 * down]! +
    data[at + 3 * down]! +
    data[at + 4 * down]!;
  let sum =
    columnSum(corner) + columnSum(corner + 2) + columnSum(corner + 4) + columnSum(corner + 6);
  for (let cell = 0; cell < mean.length; cell += 1) {
    const at = corner + 2 * cell;
    sum += columnSum(at + 8);
    mean[cell] = Math.trunc(sum / 25);
    sum -= columnSum(at);
  }
}

/** 256 times the fraction of its difference from the surroundings that a noisy pixel keeps. */
export const dampingOf = (gain: number): number => (gain <= 1024 ? 256 : gain <= 1229 ? 128 : 77);

/** Strength of the correction by the luma of the surroundings, and by their mean in this colour. */
const fadeByLuma = (y: number): number =>
  y <= 30
    ? 1
    : y <= 50
      ? 0.9
      : y <= 70
        ? 0.8
        : y <= 100
          ? 0.7
          : y <= 150
            ? 0.6
            : y <= 200
              ? 0.3
              : y <= 250
                ? 0.1
                : 0;
const fadeByChroma = (mean: number): number =>
  mean <= 30
    ? 1
    : mean <= 50
      ? 0.9
      : mean <= 70
        ? 0.8
        : mean <= 100
          ? 0.6
          : mean <= 150
            ? 0.5
            : mean <= 200
              ? 0.3
              : 0;

/**
 * Means of the surroundings of a red (or blue) pixel: of its own colour, of green, of blue (or
 * red).
 */
interface Means {
  readonly own: number;
  readonly green: number;
  readonly other: number;
}

/** Filters one red (or blue) pixel; `y` is the luma of its surroundings. */
function quieten(
  value: number,
  { own, green, other }: Means,
  y: number,
  { threshold, damping }: { readonly threshold: number; readonly damping: number },
): number {
  const isNoise =
    value - green > threshold &&
    value - other > threshold &&
    own - green > threshold &&
    own - other < threshold;
  if (!isNoise) return value;
  const most = Math.max(green, other);
  const corrected = most + ((damping * (value - most)) >> 8);
  const fade = fadeByLuma(y) * fadeByChroma(own);
  return Math.max(Math.trunc(fade * corrected + (1 - fade) * value), 0);
}

export const code = {
  prepare: ({ cnfValue: threshold, awbR: redGain, awbB: blueGain }, { phases, saturation }) => ({
    phases,
    threshold,
    redGain,
    blueGain,
    saturation,
  }),
  apply: filterChromaNoise,
} satisfies StepCode<CnfParameters, CnfPart>;
