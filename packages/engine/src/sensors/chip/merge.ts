import { noiseBudget, varianceOf, type NoiseFigureName } from '../noise-budget.ts';
import type { CaptureFigures } from './captures.ts';
import { fullElectrons, reach } from './captures.ts';
import type { Merge } from './chip.ts';

/** The captures of a frame as merging sees them, in the order of the list. */
export interface Merging {
  readonly rule: Merge['rule'];
  readonly blend: number;
  /** Electrons of each capture at its knee, its scale, and its noise in the dark, electrons². */
  readonly thresholds: readonly number[];
  readonly scales: readonly number[];
  readonly darkVariances: readonly number[];
}

/**
 * Variance of a capture in the dark, electrons²: of reading and rounding, or, for its dynamic range
 * and its ratios, of all that is new in each frame.
 */
export const darkVariance = (
  { sensor, pixel }: CaptureFigures,
  figure: Extract<NoiseFigureName, 'reading' | 'dynamicRange'>,
): number => varianceOf(noiseBudget(sensor, { signal: 0, exposureSeconds: 0 }, pixel), figure);

/** The thresholds and weights of a merge. */
export const mergingOf = (captures: readonly CaptureFigures[], merge: Merge): Merging => ({
  rule: merge.rule,
  blend: merge.blend,
  thresholds: captures.map(({ pixel }) => merge.knee * pixel.saturation),
  scales: captures.map(({ scale }) => scale),
  darkVariances: captures.map((capture) => darkVariance(capture, 'reading')),
});

/**
 * One pixel of all captures as electrons that the first would have.
 *
 * @param electrons of each capture, without dark current; they may be negative.
 * @see docs/reference/sensor-depth.md#merging
 */
export function mergedElectrons(
  { rule, blend, thresholds, scales, darkVariances }: Merging,
  electrons: ArrayLike<number>,
): number {
  const last = thresholds.length - 1;
  if (rule === 'blend') {
    let value = electrons[last]! / scales[last]!;
    for (let k = last - 1; k >= 0; k -= 1) {
      const threshold = thresholds[k]!;
      const share = (threshold - electrons[k]!) / (blend * threshold);
      const weight = Math.min(Math.max(share, 0), 1);
      value = (weight * electrons[k]!) / scales[k]! + (1 - weight) * value;
    }
    return value;
  }
  let picked = 0;
  while (picked < last && !(electrons[picked]! < thresholds[picked]!)) picked += 1;
  const pick = electrons[picked]! / scales[picked]!;
  if (rule === 'pick') return pick;
  let [sum, weights] = [0, 0];
  for (let k = 0; k <= last; k += 1) {
    if (!(electrons[k]! < thresholds[k]!)) continue;
    const scale = scales[k]!;
    // The common estimate decides about the weights: those from each capture's own would bias it.
    const weight = scale ** 2 / (Math.max(pick, 0) * scale + darkVariances[k]!);
    sum += (weight * electrons[k]!) / scale;
    weights += weight;
  }
  return weights > 0 ? sum / weights : pick;
}

/** The signal-to-noise ratio on both sides of a knee, dB. */
export interface Knee {
  readonly signalElectrons: number;
  readonly snrBeforeDb: number;
  readonly snrAfterDb: number;
  readonly dipDb: number;
}

/** What merging makes of the range of a sensor. */
export interface HighDynamicRange {
  readonly referenceSaturationElectrons: number;
  readonly dynamicRangeDb: number;
  readonly knees: readonly Knee[];
}

/**
 * Range and knees of merged captures.
 *
 * @see docs/reference/sensor-depth.md#dynamic-range
 */
export function highDynamicRange(
  captures: readonly CaptureFigures[],
  { knee }: Merge,
): HighDynamicRange {
  const full = fullElectrons(captures);
  return {
    referenceSaturationElectrons: full,
    dynamicRangeDb: 20 * Math.log10(full / Math.sqrt(darkVariance(captures[0]!, 'dynamicRange'))),
    knees: captures.slice(0, -1).map((capture, k) => {
      const signalElectrons = knee * reach(capture);
      const snr = (read: CaptureFigures): number => {
        const electrons = read.scale * signalElectrons;
        return (
          20 * Math.log10(electrons / Math.sqrt(electrons + darkVariance(read, 'dynamicRange')))
        );
      };
      const [snrBeforeDb, snrAfterDb] = [snr(capture), snr(captures[k + 1]!)];
      return { signalElectrons, snrBeforeDb, snrAfterDb, dipDb: snrBeforeDb - snrAfterDb };
    }),
  };
}

/** The scale of linear codes. */
export interface LinearScale {
  readonly bits: number;
  readonly blackLevel: number;
  /** Electrons of the last code. */
  readonly full: number;
}

/** Carries merged electrons to linear codes and back; codes of the way back need not be whole. */
export function linearCodes({ bits, blackLevel, full }: LinearScale): {
  readonly codeOf: (electrons: number) => number;
  readonly electronsOf: (code: number) => number;
} {
  const largest = 2 ** bits - 1;
  const range = largest - blackLevel;
  return {
    codeOf: (electrons) => {
      const code = Math.floor(blackLevel + (electrons * range) / full + 0.5);
      return code < 0 ? 0 : code > largest ? largest : code;
    },
    electronsOf: (code) => ((code - blackLevel) * full) / range,
  };
}
