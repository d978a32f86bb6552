import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spectrumLength, type Convolver, type TileCorner } from './convolver.ts';
import { loadConvolver } from './load-convolver.ts';
import { plainConvolver } from './plain.ts';

const loadKernel = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`../../../wasm/${name}.wasm`, import.meta.url));

/**
 * Single precision through 2·log2(n) stages of additions, relative to the largest value: about 1e-7
 * per stage.
 */
const SINGLE_PRECISION = 3e-6;

/** Convolution by its definition: full result of side + 2·reach, kernel of 2·reach + 1. */
function convolve(
  source: Float32Array,
  side: number,
  kernel: Float32Array,
  reach: number,
): Float64Array {
  const wide = 2 * reach + 1;
  const size = side + 2 * reach;
  const out = new Float64Array(size * size);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      for (let j = 0; j < wide; j += 1)
        for (let i = 0; i < wide; i += 1)
          out[(y + j) * size + x + i]! += source[y * side + x]! * kernel[j * wide + i]!;
  return out;
}

const numbers = (seed: number, length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.abs(Math.sin(seed + i * 12.9898) * 43758.5453) % 1);

const BOTH = [false, true] as const;
const UPRIGHT = { mirrored: false, conjugated: false };

/** The four corners of a tile, with kernels mirrored and rotated alike. */
const cornersOf = (orientation: Pick<TileCorner, 'mirrored' | 'conjugated'>): TileCorner[] =>
  BOTH.flatMap((down) => BOTH.map((right) => ({ right, down, phase: 0, ...orientation })));
const CORNERS = cornersOf(UPRIGHT);

/**
 * The source near some corners of the tile, convolved with one kernel's spectrum by transforms of n
 * x n.
 */
function spread(
  convolver: Convolver,
  n: number,
  source: Float32Array,
  spectrum: Float32Array,
  corners = CORNERS,
): { readonly at: (x: number, y: number) => number } {
  convolver.loadSlot(1, spectrum);
  convolver.transformSource(source, 0);
  convolver.clear(0);
  for (const corner of corners) convolver.convolve(corner, [{ output: 0, slot: 1 }]);
  const out = convolver.inverseTransform(0).slice();
  return { at: (x, y) => out[((y + n) % n) * convolver.stride + ((x + n) % n)]! };
}

/** The whole source, which is what its parts near the corners sum to. */
function through(
  convolver: Convolver,
  n: number,
  source: Float32Array,
  kernel: Float32Array,
  corners = CORNERS,
): ReturnType<typeof spread> {
  const spectrum = new Float32Array(spectrumLength(n));
  convolver.kernelSpectra(kernel, [Float64Array.of(1)], false, spectrum);
  return spread(convolver, n, source, spectrum, corners);
}

const sizes = [
  [32, 4],
  [64, 8],
  [64, 16],
  [128, 16],
  [128, 32],
  [64, 12],
  [128, 24],
] as const;

it.each(sizes)(
  'convolves as the definition does, plain and SIMD, n = %i, reach %i',
  async (n, reach) => {
    const side = n - 2 * reach;
    const plain = plainConvolver({ n, side, outputs: 1, slots: 2, phases: 1 });
    const fast = await loadConvolver({ loadKernel }, { n, side, outputs: 1, slots: 2, phases: 1 });
    expect(fast.path).toBe('SIMD');
    const wide = 2 * reach + 1;
    const source = numbers(1, side * side);
    const kernel = numbers(2, wide * wide);
    // `mirrored` mirrors the kernel left to right, `conjugated` rotates it by 180 degrees; both
    // together mirror it top to bottom.
    for (const [isMirrored, isConjugated] of BOTH.flatMap((conjugated) =>
      BOTH.map((mirrored) => [mirrored, conjugated] as const),
    )) {
      const corners = cornersOf({ mirrored: isMirrored, conjugated: isConjugated });
      const turned = Float32Array.from(kernel, (_, at) => {
        const [j, i] = [Math.floor(at / wide), at % wide];
        const column = isMirrored !== isConjugated ? wide - 1 - i : i;
        return kernel[(isConjugated ? wide - 1 - j : j) * wide + column]!;
      });
      const expected = convolve(source, side, turned, reach);
      const largest = Math.max(...expected);
      for (const convolver of [plain, fast]) {
        const { at } = through(convolver, n, source, kernel, corners);
        let worst = 0;
        for (let y = 0; y < side + 2 * reach; y += 1)
          for (let x = 0; x < side + 2 * reach; x += 1)
            worst = Math.max(
              worst,
              Math.abs(at(x - reach, y - reach) - expected[y * (side + 2 * reach) + x]!),
            );
        expect(worst / largest).toBeLessThan(SINGLE_PRECISION);
      }
    }
  },
);

