import { fail, refuseUnknown, tableOf } from '../text/json-fields.ts';
import type { Rectangle } from './measured-picture.ts';
import { statisticsOf } from './region-statistics.ts';
import { pixelsIn, type Stack } from './frame-stack.ts';
import { readRectangle } from './tone-steps.ts';

export const CONTRAST_KINDS = ['michelson', 'weber'] as const;
export type ContrastKind = (typeof CONTRAST_KINDS)[number];

/** Two even squares. */
export interface ContrastPair {
  readonly dark: Rectangle;
  readonly bright: Rectangle;
  /** Contrast of the scene. */
  readonly nominal: number;
}

export interface MeasuredContrast {
  readonly nominal: number;
  /** Share of all pairs of a dark and a bright pixel whose contrast is nearly the nominal one. */
  readonly contrastDetection: number;
  /** Contrast of the means over the nominal one. */
  readonly contrastAccuracy: number;
  /** Difference of the squares over their noise; null without noise. */
  readonly csnr: number | null;
}

export const USUAL_EPSILON = 0.5;

/**
 * Contrast detection probability after Geese, Seger, Paolillo 2018, exact over all pairs.
 *
 * @param epsilon share of the nominal contrast by which a pair may miss it.
 * @see docs/reference/lab.md#contrast
 */
export function contrastOf(
  dark: Float64Array,
  bright: Float64Array,
  nominal: number,
  { epsilon, kind }: { readonly epsilon: number; readonly kind: ContrastKind },
): MeasuredContrast {
  const sorted = bright.toSorted();
  const [low, high] = [nominal * (1 - epsilon), nominal * (1 + epsilon)];
  let detected = 0;
  for (const d of dark) {
    // Contrast rises with the bright pixel where the sum is positive.
    const from = firstAt(sorted, (b) => isPair(b, d, kind) && contrast(b, d, kind) >= low);
    const to = firstAt(sorted, (b) => isPair(b, d, kind) && contrast(b, d, kind) > high);
    detected += to - from;
  }
  const [d, b] = [statisticsOf(dark), statisticsOf(bright)];
  const noise = Math.hypot(d.standardDeviation, b.standardDeviation);
  return {
    nominal,
    contrastDetection: detected / (dark.length * bright.length),
    contrastAccuracy: contrast(b.mean, d.mean, kind) / nominal,
    csnr: noise > 0 ? (b.mean - d.mean) / noise : null,
  };
}

/** A pair without light has no contrast. */
const isPair = (b: number, d: number, kind: ContrastKind): boolean =>
  kind === 'weber' ? d > 0 : b + d > 0;

const contrast = (b: number, d: number, kind: ContrastKind): number =>
  kind === 'weber' ? b / d - 1 : (b - d) / (b + d);

/** First index at which a condition holds that, once held, holds to the end. */
function firstAt(sorted: Float64Array, holds: (value: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The pairs of a stack of frames. @throws SimulationError (`pairs[i].dark` and so on). */
export function contrastPairs(
  stack: Stack,
  pairs: readonly ContrastPair[],
  settings: { readonly epsilon: number; readonly kind: ContrastKind },
): readonly MeasuredContrast[] {
  return pairs.map(({ dark, bright, nominal }, i) =>
    contrastOf(
      valuesOf(stack, dark, `pairs[${i}].dark`),
      valuesOf(stack, bright, `pairs[${i}].bright`),
      nominal,
      settings,
    ),
  );
}

/** The values of a square in all frames. */
function valuesOf(stack: Stack, rectangle: Rectangle, path: string): Float64Array {
  const pixels = pixelsIn(stack, rectangle, path);
  if (pixels.length === 0) fail(path, 'has no pixel of this colour.');
  return Float64Array.from(stack.frames.flatMap((frame) => pixels.map((i) => frame[i]!)));
}

const MOST_LISTED = 1000;

/** Reads the pairs of a chart. @throws SimulationError naming the place. */
export function readContrastPairs(json: unknown): readonly ContrastPair[] {
  const table = tableOf(json, 'pairs', 'The chart');
  refuseUnknown(table, ['pairs'], '', 'The chart');
  const { pairs } = table;
  if (!Array.isArray(pairs) || pairs.length < 1 || pairs.length > MOST_LISTED)
    fail('pairs', `must be a list of 1 to ${MOST_LISTED} of {dark, bright, nominal}.`);
  return pairs.map((entry: unknown, i) => {
    const pair = tableOf(entry, `pairs[${i}]`, `pairs[${i}]`);
    refuseUnknown(pair, ['dark', 'bright', 'nominal'], `pairs[${i}]`, `pairs[${i}]`);
    const { nominal } = pair;
    if (typeof nominal !== 'number' || !Number.isFinite(nominal) || nominal <= 0)
      fail(`pairs[${i}].nominal`, 'must be above 0.');
    return {
      dark: readRectangle(pair['dark'], `pairs[${i}].dark`),
      bright: readRectangle(pair['bright'], `pairs[${i}].bright`),
      nominal,
    };
  });
}
