import { exp } from '../../quantities/elementary.ts';
import { gaussLegendre } from '../../quantities/gauss-legendre.ts';
import { sinc } from '../../quantities/sinc.ts';

/** What a camera passes of each spatial frequency, with the aperture of its pixels. */
export interface Transfer {
  /** Modulation at u, v cycles per pixel. */
  readonly at: (u: number, v: number) => number;
  /** Nothing that counts passes beyond it, cycles per pixel. */
  readonly reach: number;
  /** Where `at(u, v)` is `along(u)` times `along(v)`. */
  readonly along?: (u: number) => number;
}

/** Frequency to which integrals over all frequencies run, cycles per pixel. */
export const FARTHEST = 8;
/** exp(-UNSEEN) is below the digits of a result. */
const UNSEEN = 18;
const PANELS_PER_CYCLE = 8;
const POINTS = 12;

/**
 * A Gaussian blur of standard deviation sigma and square pixels of side `box`, both in pixels.
 */
export function blurTransfer(sigma: number, box: number): Transfer {
  const along = (u: number): number =>
    exp(-2 * (Math.PI * sigma * u) ** 2) * Math.abs(sinc(box * u));
  const reach = sigma > 0 ? Math.min(FARTHEST, Math.sqrt(UNSEEN) / (Math.PI * sigma)) : FARTHEST;
  return { at: (u, v) => along(u) * along(v), reach, along };
}

/** A measured curve, the same in every direction: 1 at 0, linear between, 0 beyond its end. */
export function tableTransfer(
  frequency: readonly number[],
  modulation: readonly number[],
): Transfer {
  const curve = curveOf(frequency, modulation);
  return { at: (u, v) => curve(Math.hypot(u, v)), reach: Math.min(FARTHEST, frequency.at(-1)!) };
}

/** A curve through points of rising frequency: 1 at 0 unless it says so, 0 beyond. */
export function curveOf(
  frequency: readonly number[],
  values: readonly number[],
): (f: number) => number {
  const [xs, ys] =
    frequency[0] === 0
      ? [frequency, values]
      : [
          [0, ...frequency],
          [1, ...values],
        ];
  return (f) => {
    if (f > xs.at(-1)!) return 0;
    let [low, high] = [0, xs.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (xs[middle]! <= f) low = middle;
      else high = middle;
    }
    return ys[low]! + ((f - xs[low]!) / (xs[high]! - xs[low]!)) * (ys[high]! - ys[low]!);
  };
}

/** Places and weights of an integral. */
export interface Panels {
  readonly places: Float64Array;
  readonly weights: Float64Array;
  readonly from: number;
  /** Width of a panel. */
  readonly wide: number;
}

/**
 * Panels of an eighth of a cycle per pixel with 12 Gauss points each.
 *
 * @param finer divides the panels.
 */
export function panels(from: number, to: number, finer = 1): Panels {
  const count = Math.max(1, Math.ceil((to - from) * PANELS_PER_CYCLE * finer - 1e-9));
  const { nodes, weights } = gaussLegendre(POINTS);
  const wide = (to - from) / count;
  return {
    from,
    wide,
    places: Float64Array.from(
      { length: count * POINTS },
      (_, i) => from + wide * (Math.floor(i / POINTS) + nodes[i % POINTS]!),
    ),
    weights: Float64Array.from({ length: count * POINTS }, (_, i) => wide * weights[i % POINTS]!),
  };
}

/** Lobes of sinc² that are followed one by one; beyond, its mean differs by less than 1e-6. */
const LOBES = 128;

/**
 * Weights of an integral over sinc²(length·u)·f(u) at the places of panels: a smooth f is taken as
 * a polynomial in each panel, however often sinc² oscillates there.
 */
export function sincSquaredWeights({ places, from, wide }: Panels, length: number): Float64Array {
  const { nodes, weights } = gaussLegendre(POINTS);
  const out = new Float64Array(places.length);
  const last = LOBES / length;
  for (let at = 0; at < places.length; at += POINTS) {
    const start = from + (wide * at) / POINTS;
    const end = start + wide;
    for (let u = start; u < end;) {
      const isMean = u >= last;
      const next = Math.min(end, isMean ? 2 * u : u + 1 / length);
      for (let k = 0; k < POINTS; k += 1) {
        const place = u + (next - u) * nodes[k]!;
        const power = isMean ? 0.5 / (Math.PI * length * place) ** 2 : sinc(length * place) ** 2;
        addAt(out, at, (place - start) / wide, (next - u) * weights[k]! * power);
      }
      u = next;
    }
  }
  return out;
}

/** Barycentric weights of the Gauss points of a panel. */
const BARYCENTRIC = gaussLegendre(POINTS).nodes.map(
  (own, i, nodes) =>
    1 / nodes.reduce((product, other, k) => (k === i ? product : product * (own - other)), 1),
);

/** Shares a weight at a place of a panel, 0 to 1, among the Gauss points of its polynomial. */
function addAt(out: Float64Array, at: number, place: number, weight: number): void {
  const { nodes } = gaussLegendre(POINTS);
  let sum = 0;
  for (let i = 0; i < POINTS; i += 1) {
    // A place on a point takes that point alone.
    const distance = place - nodes[i]! || Number.EPSILON;
    sum += BARYCENTRIC[i]! / distance;
  }
  for (let i = 0; i < POINTS; i += 1)
    out[at + i]! += (weight * BARYCENTRIC[i]!) / ((place - nodes[i]! || Number.EPSILON) * sum);
}

/** Integral of a function of one frequency. */
export function integral({ places, weights }: Panels, f: (u: number) => number): number {
  let sum = 0;
  for (let i = 0; i < places.length; i += 1) sum += weights[i]! * f(places[i]!);
  return sum;
}

/**
 * Integral over the square -to .. to of a function that is even in both frequencies.
 *
 * @param nodes places from 0 to `to`, with their weights across and down.
 */
export function integralOverSquare(
  {
    places,
    weights: [across, down],
  }: {
    readonly places: Float64Array;
    readonly weights: readonly [across: Float64Array, down: Float64Array];
  },
  f: (u: number, v: number) => number,
): number {
  let sum = 0;
  for (let i = 0; i < places.length; i += 1) {
    let line = 0;
    for (let j = 0; j < places.length; j += 1) line += down[j]! * f(places[i]!, places[j]!);
    sum += across[i]! * line;
  }
  return 4 * sum;
}
