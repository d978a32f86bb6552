import type { FrameLayout } from './frame-layout.ts';
import { grouped } from './grouped.ts';
import { levelsOfColour, type StackMeans } from './stack-means.ts';

/** Flats below saturation and beyond. */
export interface SplitFlats {
  readonly below: readonly StackMeans[];
  readonly saturated: readonly StackMeans[];
  /** The brightest below saturation. */
  readonly brightest: StackMeans | undefined;
  /** Code at which the signal ends: of saturated flats, else the last one. */
  readonly saturationCode: number;
  /** Largest median of a flat below saturation, codes. */
  readonly highest: number;
  /** Names of the lights, that with the most flats first. */
  readonly lights: readonly string[];
  readonly notes: readonly string[];
}

/** A rate below this share of the best is saturated. */
const SATURATED_RATE = 0.93;
/** Share of codes at the last one from which on a flat counts as clipped. */
const MOST_CLIPPED = 5e-3;
/** Levels whose rates differ by more are said. */
const FLICKER = 0.01;

/** Dose of light of a flat, on a scale of its light. */
const doseOf = ({ stack }: StackMeans): number => stack.photons ?? stack.exposure;

/**
 * Tells saturated flats by their rate, level over dark per dose, which falls behind the best.
 *
 * @see docs/reference/twin.md#t2
 */
export function splitFlats(
  flats: readonly StackMeans[],
  dark: StackMeans,
  layout: FrameLayout,
): SplitFlats {
  const { channels, first } = layout;
  const levelsOf = ({ mean }: StackMeans) => {
    const { means, size } = blockMeans(mean, layout);
    return channels.map((_, c) => levelsOfColour(means, size, c));
  };
  const darks = levelsOf(dark).map(({ median }) => median);
  const levels = new Map(flats.map((flat) => [flat, levelsOf(flat)]));
  /** Of median and high level of each colour: the middle of a picture saturates first. */
  const ratesOf = (flat: StackMeans): number[] =>
    levels
      .get(flat)!
      .flatMap(({ median, high }, c) =>
        [median, high].map((level) => (level - darks[c]!) / doseOf(flat)),
      );
  const byLight = grouped(flats, ({ stack }) => stack.light);
  const [below, saturated, notes]: [StackMeans[], StackMeans[], string[]] = [[], [], []];
  for (const [light, list] of byLight) {
    const best = ratesOf(list[0]!).map((_, at) =>
      Math.max(...list.map((flat) => ratesOf(flat)[at]!)),
    );
    const isBehind = (flat: StackMeans): boolean =>
      ratesOf(flat).some((rate, at) => rate < SATURATED_RATE * best[at]!);
    const kept = list.filter((flat) => !isBehind(flat));
    saturated.push(...list.filter(isBehind));
    below.push(...kept.filter(({ fullShare }) => fullShare < MOST_CLIPPED));
    const rates = kept.map((flat) => ratesOf(flat)[2 * first]!);
    const spread = Math.max(...rates) / Math.min(...rates) - 1;
    if (spread > FLICKER)
      notes.push(
        `Flats${light === '' ? '' : ` of ${light}`} disagree with their exposure by up to ${(100 * spread).toFixed(1)} %: the light flickers or drifts, or the exposure is not what the manifest has.`,
      );
  }
  const levelOf = (flat: StackMeans): number => levels.get(flat)![first]!.median;
  const brightest = below.toSorted((a, b) => levelOf(b) - levelOf(a))[0];
  return {
    below,
    saturated,
    brightest,
    saturationCode:
      saturated.length > 0
        ? Math.max(...saturated.flatMap((flat) => levels.get(flat)!.map(({ high }) => high)))
        : 2 ** layout.bits - 1,
    highest: brightest ? levelOf(brightest) : 0,
    lights: [...byLight.entries()].toSorted((a, b) => b[1].length - a[1].length).map(([l]) => l),
    notes,
  };
}

/** Side of a block, px; blocks at least along each side. */
const BLOCK = 8;
const FEWEST_BLOCKS = 4;

/**
 * A map of the means of each colour in blocks, a tile for each, so that noise and fixed pattern of
 * dark flats do not make some of their pixels bright.
 */
function blockMeans(map: ArrayLike<number>, layout: FrameLayout) {
  const { rows, columns } = layout;
  const side = Math.min(BLOCK, 2 * Math.floor(Math.min(rows, columns) / FEWEST_BLOCKS / 2));
  const [down, across] = [Math.floor(rows / side), Math.floor(columns / side)];
  const size = { ...layout, rows: 2 * down, columns: 2 * across };
  const means = new Float64Array(size.rows * size.columns);
  const share = 4 / side ** 2;
  for (let row = 0; row < down * side; row += 1)
    for (let column = 0; column < across * side; column += 1) {
      const [y, x] = [Math.floor(row / side), Math.floor(column / side)];
      const at = (2 * y + (row & 1)) * size.columns + 2 * x + (column & 1);
      means[at]! += share * map[row * columns + column]!;
    }
  return { means, size };
}

/** A pixel is saturated where its light would exceed the level by this factor. */
const SURELY = 1.08;

/**
 * The level, codes, of pixels that would be far beyond saturation by the flats below it.
 *
 * @returns undefined without a saturated flat.
 */
export function saturationOf(
  { saturated, below, saturationCode }: SplitFlats,
  dark: StackMeans,
  { bits }: FrameLayout,
  good: Uint8Array,
) {
  if (saturated.length === 0) return undefined;
  const brightest = saturated.toSorted((a, b) => doseOf(b) - doseOf(a))[0]!;
  const like = below
    .filter(
      ({ stack }) =>
        stack.light === brightest.stack.light && stack.turned === brightest.stack.turned,
    )
    .toSorted((a, b) => doseOf(b) - doseOf(a))[0];
  let [sum, squares, count] = [0, 0, 0];
  const factor = like ? doseOf(brightest) / doseOf(like) : 1;
  brightest.mean.forEach((value, i) => {
    if (good[i] === 0) return;
    const expected = like ? (like.mean[i]! - dark.mean[i]!) * factor : Infinity;
    if (expected < SURELY * (saturationCode - dark.mean[i]!)) return;
    sum += value;
    squares += value ** 2;
    count += 1;
  });
  if (count < 2) return undefined;
  const mean = sum / count;
  // A converter that is full has no noise; rounding is half a code.
  const isFull = mean > 2 ** bits - 1.5;
  const spread = Math.sqrt(Math.max(squares / count - mean ** 2, 0) / count);
  return { value: mean, error: isFull ? 0.25 : spread, from: brightest.stack.files };
}
