import { expect, test } from 'vitest';
import { gaussianOf } from '../../random/gaussian.ts';
import { philox } from '../../random/philox.ts';
import { spectrograms } from './spectrogram.ts';

const [ROWS, COLUMNS] = [70, 150];
const plane = (value: (row: number, column: number) => number): Float64Array =>
  Float64Array.from({ length: ROWS * COLUMNS }, (_, i) =>
    value(Math.floor(i / COLUMNS), i % COLUMNS),
  );

test('a wave along the rows stands at its frequency in the horizontal spectrum alone', () => {
  const { horizontal, vertical } = spectrograms(
    plane((_, column) => 100 + 3 * Math.cos(2 * Math.PI * 0.125 * column)),
    ROWS,
    COLUMNS,
  );
  // The middle 64 x 128 pixels: an amplitude a has the power a² N/4 at its frequency.
  expect(horizontal.frequencies.length).toBe(64);
  const at = horizontal.frequencies.indexOf(0.125);
  expect(horizontal.amplitudes[at]).toBeCloseTo(3 * Math.sqrt(128 / 4), 9);
  expect(Math.max(...horizontal.amplitudes.filter((_, i) => i !== at))).toBeLessThan(1e-9);
  expect(vertical.frequencies.length).toBe(32);
  expect(Math.max(...vertical.amplitudes)).toBeLessThan(1e-9);
});

test('white noise has its standard deviation at every frequency', () => {
  const words = new Uint32Array(4);
  const { horizontal, vertical } = spectrograms(
    plane((row, column) => {
      philox([row, column, 0, 0], [1, 0], words);
      return 2 * gaussianOf(words[0]!);
    }),
    ROWS,
    COLUMNS,
  );
  // Powers are means of 64 and 128 squares: their roots err by 6 % and 4 %, 4 standard errors.
  for (const amplitude of horizontal.amplitudes)
    expect(Math.abs(amplitude / 2 - 1)).toBeLessThan(0.35);
  for (const amplitude of vertical.amplitudes)
    expect(Math.abs(amplitude / 2 - 1)).toBeLessThan(0.25);
});
