import {
  integral,
  integralOverSquare,
  panels,
  sincSquaredWeights,
  type Transfer,
} from './transfer.ts';

/** Power of noise at a spatial frequency of 0 to .5 cycles per pixel, value² px². */
export type NoisePower = (f: number) => number;

/** White noise has its variance at every frequency. */
export const whiteNoise =
  (variance: number): NoisePower =>
  () =>
    variance;

const NYQUIST = 0.5;
/** Divides the panels of an integral over a curve that bends at each measured frequency. */
const FINE = 16;

/**
 * Noise-equivalent quanta at a frequency: quanta per pixel area where signal and noise are in
 * electrons.
 *
 * @see Dainty, Shaw: Image Science (1974), chapter 5; ICRU report 54.
 */
export const neqAt = (signal: number, modulation: number, power: number): number =>
  (signal * modulation) ** 2 / power;

/** Variance of values that are even over a swing, as a share of its square. */
const EVEN = 1 / 12;

/** The information of a step between two levels. */
export interface Swing {
  /** Difference of the levels. */
  readonly step: number;
  /** Mean of the noise of both sides. */
  readonly noise: NoisePower;
}

/** Panels with the same weights in both directions. */
function evenPanels(from: number, to: number) {
  const { places, weights } = panels(from, to);
  return { places, weights: [weights, weights] } as const;
}

/**
 * Shannon's capacity of a Gaussian channel over the Nyquist square, bits per pixel.
 *
 * @see Shannon 1948; docs/reference/lab.md#capacity
 */
export const capacityOf = ({ at }: Transfer, { step, noise }: Swing): number =>
  0.5 *
  integralOverSquare(evenPanels(0, NYQUIST), (u, v) =>
    Math.log2(1 + (EVEN * (step * at(u, v)) ** 2) / noise(Math.hypot(u, v))),
  );

/**
 * The same by the form of Koren (EI 2020, 2024) as we read it: 2π times the integral over the disc
 * inside the Nyquist square, without the half.
 */
export const discCapacityOf = (modulation: (f: number) => number, { step, noise }: Swing): number =>
  2 *
  Math.PI *
  integral(
    panels(0, NYQUIST, FINE),
    (f) => Math.log2(1 + (EVEN * (step * modulation(f)) ** 2) / noise(f)) * f,
  );

/**
 * Standard deviation of the place of an edge along its normal, pixels: the Cramér-Rao bound, mean
 * over the places of the edge between pixels.
 *
 * @param rows along the edge.
 */
export function edgeErrorOf({ at, reach }: Transfer, { step, noise }: Swing, rows: number): number {
  const sharpness =
    2 * integral(panels(0, reach), (f) => at(f, 0) ** 2 / noise(Math.abs(f - Math.round(f))));
  return 1 / Math.sqrt(rows * step ** 2 * sharpness);
}

/** A rectangle on an even background. */
export interface SoughtObject {
  readonly widthPx: number;
  /** Height over width. */
  readonly ratio: number;
  /** Weber contrast. */
  readonly contrast: number;
}

/** Signal-to-noise ratios of the ideal observer that knows the object and its place. */
export interface Observed {
  readonly snri: number;
  readonly snriDb: number;
  /** From frequencies up to half a cycle per pixel alone. */
  readonly snriNyquist: number;
}

/** Panels of a quarter of a cycle per pixel are enough for what lens and pixel pass. */
const COARSE = 0.5;

/**
 * Ideal observer of a known object in white noise: the integral of signal over noise power over all
 * frequencies; the noise of samples repeats with each cycle per pixel.
 *
 * @param background signal of the background, in the unit of the noise.
 * @param variance of a pixel of the background.
 * @see ICRU report 54; docs/reference/lab.md#ideal-observer
 */
export function idealObserver(
  { at, along, reach }: Transfer,
  { widthPx, ratio, contrast }: SoughtObject,
  background: number,
  variance: number,
): Observed {
  const [wide, high] = [widthPx, ratio * widthPx];
  const size = Math.abs(contrast * background) * wide * high;
  const to = (end: number): number => {
    const nodes = panels(0, end, COARSE);
    const { places } = nodes;
    const [across, down] = [wide, high].map((length) => sincSquaredWeights(nodes, length));
    if (along) {
      const part = (weights: Float64Array): number =>
        2 * weights.reduce((sum, weight, i) => sum + weight * along(places[i]!) ** 2, 0);
      return size * Math.sqrt((part(across!) * part(down!)) / variance);
    }
    const passed = integralOverSquare(
      { places, weights: [across!, down!] },
      (u, v) => at(u, v) ** 2,
    );
    return size * Math.sqrt(passed / variance);
  };
  const snri = to(reach);
  return {
    snri,
    snriDb: 20 * Math.log10(snri),
    snriNyquist: to(Math.min(NYQUIST, reach)),
  };
}
