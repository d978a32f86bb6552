/**
 * Sobol points in pairs of dimensions, scrambled as Owen does, by hashing: each value is a function
 * of seed, column, row, batch, dimension and index alone (docs/reference/world.md#w7).
 *
 * @see Burley: Practical hash-based Owen scrambling, JCGT 2020.
 */
function reversed(value: number): number {
  let x = value;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}

/** Lower bits change higher ones only. @see Vegdahl: Owen scrambling hash, 2021. */
function permuted(value: number, seed: number): number {
  let x = value;
  x ^= Math.imul(x, 0x3d20adea);
  x = (x + seed) | 0;
  x = Math.imul(x, (seed >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return x;
}

/** A hash of two words of 32 bits. */
function hashed(one: number, other: number): number {
  let x = one ^ Math.imul(other, 0x9e3779b1);
  x ^= x >>> 16;
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
}

/** The second dimension of Sobol's sequence: of each byte of an index, what its bits give. */
const SECOND = new Int32Array(4 * 256);
for (let bit = 0, direction = 1 << 31; bit < 32; bit += 1) {
  const first = 256 * (bit >> 3);
  for (let byte = 0; byte < 256; byte += 1)
    if ((byte >> (bit & 7)) & 1) SECOND[first + byte]! ^= direction;
  direction ^= direction >>> 1;
}

const second = (index: number): number =>
  SECOND[index & 255]! ^
  SECOND[256 + ((index >>> 8) & 255)]! ^
  SECOND[512 + ((index >>> 16) & 255)]! ^
  SECOND[768 + (index >>> 24)]!;

const ONE = 2 ** -32;

export class Sampler {
  private base = 0;
  private index = 0;
  private pair = 0;
  /** The pair that `next` has drawn. */
  one = 0;
  two = 0;

  /** Begins the numbers of a pixel or place. */
  begin(seed: number, column: number, row: number, batch: number): void {
    this.base = hashed(hashed(hashed(hashed(seed, 0x5eed), column), row), batch);
  }

  sample(index: number): void {
    this.index = index;
    this.pair = 0;
  }

  next(): void {
    const seed = hashed(this.base, this.pair);
    this.pair += 1;
    const shuffled = reversed(permuted(reversed(this.index), seed));
    const one = reversed(permuted(shuffled, hashed(seed, 1)));
    const two = reversed(permuted(reversed(second(shuffled)), hashed(seed, 2)));
    this.one = (one >>> 0) * ONE;
    this.two = (two >>> 0) * ONE;
  }
}
