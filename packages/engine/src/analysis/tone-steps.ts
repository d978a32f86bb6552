import { fail, isObject, refuseUnknown, tableOf } from '../text/json-fields.ts';
import { pixelsIn, squaresAboutPlane, type Stack } from './frame-stack.ts';
import type { Rectangle } from './measured-picture.ts';
import { meanOf } from '../quantities/statistics.ts';

const LEAST_PIXELS = 9;

/** A patch of a chart of greys. */
export interface StepPatch {
  readonly rectangle: Rectangle;
  /** cd/m². */
  readonly luminance: number;
}

export interface StepChart {
  readonly patches: readonly StepPatch[];
  /** Value at which a pixel is full. */
  readonly saturation: number;
}

export interface MeasuredStep {
  readonly luminance: number;
  readonly mean: number;
  readonly temporalNoise: number;
  readonly totalNoise: number;
  /** Luminance times incremental gain over temporal noise; null without noise. */
  readonly snr: number | null;
}

export interface ToneSteps {
  readonly patches: readonly MeasuredStep[];
  readonly saturationLuminance: number | null;
  readonly luminanceAtSnr1: number | null;
  readonly luminanceAtSnr10: number | null;
  readonly dynamicRangeDb: number | null;
  readonly dynamicRangeStops: number | null;
  readonly dynamicRange10Db: number | null;
  /** Why a figure is missing. */
  readonly notes: readonly string[];
}

/**
 * Conversion function, noise and dynamic range from grey patches, after ISO 14524:2009 and 15739.
 *
 * @throws SimulationError (`patches`, `luminance`).
 * @see docs/reference/lab.md#steps
 */
export function toneSteps(stack: Stack, { patches, saturation }: StepChart): ToneSteps {
  const read = patches.map((patch, i) => patchNoise(stack, patch, `patches[${i}]`));
  const order = read
    .map((_, i) => i)
    .toSorted((a, b) => patches[b]!.luminance - patches[a]!.luminance);
  const gains = gainsOf(
    order.map((i) => ({ luminance: patches[i]!.luminance, mean: read[i]!.mean })),
  );
  const steps = read.map((own, i): MeasuredStep => {
    const { luminance } = patches[i]!;
    const gain = gains[order.indexOf(i)]!;
    const snr = own.temporalNoise > 0 ? (luminance * gain) / own.temporalNoise : null;
    return { luminance, ...own, snr };
  });
  const sorted = order.map((i) => steps[i]!);
  const saturated = saturationOf(sorted, saturation);
  const [one, ten] = [1, 10].map((level) => crossing(sorted, level)) as [
    number | null,
    number | null,
  ];
  const ratioDb = (least: number | null): number | null =>
    least === null || saturated === null ? null : 20 * Math.log10(saturated / least);
  return {
    patches: steps,
    saturationLuminance: saturated,
    luminanceAtSnr1: one,
    luminanceAtSnr10: ten,
    dynamicRangeDb: ratioDb(one),
    dynamicRangeStops: one === null || saturated === null ? null : Math.log2(saturated / one),
    dynamicRange10Db: ratioDb(ten),
    notes: notesOf(sorted, one, saturated),
  };
}

function notesOf(
  sorted: readonly MeasuredStep[],
  one: number | null,
  saturated: number | null,
): readonly string[] {
  const notes: string[] = [];
  const darkest = sorted.at(-1)!;
  if (one === null && darkest.snr !== null && saturated !== null)
    notes.push(
      `The darkest patch has SNR ${darkest.snr.toFixed(1)}: dynamic range is at least ${(20 * Math.log10(saturated / darkest.luminance)).toFixed(0)} dB.`,
    );
  if (saturated === null)
    notes.push('Fewer than two patches are below saturation: it cannot be extrapolated.');
  return notes;
}

