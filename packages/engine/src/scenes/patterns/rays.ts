import type { RowSampler } from './pattern.ts';

/**
 * Rays round a centre: (1 + cos(2·frequency·angle))/2 mapped to low..1, with a flat disc over the centre.
 * Lengths are shares of the scene's width.
 */
export interface Rays {
  readonly kind: 'rays';
  readonly frequency: number;
  readonly low: number;
  /** Where the rays meet. */
  readonly centre: number;
  readonly disc: { readonly centre: number; readonly radius: number; readonly value: number };
}

/** Samples across a rectangle on the rim of the disc. */
const RIM_SAMPLES = 8;
/** Largest curvature of the ray phase over a piece, radians, at which its plane-wave average is used. */
const LARGEST_CURVATURE = 2e-3;
/** Pieces across a rectangle at most. */
const MOST_PIECES = 16;

/**
 * Averages the rays over rectangles. Across a small enough piece the rays are a plane wave, whose average is known exactly,
 * cos(phase)·sinc·sinc: closer to the truth than the 4 x 4 samples that physics.md P3 asks for, and cheaper. Near the centre, where
 * rays are fine and curved, a rectangle is cut into such pieces; on the rim of the disc it is sampled.
 */
export function raysSampler({ frequency, low, centre, disc }: Rays, xEdges: Float64Array): RowSampler {
  const cosine = cosineOfMultiple(2 * frequency);
  const middle = (1 + low) / 2;
  const amplitude = (1 - low) / 2;
  const pointAt = (x: number, y: number): number =>
    ((x - disc.centre) ** 2 + (y - disc.centre) ** 2 <= disc.radius ** 2 ? disc.value : middle + amplitude * cosine(x - centre, y - centre));
  /** Average of a piece, its centre at (x, y) from where the rays meet: the phase 2f·atan2 changes by 2f·(−y, x)/r² per unit. */
  const waveAt = (x: number, y: number, width: number, height: number): number => {
    const perUnit = frequency / (x * x + y * y);
    return cosine(x, y) * sinc(perUnit * y * width) * sinc(perUnit * x * height);
  };
  return (top, bottom, [out]) => {
    const height = bottom - top;
    const y = (top + bottom) / 2;
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const left = xEdges[i]!;
      const width = xEdges[i + 1]! - left;
      const x = left + width / 2;
      const fromDisc = (x - disc.centre) ** 2 + (y - disc.centre) ** 2;
      const reach = (width + height) / 2;
      const inner = disc.radius - reach;
      if (inner > 0 && fromDisc < inner * inner) out![i] = disc.value;
      else if (fromDisc > (disc.radius + reach) ** 2) {
        const fromCentre = (x - centre) ** 2 + (y - centre) ** 2;
        const size = Math.max(width, height);
        const pieces = Math.min(MOST_PIECES, Math.ceil(Math.sqrt((2 * frequency * size * size) / (LARGEST_CURVATURE * fromCentre))));
        let sum = 0;
        for (let row = 0; row < pieces; row += 1) {
          const pieceY = top + (height * (row + 0.5)) / pieces - centre;
          for (let column = 0; column < pieces; column += 1) sum += waveAt(left + (width * (column + 0.5)) / pieces - centre, pieceY, width / pieces, height / pieces);
        }
        out![i] = middle + (amplitude * sum) / (pieces * pieces);
      } else {
        let sum = 0;
        for (let row = 0; row < RIM_SAMPLES; row += 1) {
          for (let column = 0; column < RIM_SAMPLES; column += 1) sum += pointAt(left + (width * (column + 0.5)) / RIM_SAMPLES, top + (height * (row + 0.5)) / RIM_SAMPLES);
        }
        out![i] = sum / RIM_SAMPLES ** 2;
      }
    }
  };
}

/** sin(x)/x. */
const sinc = (x: number): number => (Math.abs(x) < 0.1 ? 1 - (x * x) / 6 * (1 - (x * x) / 20) : Math.sin(x) / x);

/**
 * cos(multiple·atan(y/x)) as the ray pattern is defined. For even multiples the angle's sign convention does not matter,
 * and the cosine is the real part of ((x + iy)/r)^multiple: a few multiplications instead of two transcendental functions.
 */
function cosineOfMultiple(multiple: number): (x: number, y: number) => number {
  if (multiple % 2 !== 0) return (x, y) => Math.cos(multiple * Math.atan(y / (x === 0 ? Number.EPSILON : x)));
  return (x, y) => {
    const squared = x * x + y * y;
    if (squared === 0) return 1;
    // Start from the square of the unit vector: (x² − y² + 2ixy)/r², so that no root is needed.
    let baseReal = (x * x - y * y) / squared;
    let baseImaginary = (2 * x * y) / squared;
    let real = 1;
    let imaginary = 0;
    for (let power = multiple / 2; ;) {
      if (power & 1) {
        const product = real * baseReal - imaginary * baseImaginary;
        imaginary = real * baseImaginary + imaginary * baseReal;
        real = product;
      }
      power >>= 1;
      if (power === 0) return real;
      const square = baseReal * baseReal - baseImaginary * baseImaginary;
      baseImaginary *= 2 * baseReal;
      baseReal = square;
    }
  };
}
