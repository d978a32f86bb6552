import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainConvolver, spectrumLength, type Convolver } from './fft.ts';
import { loadConvolver } from './load-fft.ts';

const loadKernel = (name: string): Promise<Uint8Array> => readFile(new URL(`../../wasm/${name}.wasm`, import.meta.url));

/** Single precision through 2·log2(n) stages of additions, relative to the largest value: about 1e-7 per stage. */
const SINGLE_PRECISION = 3e-6;

/** Convolution by its definition: full result of side + 2·reach, kernel of 2·reach + 1. */
function convolve(source: Float32Array, side: number, kernel: Float32Array, reach: number): Float64Array {
  const wide = 2 * reach + 1;
  const size = side + 2 * reach;
  const out = new Float64Array(size * size);
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) for (let j = 0; j < wide; j += 1) for (let i = 0; i < wide; i += 1) out[(y + j) * size + x + i]! += source[y * side + x]! * kernel[j * wide + i]!;
  return out;
}

const numbers = (seed: number, length: number): Float32Array => Float32Array.from({ length }, (_, i) => Math.abs(Math.sin(seed + i * 12.9898) * 43758.5453) % 1);

function through(convolver: Convolver, source: Float32Array, kernel: Float32Array, n: number, isMirrored: boolean, isConjugated: boolean): { readonly at: (x: number, y: number) => number } {
  const spectra = new Float32Array(spectrumLength(n));
  convolver.kernelSpectra(kernel, 0, [Float64Array.of(1)], false, spectra, 0);
  convolver.source.set(source);
  const ones = new Float32Array(Math.sqrt(source.length)).fill(1);
  convolver.clear(0);
  convolver.transform(ones, ones);
  convolver.multiplyAdd(0, spectra, 0, isMirrored, isConjugated);
  const out = convolver.plane(0).slice();
  return { at: (x, y) => out[((y + n) % n) * convolver.stride + ((x + n) % n)]! };
}

const sizes = [[32, 4], [64, 8], [128, 16]] as const;

it.each(sizes)('convolves as the definition does, plain and SIMD, n = %i', async (n, reach) => {
  const side = n - 2 * reach;
  const plain = plainConvolver({ n, side, outputs: 1 });
  const fast = await loadConvolver({ loadKernel }, { n, side, outputs: 1 });
  expect(fast.path).toBe('SIMD');
  const wide = 2 * reach + 1;
  const source = numbers(1, side * side);
  const kernel = numbers(2, wide * wide);
  // Mirrored left-right, conjugated: turned round; both: mirrored up-down.
  for (const [isMirrored, isConjugated] of [[false, false], [true, false], [false, true], [true, true]] as const) {
    const turned = Float32Array.from(kernel, (_, at) => {
      const [j, i] = [Math.floor(at / wide), at % wide];
      const column = isMirrored !== isConjugated ? wide - 1 - i : i;
      return kernel[(isConjugated ? wide - 1 - j : j) * wide + column]!;
    });
    const expected = convolve(source, side, turned, reach);
    const largest = Math.max(...expected);
    for (const convolver of [plain, fast]) {
      const { at } = through(convolver, source, kernel, n, isMirrored, isConjugated);
      let worst = 0;
      for (let y = 0; y < side + 2 * reach; y += 1) for (let x = 0; x < side + 2 * reach; x += 1) worst = Math.max(worst, Math.abs(at(x - reach, y - reach) - expected[y * (side + 2 * reach) + x]!));
      expect(worst / largest).toBeLessThan(SINGLE_PRECISION);
    }
  }
});

it('gives the same in SIMD as in its plain twin on any input', async () => {
  const size = { n: 64, side: 32, outputs: 2 };
  const plain = plainConvolver(size);
  const fast = await loadConvolver({ loadKernel }, size);
  fc.assert(fc.property(fc.integer({ min: 0, max: 1e6 }), fc.float({ min: Math.fround(1e-3), max: 1e6, noNaN: true }), (seed, scale) => {
    const source = numbers(seed, 32 * 32).map((value) => value * scale);
    const kernel = numbers(seed + 7, 33 * 33);
    const [one, other] = [through(plain, source, kernel, 64, false, false), through(fast, source, kernel, 64, false, false)];
    const largest = Math.abs(one.at(5, 5)) + 1e-20;
    for (let y = 0; y < 64; y += 7) for (let x = 0; x < 64; x += 5) expect(Math.abs(one.at(x, y) - other.at(x, y)) / largest).toBeLessThan(SINGLE_PRECISION);
  }), { numRuns: 20 });
});

it('sums kernels over bands, turned over where wanted, as its plain twin does', async () => {
  const size = { n: 64, side: 32, outputs: 1 };
  const kernels = numbers(3, 5 * 33 * 33 + 7);
  const weights = Array.from({ length: 20 }, (_, k) => numbers(k, 5).map((value) => (value < 0.2 ? 0 : value))).map((values) => Float64Array.from(values));
  for (const transposed of [false, true]) {
    const [one, other] = [new Float32Array(20 * spectrumLength(64)), new Float32Array(20 * spectrumLength(64))];
    plainConvolver(size).kernelSpectra(kernels, 7, weights, transposed, one, 0);
    (await loadConvolver({ loadKernel }, size)).kernelSpectra(kernels, 7, weights, transposed, other, 0);
    const largest = one.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - other[i]!)), 0) / largest).toBeLessThan(SINGLE_PRECISION);
  }
});
