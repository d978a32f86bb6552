import { atan, cos, sin } from '../../quantities/elementary.ts';
import type { RowSampler } from './row-sampler.ts';

/**
 * Rays around a centre: (1 + cos(2·frequency·angle))/2 mapped to low..1, with a flat disc over the
 * centre. Lengths are fractions of the width of the scene.
 */
export interface Rays {
  readonly kind: 'rays';
  readonly frequency: number;
  readonly low: number;
  /** Where the rays meet. */
  readonly centre: number;
  readonly disc: { readonly centre: number; readonly radius: number; readonly value: number };
  /** Angles run round the centre, so that odd numbers of rays have no seam. */
  readonly isWhole?: true;
}

/**
 * Samples across a rectangle in which the pattern is discontinuous, for example at the rim of the
 * disc.
 */
const SAMPLES = 8;
/**
 * Largest curvature of the ray phase over a piece, radians, at which the average of a plane wave is
 * used. The angle is a harmonic function, so curvature cancels over a square to first order; at
 * this limit the error is below 2e-4 of the amplitude.
 */
const LARGEST_CURVATURE = 0.05;
/** Largest number of pieces across a rectangle. */
const MOST_PIECES = 16;

/**
 * Averages the rays over rectangles. Over a small piece the rays are a plane wave, whose average is
 * cos(phase)·sinc·sinc: more accurate than the 4 x 4 samples that docs/reference/physics.md#p3 asks
 * for, and faster. Near the centre, where rays are fine and curved, a rectangle is cut into such
 * pieces. Where the pattern is discontinuous, as at the rim of the disc, it is sampled.
 */
export function raysSampler(rays: Rays, xEdges: Float64Array): RowSampler {
  const waves = wavesOf(rays);
  const { frequency, centre, disc } = rays;
  const { cosine, hasSeam, middle, amplitude } = waves;
  const middles = new Float64Array(xEdges.length - 1);
  const widths = new Float64Array(xEdges.length - 1);
  let widest = 0;
  for (let i = 0; i < middles.length; i += 1) {
    middles[i] = (xEdges[i]! + xEdges[i + 1]!) / 2 - centre;
    widths[i] = xEdges[i + 1]! - xEdges[i]!;
    widest = Math.max(widest, widths[i]!);
  }
  /** Rectangles `from`..`to` of a row, far enough from the centre for one plane wave each. */
  const fillGentle = (
    y: number,
    height: number,
    from: number,
    to: number,
    out: Float32Array,
  ): void => {
    for (let i = from; i < to; i += 1) {
      const x = middles[i]!;
      const inverse = 1 / (x * x + y * y);
      const a = frequency * inverse * y * widths[i]!;
      const b = frequency * inverse * x * height;
      out[i] = middle + amplitude * cosine(x, y, inverse) * smallSinc(a * a) * smallSinc(b * b);
    }
  };
  return (top, bottom, [out]) => {
    const height = bottom - top;
    const y = (top + bottom) / 2;
    const farthest = Math.max(widest, height);
    // Beyond this distance there is no disc, and over a rectangle the rays are nearly a plane wave
    // of low frequency.
    const far = hasSeam
      ? Infinity
      : Math.max(
          disc.radius + Math.abs(disc.centre - centre) + farthest,
          farthest * Math.sqrt((2 * frequency) / LARGEST_CURVATURE),
          (frequency * farthest) / SMALL,
        );
    const near = Math.sqrt(Math.max(0, far * far - (y - centre) ** 2));
    const from = near === 0 ? middles.length : firstAbove(middles, -near);
    const to = near === 0 ? middles.length : firstAbove(middles, near);
    fillGentle(y - centre, height, 0, from, out!);
    fillGentle(y - centre, height, to, middles.length, out!);
    for (let i = from; i < to; i += 1) {
      const left = xEdges[i]!;
      const width = widths[i]!;
      const x = middles[i]! + centre;
      const fromDisc = (x - disc.centre) ** 2 + (y - disc.centre) ** 2;
      const reach = (width + height) / 2;
      const inner = Math.max(0, disc.radius - reach);
      const outer = disc.radius + reach;
      if (fromDisc < inner * inner) out![i] = disc.value;
      else if (fromDisc <= outer * outer || (hasSeam && Math.abs(x - centre) <= width / 2))
        out![i] = sampledAverage(waves, { left, top, width, height });
      else {
        const size = Math.max(width, height);
        const bend = 2 * frequency * size * size;
        const straight = LARGEST_CURVATURE * ((x - centre) ** 2 + (y - centre) ** 2);
        out![i] =
          bend <= straight
            ? middle + amplitude * waveAt(waves, x - centre, y - centre, width, height)
            : averageOfPieces(
                waves,
                { left, top, width, height },
                Math.min(MOST_PIECES, Math.ceil(Math.sqrt(bend / straight))),
              );
      }
    }
  };
}

/** Rays with derived values. */
interface Waves extends Rays {
  /** Cosine of the phase at (x, y) from where the rays meet, given 1/(x² + y²). */
  readonly cosine: ReturnType<typeof cosineOfMultiple>;
  /**
   * Where the multiple is not even, the two half-turns do not match: the pattern is discontinuous
   * on the vertical line through the centre.
   */
  readonly hasSeam: boolean;
  readonly middle: number;
  readonly amplitude: number;
}