/** Mean of a patch, its noise in time, and with what stays. */
function patchNoise(stack: Stack, { rectangle }: StepPatch, path: string) {
  const { columns, frames } = stack;
  const pixels = pixelsIn(stack, rectangle, path);
  if (pixels.length < LEAST_PIXELS)
    fail(path, `has ${pixels.length} pixels of this colour: at least ${LEAST_PIXELS} are needed.`);
  const count = frames.length;
  const mean = new Float64Array(frames[0]!.length);
  for (const i of pixels) mean[i] = meanOf(frames.map((frame) => frame[i]!));
  const fixed = squaresAboutPlane(mean, columns, pixels) / (pixels.length - 1);
  let temporal = fixed;
  if (count > 1) {
    let squares = 0;
    for (const frame of frames) for (const i of pixels) squares += (frame[i]! - mean[i]!) ** 2;
    temporal = squares / (count - 1) / pixels.length;
  }
  const total = count > 1 ? temporal + fixed - temporal / count : temporal;
  return {
    mean: pixels.reduce((sum, i) => sum + mean[i]!, 0) / pixels.length,
    temporalNoise: Math.sqrt(temporal),
    totalNoise: Math.sqrt(Math.max(0, total)),
  };
}

/** Incremental gain of patches of falling luminance, value per cd/m². */
function gainsOf(
  points: readonly { readonly luminance: number; readonly mean: number }[],
): readonly number[] {
  return points.map(({ luminance }, i) => {
    const [one, other] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
    return (
      (other.mean - one.mean) / (Math.log(other.luminance) - Math.log(one.luminance)) / luminance
    );
  });
}

/** From the best patch downwards, the luminance at which the SNR first falls to a level. */
function crossing(sorted: readonly MeasuredStep[], level: number): number | null {
  const known = sorted.filter(({ snr }) => snr !== null && snr > 0) as readonly (MeasuredStep & {
    readonly snr: number;
  })[];
  const best = known.reduce((most, { snr }, i) => (snr > known[most]!.snr ? i : most), 0);
  for (let i = best; i + 1 < known.length; i += 1) {
    const [above, below] = [known[i]!, known[i + 1]!];
    if (!(above.snr >= level && below.snr <= level)) continue;
    const part = Math.log(above.snr / level) / Math.log(above.snr / below.snr);
    return above.luminance * (below.luminance / above.luminance) ** part;
  }
  return null;
}

/** Where the line through the two brightest patches below saturation reaches it. */
function saturationOf(sorted: readonly MeasuredStep[], saturation: number): number | null {
  const first = sorted.findIndex(({ mean }) => mean < saturation);
  const [one, other] = [sorted[first], sorted[first + 1]];
  if (first < 0 || !one || !other) return null;
  const slope = (one.mean - other.mean) / (one.luminance - other.luminance);
  if (!(slope > 0)) return null;
  const reached = one.luminance + (saturation - one.mean) / slope;
  return first === 0 ? reached : Math.min(reached, sorted[first - 1]!.luminance);
}

const MOST_PATCHES = 1000;

/** Reads the patches of a chart. @throws SimulationError naming the place. */
export function readStepChart(json: unknown): StepChart {
  const table = tableOf(json, 'patches', 'The chart');
  refuseUnknown(table, ['patches', 'luminance', 'saturation'], '', 'The chart');
  const { patches, luminance, saturation } = table;
  if (!Array.isArray(patches) || patches.length < 3 || patches.length > MOST_PATCHES)
    fail('patches', `must be a list of 3 to ${MOST_PATCHES} of [x, y, width, height].`);
  if (!Array.isArray(luminance)) fail('luminance', 'must be a list of numbers.');
  if (luminance.length !== patches.length)
    fail('luminance', `has ${luminance.length} values for ${patches.length} patches.`);
  if (typeof saturation !== 'number' || !(saturation > 0) || !Number.isFinite(saturation))
    fail('saturation', 'must be a number above 0.');
  const read = patches.map((patch: unknown, i) => {
    const value: unknown = luminance[i];
    if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0)
      fail(`luminance[${i}]`, 'must be a number above 0.');
    return { rectangle: readRectangle(patch, `patches[${i}]`), luminance: value };
  });
  const twice = read.findIndex(
    ({ luminance: value }, i) => read.findIndex((other) => other.luminance === value) < i,
  );
  if (twice >= 0) fail(`luminance[${twice}]`, 'is there twice.');
  return { patches: read, saturation };
}

/** [x, y, width, height] in whole pixels. @throws SimulationError naming the place. */
export function readRectangle(json: unknown, path: string): Rectangle {
  if (
    !Array.isArray(json) ||
    isObject(json) ||
    json.length !== 4 ||
    !json.every(Number.isSafeInteger) ||
    !((json[2] as number) > 0 && (json[3] as number) > 0)
  )
    fail(path, 'must be [x, y, width, height] in whole pixels.');
  const [x, y, width, height] = json as [number, number, number, number];
  return { x, y, width, height };
}
