import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadPlaneWaves } from './load-plane-waves.ts';
import { filterPlaneWavesPlain, sumPlaneWavesPlain, type PlaneWaveSum } from './plane-waves.ts';

const loadKernel = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`../../../wasm/${name}.wasm`, import.meta.url));
/**
 * Rounding of an amplitude summed in single precision, relative to what all waves in step would
 * give: waves that cancel leave their rounding behind. 8 units of 2^-24; 3000 random sums stay
 * below 4.
 */
const SINGLE_PRECISION = 8 * 2 ** -24;

/** Some dozens of products summed in single precision, of a field that is itself rounded twice. */
const FILTERED = 1e-5;

/**
 * A pupil with some of everything in it, and a window that is no multiple of the kernel's vectors.
 */
function example(samples: number, width: number, height: number, seed: number): PlaneWaveSum {
  const numbers = (offset: number): Float64Array =>
    Float64Array.from(
      { length: samples * samples },
      (_, i) => Math.sin(seed + offset + i * 0.7) + 0.2,
    );
  const spread = (count: number, size: number, middle: number): Float64Array =>
    Float64Array.from({ length: count }, (_, i) => middle + size * (i / (count - 1) - 0.5));
  return {
    real: numbers(0),
    imaginary: numbers(5),
    L: spread(samples, 0.2, 0.05),
    M: spread(samples, 0.2, -0.1),
    xs: spread(width, 0.03, 0.004),
    ys: spread(height, 0.03, 0),
    wavenumber: (2 * Math.PI) / 550e-6,
  };
}

it('is the sum of plane waves', () => {
  const sum = example(6, 5, 4, 1);
  const found = sumPlaneWavesPlain(sum);
  for (const [y, row] of sum.ys.entries()) {
    for (const [x, column] of sum.xs.entries()) {
      let [real, imaginary] = [0, 0];
      for (const [j, M] of sum.M.entries()) {
        for (const [i, L] of sum.L.entries()) {
          const phase = sum.wavenumber * (L * column + M * row);
          const at = j * 6 + i;
          real += sum.real[at]! * Math.cos(phase) - sum.imaginary[at]! * Math.sin(phase);
          imaginary += sum.real[at]! * Math.sin(phase) + sum.imaginary[at]! * Math.cos(phase);
        }
      }
      expect(found[y * 5 + x]).toBeCloseTo(real ** 2 + imaginary ** 2, 8);
    }
  }
});

it('gives the same in SIMD as in its plain twin', async () => {
  const { sumPlaneWaves: fast } = await loadPlaneWaves({ loadKernel });
  expect(fast).not.toBe(sumPlaneWavesPlain);
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: 50 }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer(),
      (samples, width, height, seed) => {
        const sum = example(samples, width, height, seed % 1000);
        const [one, other] = [sumPlaneWavesPlain(sum), fast(sum)];
        expect(other.length).toBe(one.length);
        const allInStep = sum.real.reduce(
          (total, real, i) => total + Math.hypot(real, sum.imaginary[i]!),
          0,
        );
        expect(
          Math.max(...one.map((value, i) => Math.abs(Math.sqrt(value) - Math.sqrt(other[i]!)))) /
            allInStep,
        ).toBeLessThan(SINGLE_PRECISION);
      },
    ),
    { numRuns: 30 },
  );
});

it('filters in both directions as its plain twin does', async () => {
  const { filterPlaneWaves } = await loadPlaneWaves({ loadKernel });
  for (const [samples, width, height, size] of [
    [16, 21, 21, 9],
    [12, 40, 33, 24],
    [20, 17, 24, 13],
  ] as const) {
    const sum = example(samples, width, height, size);
    const weights = (places: number): Float32Array =>
      Float32Array.from({ length: size * places }, (_, i) => Math.cos(i * 1.3) + 0.1);
    const filter = { across: weights(width), down: weights(height) };
    const [one, other] = [filterPlaneWavesPlain(sum, filter), filterPlaneWaves(sum, filter)];
    expect(other.length).toBe(size * size);
    const largest = one.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    for (const [i, value] of one.entries())
      expect(Math.abs(value - other[i]!) / largest).toBeLessThan(FILTERED);
  }
});
