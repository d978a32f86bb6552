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

/** Samples across a rectangle near the centre, where rays are fine; physics.md P3 asks for at least 4. */
const SAMPLES = 8;
/** Largest curvature of the ray phase over a rectangle, radians, at which the plane-wave average below is used. */
const LARGEST_CURVATURE = 2e-3;

/**
 * Averages the rays over rectangles. Away from the centre they are plane waves across a pixel, whose average is known exactly,
 * cos(phase)·sinc·sinc: closer to the truth than any handful of samples, and ten times cheaper. Near the centre and
 * on the rim of the disc the rectangle is sampled SAMPLES x SAMPLES.
 */
export function raysSampler(pattern: Rays, xEdges: Float64Array): RowSampler {
  const { frequency, centre, disc } = pattern;
  const cosine = cosineOfMultiple(2 * frequency);
  const middle = (1 + pattern.low) / 2;
  const amplitude = (1 - pattern.low) / 2;
  const pointAt = (x: number, y: number): number =>
    (x - disc.centre) ** 2 + (y - disc.centre) ** 2 <= disc.radius ** 2 ? disc.value : middle + amplitude * cosine(x - centre, y - centre);
  return (top, bottom, [out]) => {
    const height = bottom - top;
    const y = (top + bottom) / 2;
    for (let i = 0; i + 1 < xEdges.length; i += 1) {
      const left = xEdges[i]!;
      const width = xEdges[i + 1]! - left;
      const x = left + width / 2;
      const fromCentre = (x - centre) ** 2 + (y - centre) ** 2;
      const fromDisc = Math.hypot(x - disc.centre, y - disc.centre);
      const reach = (width + height) / 2;
      if (fromDisc + reach < disc.radius) out![i] = disc.value;
      else if (fromDisc - reach > disc.radius && 2 * frequency * Math.max(width, height) ** 2 < LARGEST_CURVATURE * fromCentre) {
        // The phase 2f·atan2 changes by 2f·(−y, x)/r² per unit of (x, y).
        const phasePerUnit = frequency / fromCentre;
        out![i] = middle + amplitude * cosine(x - centre, y - centre) * sinc(phasePerUnit * (y - centre) * width) * sinc(phasePerUnit * (x - centre) * height);
      } else {
        let sum = 0;
        for (let row = 0; row < SAMPLES; row += 1) {
          for (let column = 0; column < SAMPLES; column += 1) sum += pointAt(left + (width * (column + 0.5)) / SAMPLES, top + (height * (row + 0.5)) / SAMPLES);
        }
        out![i] = sum / SAMPLES ** 2;
      }
    }
  };
}

/** sin(x)/x. */
const sinc = (x: number): number => (Math.abs(x) < 0.05 ? 1 - (x * x) / 6 : Math.sin(x) / x);

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
      if (power & 1) [real, imaginary] = [real * baseReal - imaginary * baseImaginary, real * baseImaginary + imaginary * baseReal];
      power >>= 1;
      if (power === 0) return real;
      [baseReal, baseImaginary] = [baseReal * baseReal - baseImaginary * baseImaginary, 2 * baseReal * baseImaginary];
    }
  };
}
