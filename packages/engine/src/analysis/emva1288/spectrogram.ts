import { meanOf } from '../../quantities/statistics.ts';

/** Amplitude of the noise along one direction, by spatial frequency. */
export interface Spectrogram {
  /** Cycles per pixel of the plane, above 0 up to ½. */
  readonly frequencies: Float64Array;
  /**
   * Root of the mean power; white noise has its standard deviation at every frequency. Unit of the
   * values.
   */
  readonly amplitudes: Float64Array;
}

/**
 * Noise spectra of a plane along its rows (horizontal) and along its columns (vertical): root of
 * the power of the discrete Fourier transform, averaged over the lines and divided by their length.
 * Taken from the middle of the plane, as many pixels as a power of two holds, less its mean.
 *
 * @param plane [rows, columns].
 * @see EMVA 1288 release 4.0, section 8.6
 */
export function spectrograms(
  plane: Float64Array,
  rows: number,
  columns: number,
): { readonly horizontal: Spectrogram; readonly vertical: Spectrogram } {
  const [height, width] = [rows, columns].map((size) => 2 ** Math.floor(Math.log2(size))) as [
    number,
    number,
  ];
  const [top, left] = [(rows - height) >> 1, (columns - width) >> 1];
  const middle = new Float64Array(width * height);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      middle[row * width + column] = plane[(top + row) * columns + left + column]!;
  const mean = meanOf(middle);
  const lines = (count: number, length: number, at: (line: number, i: number) => number) => {
    const power = new Float64Array(length / 2);
    const [real, imaginary] = [new Float64Array(length), new Float64Array(length)];
    for (let line = 0; line < count; line += 1) {
      for (let i = 0; i < length; i += 1) real[i] = middle[at(line, i)]! - mean;
      imaginary.fill(0);
      transform(real, imaginary);
      for (let f = 1; f <= length / 2; f += 1)
        power[f - 1]! += (real[f]! ** 2 + imaginary[f]! ** 2) / (count * length);
    }
    return {
      frequencies: Float64Array.from(power, (_, i) => (i + 1) / length),
      amplitudes: power.map(Math.sqrt),
    };
  };
  return {
    horizontal: lines(height, width, (line, i) => line * width + i),
    vertical: lines(width, height, (line, i) => i * width + line),
  };
}

/** Discrete Fourier transform in place, of a power of two of values (Cooley and Tukey 1965). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
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
    for (let k = 0; k < half; k += 1) {
      const angle = (-2 * Math.PI * k) / size;
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
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
