import { expect, it } from 'vitest';
import { bandLimitWeights } from './band-limit.ts';

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
/** The filter is cut off here, 400 pitches from its middle, and read from a table. */
const TRANSFER = 2e-4;

/** Transfer of the kernel of a point, at a frequency in cycles per working pitch. */
function transferAt(frequency: number, oversampling: number): number {
  const pitch = 1.1e-3;
  const to = Float64Array.from({ length: 801 }, (_, i) => (i - 400) * pitch);
  // One sample with light, between two without; its weight is the distance between samples.
  const from = Float64Array.of(-pitch / 2, 0, pitch / 2);
  const weights = bandLimitWeights(to, from, pitch, oversampling, { share: 1, spread: 0 });
  return to.reduce(
    (sum, place, i) =>
      sum + 2 * weights[i * 3 + 1]! * Math.cos((2 * Math.PI * frequency * place) / pitch),
    0,
  );
}

it.each([2, 4])('passes the pixel box over the spline of the source, %i samples per pixel', (s) => {
  for (const frequency of [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.45])
    expect(
      Math.abs(transferAt(frequency, s) - sinc(s * frequency) / sinc(frequency) ** 3),
      `at ${frequency} cycles per working pitch`,
    ).toBeLessThan(TRANSFER);
});