it.each([
  [64, 16, 20],
  [256, 64, 2],
] as const)(
  'gives the same in SIMD as in its plain twin on any input, n = %i',
  async (n, reach, numRuns) => {
    const side = n - 2 * reach;
    const plain = plainConvolver({ n, side, outputs: 2, slots: 2, phases: 1 });
    const fast = await loadConvolver({ loadKernel }, { n, side, outputs: 2, slots: 2, phases: 1 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.float({ min: Math.fround(1e-3), max: 1e6, noNaN: true }),
        (seed, scale) => {
          const source = numbers(seed, side * side).map((value) => value * scale);
          const kernel = numbers(seed + 7, (2 * reach + 1) ** 2);
          const [one, other] = [
            through(plain, n, source, kernel),
            through(fast, n, source, kernel),
          ];
          const largest = Math.abs(one.at(5, 5)) + 1e-20;
          for (let y = 0; y < n; y += 7)
            for (let x = 0; x < n; x += 5)
              expect(Math.abs(one.at(x, y) - other.at(x, y)) / largest).toBeLessThan(
                SINGLE_PRECISION,
              );
        },
      ),
      { numRuns },
    );
  },
);

it('sums kernels over bands, transposed where asked, as its plain twin does', async () => {
  const size = { n: 64, side: 32, outputs: 1, slots: 2, phases: 1 };
  const kernels = numbers(3, 5 * 33 * 33 + 7);
  const weights = Array.from({ length: 20 }, (_, k) =>
    numbers(k, 5).map((value) => (value < 0.2 ? 0 : value)),
  ).map((values) => Float64Array.from(values));
  const dot = new Float32Array(32 * 32);
  dot[12 * 32 + 12] = 1;
  for (const transposed of [false, true]) {
    const [plain, fast] = [plainConvolver(size), await loadConvolver({ loadKernel }, size)];
    const [one, other] = [plain, fast].map((convolver) => {
      const spectra = new Float32Array(20 * spectrumLength(64));
      convolver.kernelSpectra(kernels.subarray(7), weights, transposed, spectra);
      return weights.map((_, k) =>
        spread(
          convolver,
          64,
          dot,
          spectra.subarray(k * spectrumLength(64), (k + 1) * spectrumLength(64)),
        ),
      );
    });
    for (const [k] of weights.entries()) {
      const largest = Math.abs(one![k]!.at(12, 12)) + 1e-20;
      for (let y = -16; y < 48; y += 5)
        for (let x = -16; x < 48; x += 3)
          expect(Math.abs(one![k]!.at(x, y) - other![k]!.at(x, y)) / largest).toBeLessThan(
            SINGLE_PRECISION,
          );
    }
  }
});

it('weighs the source with its nearness to each corner', async () => {
  const [n, side, reach] = [64, 48, 8];
  const source = numbers(5, side * side);
  const kernel = numbers(6, 17 * 17);
  for (const convolver of [
    plainConvolver({ n, side, outputs: 1, slots: 2, phases: 1 }),
    await loadConvolver({ loadKernel }, { n, side, outputs: 1, slots: 2, phases: 1 }),
  ]) {
    const spectrum = new Float32Array(spectrumLength(n));
    convolver.kernelSpectra(kernel, [Float64Array.of(1)], false, spectrum);
    for (const corner of CORNERS) {
      const near = (place: number, isFarther: boolean): number =>
        (isFarther ? place + 0.5 : side - place - 0.5) / side;
      const expected = convolve(
        source.map(
          (value, at) =>
            value * near(at % side, corner.right) * near(Math.floor(at / side), corner.down),
        ),
        side,
        kernel,
        reach,
      );
      const { at } = spread(convolver, n, source, spectrum, [corner]);
      const largest = Math.max(...expected);
      for (let y = 0; y < n; y += 3)
        for (let x = 0; x < n; x += 5)
          expect(Math.abs(at(x - reach, y - reach) - expected[y * n + x]!) / largest).toBeLessThan(
            SINGLE_PRECISION,
          );
    }
  }
});
