import { hash2, hash32 } from './random.ts';

/**
 * Low-discrepancy sample points, seeded per pixel, so that a picture does not depend on the number
 * of threads or on the order of the pixels.
 *
 * The points are the first two Sobol dimensions, shuffled and Owen-scrambled anew for every pair of
 * dimensions that a path asks for: B. Burley, "Practical Hash-based Owen Scrambling", JCGT 9(4),
 * 2020, with the hash of S. Laine and T. Karras, "Stratified sampling for stochastic transparency",
 * EGSR 2011.
 */
export interface Sampler {
  /** First coordinate of the latest point, 0 (included) .. 1 (excluded). */
  x: number;
  /** Second coordinate of the latest point. */
  y: number;
  pixelSeed: number;
  index: number;
  dimension: number;
}

/** A sampler without a pixel; call `startSample` before use. */
export function createSampler(): Sampler {
  return { x: 0, y: 0, pixelSeed: 0, index: 0, dimension: 0 };
}

/** Begins sample number `index` of the pixel with seed `pixelSeed`. */
export function startSample(sampler: Sampler, pixelSeed: number, index: number): void {
  sampler.pixelSeed = pixelSeed;
  sampler.index = reverseBits(index);
  sampler.dimension = 0;
}

/** Moves on to the next pair of dimensions and leaves the point in `sampler.x` and `sampler.y`. */
export function nextPoint(sampler: Sampler): void {
  const seed = hash2(sampler.pixelSeed, sampler.dimension++);
  const shuffled = laineKarras(sampler.index, seed);
  const first = laineKarras(reverseBits(shuffled), hash32(seed ^ 0x5bd1e995));
  const second = laineKarras(secondSobolReversed(reverseBits(shuffled)), hash32(seed ^ 0x1b56c4e9));
  sampler.x = (reverseBits(first) >>> 0) * 2 ** -32;
  sampler.y = (reverseBits(second) >>> 0) * 2 ** -32;
}

function reverseBits(value: number): number {
  let v = value;
  v = ((v >>> 1) & 0x55555555) | ((v & 0x55555555) << 1);
  v = ((v >>> 2) & 0x33333333) | ((v & 0x33333333) << 2);
  v = ((v >>> 4) & 0x0f0f0f0f) | ((v & 0x0f0f0f0f) << 4);
  v = ((v >>> 8) & 0x00ff00ff) | ((v & 0x00ff00ff) << 8);
  return (v >>> 16) | (v << 16);
}

function laineKarras(value: number, seed: number): number {
  let v = (value + seed) | 0;
  v ^= Math.imul(v, 0x6c50b47c);
  v ^= Math.imul(v, 0xb82f1e52);
  v ^= Math.imul(v, 0xc7afe638);
  v ^= Math.imul(v, 0x8d22f6e6);
  return v;
}

const SECOND_DIMENSION = buildSecondDimension();

/** For each byte of an index, its share of the bit-reversed second Sobol coordinate. */
function buildSecondDimension(): Int32Array {
  const table = new Int32Array(4 * 256);
  let column = 0x80000000 | 0;
  for (let bit = 0; bit < 32; bit++) {
    const reversed = reverseBits(column);
    const base = (bit >> 3) * 256;
    for (let byte = 0; byte < 256; byte++) {
      if ((byte >> (bit & 7)) & 1) table[base + byte]! ^= reversed;
    }
    column ^= column >>> 1;
  }
  return table;
}

function secondSobolReversed(index: number): number {
  return (
    SECOND_DIMENSION[index & 255]! ^
    SECOND_DIMENSION[256 + ((index >>> 8) & 255)]! ^
    SECOND_DIMENSION[512 + ((index >>> 16) & 255)]! ^
    SECOND_DIMENSION[768 + (index >>> 24)]!
  );
}
