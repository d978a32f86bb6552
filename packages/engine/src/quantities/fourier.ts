import { cos, sin } from './elementary.ts';

/** Cosines and sines of −2πk/length, by length. */
const turns = new Map<number, { readonly cosines: Float64Array; readonly sines: Float64Array }>();

function turnsOf(length: number) {
  const known = turns.get(length);
  if (known) return known;
  const angles = Float64Array.from({ length: length / 2 }, (_, k) => (-2 * Math.PI * k) / length);
  const made = { cosines: angles.map(cos), sines: angles.map(sin) };
  turns.set(length, made);
  return made;
}

/** Discrete Fourier transform in place, of a power of two of values (Cooley and Tukey 1965). */
export function fourierTransform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  const { cosines, sines } = turnsOf(length);
  for (let i = 1, j = 0; i < length; i += 1) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
  }
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2;
    const step = length / size;
    for (let k = 0; k < half; k += 1) {
      const [cosine, sine] = [cosines[k * step]!, sines[k * step]!];
      for (let a = k, b = k + half; a < length; a += size, b += size) {
        const re = real[b]! * cosine - imaginary[b]! * sine;
        const im = real[b]! * sine + imaginary[b]! * cosine;
        real[b] = real[a]! - re;
        imaginary[b] = imaginary[a]! - im;
        real[a]! += re;
        imaginary[a]! += im;
      }
    }
  }
}

/**
 * The same of a square in place, rows then columns.
 *
 * @param side a power of two; the values are side x side, row by row.
 */
export function fourierTransformSquare(
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
): void {
  for (let row = 0; row < side; row += 1)
    fourierTransform(
      real.subarray(row * side, (row + 1) * side),
      imaginary.subarray(row * side, (row + 1) * side),
    );
  const [re, im] = [new Float64Array(side), new Float64Array(side)];
  for (let column = 0; column < side; column += 1) {
    for (let row = 0; row < side; row += 1) {
      re[row] = real[row * side + column]!;
      im[row] = imaginary[row * side + column]!;
    }
    fourierTransform(re, im);
    for (let row = 0; row < side; row += 1) {
      real[row * side + column] = re[row]!;
      imaginary[row * side + column] = im[row]!;
    }
  }
}
