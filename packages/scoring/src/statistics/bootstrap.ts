import { drawImages } from './draws.ts';

/** Figures by name; null where there is nothing to count. */
export type Figures = Readonly<Record<string, number | null>>;
export type Interval = readonly [low: number, high: number];

export interface BootstrapOptions {
  /** How many there are. */
  readonly images: number;
  /** Default: 1,000. */
  readonly draws?: number;
  /** A whole number from 0 to 2^32 - 1; default: 1. The same seed gives the same draws. */
  readonly seed?: number;
  /** Number of the images among others that are drawn apart, as a condition; default: 0. */
  readonly stratum?: number;
  /**
   * Figures of a draw.
   *
   * @param multiplicities how often each image counts; they add up to `images`. The array is used
   *   again for the next draw.
   */
  readonly figuresOf: (multiplicities: Uint32Array) => object;
}

/** Figures of the images as they are, and of each draw. */
export interface Bootstrap {
  readonly images: number;
  readonly whole: Figures;
  readonly draws: readonly Figures[];
}

export const DEFAULT_DRAWS = 1000;
const DEFAULT_SEED = 1;

/**
 * Draws images with return, as many as there are, and takes the figures of each draw. Two
 * bootstraps of the same seed and number of images have the same draws, so that their differences
 * are paired.
 *
 * @see docs/reference/vision.md#intervals
 */
export function bootstrap({
  images,
  draws = DEFAULT_DRAWS,
  seed = DEFAULT_SEED,
  stratum = 0,
  figuresOf,
}: BootstrapOptions): Bootstrap {
  const multiplicities = new Uint32Array(images).fill(1);
  const numbersOf = (): Figures =>
    Object.fromEntries(
      Object.entries(figuresOf(multiplicities)).filter(
        ([, value]) => typeof value === 'number' || value === null,
      ),
    );
  const whole = numbersOf();
  return {
    images,
    whole,
    draws: Array.from({ length: images === 0 ? 0 : draws }, (_, draw) => {
      drawImages([seed, stratum], draw, multiplicities);
      return numbersOf();
    }),
  };
}

/**
 * Percentiles 2.5 and 97.5 of each figure over the draws in which it is a number; null where it is
 * in none.
 */
export const intervalsOf = ({ whole, draws }: Bootstrap): Record<string, Interval | null> =>
  Object.fromEntries(
    Object.keys(whole).map((name) => [
      name,
      intervalOf(draws.map((figures) => figures[name] ?? null)),
    ]),
  );

/** `intervalsOf` of `bootstrap`. */
export const bootstrapIntervals = (options: BootstrapOptions): Record<string, Interval | null> =>
  intervalsOf(bootstrap(options));

/** Second minus first. */
export interface Difference {
  /** Null where one of the figures is null. */
  readonly value: number | null;
  readonly interval: Interval | null;
}

/**
 * Differences of two bootstraps of the same images and seed, figure by figure and draw by draw.
 * Equal ones give exactly 0 and [0, 0].
 */
export const differencesOf = (first: Bootstrap, second: Bootstrap): Record<string, Difference> =>
  Object.fromEntries(
    Object.keys(first.whole).map((name) => [
      name,
      {
        value: minus(second.whole[name], first.whole[name]),
        interval: intervalOf(differencesIn(name, first, second)),
      },
    ]),
  );

/** The difference that `imagesToShow` asks for. */
export const SHOWN_DIFFERENCE = 0.02;
/** Standard normal quantiles: 97.5 % for the two-sided test, 80 % for its power. */
const QUANTILES = 1.959963984540054 + 0.8416212335729143;

/**
 * How many images would show a difference of .02 in each figure, at 5 % and a power of 80 %, from
 * the spread of the draws: of paired differences where there is a second bootstrap, else as if two
 * cameras with the spread of this one were not paired. Null where there is no spread.
 */
export const imagesToShow = (first: Bootstrap, second?: Bootstrap): Record<string, number | null> =>
  Object.fromEntries(
    Object.keys(first.whole).map((name) => {
      const variance = second
        ? varianceOf(differencesIn(name, first, second))
        : 2 * varianceOf(first.draws.map((figures) => figures[name] ?? null));
      const images = first.images * variance * (QUANTILES / SHOWN_DIFFERENCE) ** 2;
      return [name, images > 0 ? Math.ceil(images) : null];
    }),
  );

/** Below it a percentile interval of images is too narrow. */
const MANY_IMAGES = 100;

/** What a report must say beside intervals from this many images; undefined where nothing. */
export const intervalWarning = (images: number): string | undefined =>
  images < MANY_IMAGES ? 'few images: the interval is too narrow' : undefined;

/** a less b; null where one of them is missing. */
export const minus = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || b === null || a === undefined || b === undefined ? null : a - b;

export const differencesIn = (
  name: string,
  first: Bootstrap,
  second: Bootstrap,
): readonly (number | null)[] =>
  first.draws.map((figures, i) => minus(second.draws[i]?.[name], figures[name]));

export const numbersIn = (values: readonly (number | null)[]): readonly number[] =>
  values.filter((value) => value !== null);

/** Percentiles 2.5 and 97.5 of the values that are numbers; null where none is. */
export function intervalOf(values: readonly (number | null)[]): Interval | null {
  const sorted = Float64Array.from(numbersIn(values)).sort();
  return sorted.length === 0 ? null : [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}

/** Between two values as numpy's percentile: linear. */
export function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const [low, high] = [sorted[below]!, sorted[Math.min(below + 1, sorted.length - 1)]!];
  return low + (high - low) * (position - below);
}

/** With one less than their number; of numbers alone. */
export function varianceOf(values: readonly (number | null)[]): number {
  const numbers = numbersIn(values);
  const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
  return (
    numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, numbers.length - 1)
  );
}