export const wavesOf = (rays: Rays): Waves => ({
  ...rays,
  cosine: (rays.isWhole ? cosineOfTurns : cosineOfMultiple)(2 * rays.frequency),
  hasSeam: !rays.isWhole && (2 * rays.frequency) % 2 !== 0,
  middle: (1 + rays.low) / 2,
  amplitude: (1 - rays.low) / 2,
});

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Average over a piece, its middle at (x, y) from where the rays meet: the phase 2f·atan2 changes
 * by 2f·(−y, x)/r² per unit.
 */
function waveAt(
  { cosine, frequency }: Waves,
  x: number,
  y: number,
  width: number,
  height: number,
): number {
  const inverse = 1 / (x * x + y * y);
  return (
    cosine(x, y, inverse) *
    sinc(frequency * inverse * y * width) *
    sinc(frequency * inverse * x * height)
  );
}

/** Average over a rectangle cut into `pieces` x `pieces` plane waves. */
function averageOfPieces(
  waves: Waves,
  { left, top, width, height }: Rectangle,
  pieces: number,
): number {
  const { centre, middle, amplitude } = waves;
  let sum = 0;
  for (let row = 0; row < pieces; row += 1) {
    const y = top + (height * (row + 0.5)) / pieces - centre;
    for (let column = 0; column < pieces; column += 1)
      sum += waveAt(
        waves,
        left + (width * (column + 0.5)) / pieces - centre,
        y,
        width / pieces,
        height / pieces,
      );
  }
  return middle + (amplitude * sum) / (pieces * pieces);
}

/** Average over a rectangle in which the pattern is discontinuous, by samples. */
function sampledAverage(
  { cosine, centre, disc, middle, amplitude }: Waves,
  { left, top, width, height }: Rectangle,
): number {
  let sum = 0;
  for (let row = 0; row < SAMPLES; row += 1) {
    const y = top + (height * (row + 0.5)) / SAMPLES;
    for (let column = 0; column < SAMPLES; column += 1) {
      const x = left + (width * (column + 0.5)) / SAMPLES;
      const inDisc = (x - disc.centre) ** 2 + (y - disc.centre) ** 2 <= disc.radius ** 2;
      sum += inDisc
        ? disc.value
        : middle +
          amplitude * cosine(x - centre, y - centre, 1 / ((x - centre) ** 2 + (y - centre) ** 2));
    }
  }
  return sum / SAMPLES ** 2;
}

/** Index of the first of the ascending values that is above a limit. */
function firstAbove(ascending: Float64Array, limit: number): number {
  let index = 0;
  while (index < ascending.length && ascending[index]! <= limit) index += 1;
  return index;
}

/** Up to this argument the first terms of the series are accurate to 1e-8. */
const SMALL = 0.1;

/** sin(x)/x for |x| < SMALL, from x². */
const smallSinc = (squared: number): number => 1 - squared * (1 / 6 - squared * (1 / 120));

/** sin(x)/x. */
export const sinc = (x: number): number => (Math.abs(x) < SMALL ? smallSinc(x * x) : sin(x) / x);

/**
 * cos(multiple·atan(y/x)), by which the ray pattern is defined; 1/(x² + y²) is given too. For even
 * multiples the sign convention of the angle does not matter, and with u = cos(2·angle) = (x² −
 * y²)/r² it is the Chebyshev polynomial T of degree multiple/2 at u: two multiplications per binary
 * digit of the degree instead of two transcendental functions.
 */
export function cosineOfMultiple(
  multiple: number,
): (x: number, y: number, inverseSquare: number) => number {
  if (multiple % 2 !== 0) return (x, y) => cos(multiple * atan(y / (x === 0 ? Number.EPSILON : x)));
  const chebyshev = chebyshevOf(multiple / 2);
  return (x, y, inverseSquare) =>
    inverseSquare === Infinity ? 1 : chebyshev((x * x - y * y) * inverseSquare);
}

/** cos(turns·atan2(y, x)) for a whole number of turns; 1/(x² + y²) is given too. */
export function cosineOfTurns(
  turns: number,
): (x: number, y: number, inverseSquare: number) => number {
  if (turns % 2 === 0) return cosineOfMultiple(turns);
  const chebyshev = chebyshevOf(turns);
  return (x, _y, inverseSquare) =>
    inverseSquare === Infinity ? 1 : chebyshev(x * Math.sqrt(inverseSquare));
}

/** The Chebyshev polynomial of a degree. */
function chebyshevOf(degree: number): (u: number) => number {
  const secondDigit = 2 ** (30 - Math.clz32(degree));
  return (u) => {
    // T of the leading digits of the degree, and of one more: T(2m) = 2T(m)² − 1, T(2m + 1) =
    // 2T(m)T(m + 1) − u.
    let at = u;
    let next = 2 * u * u - 1;
    for (let digit = secondDigit; digit >= 1; digit >>= 1) {
      const between = 2 * at * next - u;
      if (degree & digit) {
        at = between;
        next = 2 * next * next - 1;
      } else {
        next = between;
        at = 2 * at * at - 1;
      }
    }
    return at;
  };
}
