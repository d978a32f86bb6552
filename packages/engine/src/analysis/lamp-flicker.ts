import { meanOf } from '../quantities/statistics.ts';
import { fail, refuseUnknown, tableOf } from '../text/json-fields.ts';

/** Means of a region from frame to frame, above black, with a flickering lamp in it. */
export interface FlickerSeries {
  readonly series: readonly number[];
  /** The mean with the lamp off. */
  readonly off: number;
  /** Value at which a pixel is full; undefined where it is not known. */
  readonly saturation?: number | undefined;
}

export interface LampFlicker {
  readonly modulationIndex: number;
  readonly detectionIndex: number;
  readonly mitigationProbability: number;
  readonly frames: number;
  /** Frames at saturation: their values hide flicker. */
  readonly clipped: number;
}

export const [USUAL_THRESHOLD, USUAL_DELTA] = [0.1, 0.1] as const;

/**
 * Flicker of a lamp in a series of frames, by the formulas of the working group's public code.
 *
 * @see github.com/CARpublic/P2020-flicker, metrics/flicker.py; docs/reference/lab.md#flicker
 */
export function lampFlicker(
  { series, off, saturation = Infinity }: FlickerSeries,
  threshold: number = USUAL_THRESHOLD,
  delta: number = USUAL_DELTA,
): LampFlicker {
  const [least, most] = [Math.min(...series), Math.max(...series)];
  const mean = meanOf(series);
  const share = (holds: (value: number) => boolean): number =>
    series.filter(holds).length / series.length;
  return {
    modulationIndex: most + least === 0 ? 0 : (most - least) / (most + least),
    detectionIndex: share((value) => (value - off) / off > threshold),
    mitigationProbability: share(
      (value) => mean * (1 - delta) < value && value < mean * (1 + delta),
    ),
    frames: series.length,
    clipped: series.filter((value) => value >= saturation).length,
  };
}

const MOST_FRAMES = 100_000;

/** Reads a series. @throws SimulationError naming the place. */
export function readFlickerSeries(json: unknown): FlickerSeries {
  const table = tableOf(json, 'series', 'The file');
  refuseUnknown(table, ['series', 'off', 'saturation'], '', 'The file');
  const { series, off, saturation } = table;
  if (!Array.isArray(series) || series.length < 2) fail('series', 'needs at least 2 values.');
  if (series.length > MOST_FRAMES) fail('series', `must have at most ${MOST_FRAMES} values.`);
  const wrong = series.findIndex((value) => typeof value !== 'number' || !Number.isFinite(value));
  if (wrong >= 0) fail(`series[${wrong}]`, 'must be a number.');
  if (typeof off !== 'number' || !Number.isFinite(off) || off <= 0) fail('off', 'must be above 0.');
  if (saturation !== undefined && (typeof saturation !== 'number' || !(saturation > 0)))
    fail('saturation', 'must be above 0.');
  return { series: series as number[], off, saturation };
}
