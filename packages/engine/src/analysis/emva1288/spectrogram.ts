import { fourierTransform } from '../../quantities/fourier.ts';
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
      fourierTransform(real, imaginary);
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
