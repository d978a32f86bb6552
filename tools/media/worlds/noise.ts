import { hashUnit } from './random.ts';

const SIZE = 256;
const PERMUTATION = buildPermutation();

function buildPermutation(): Uint8Array {
  const values = new Uint8Array(SIZE * 2);
  for (let i = 0; i < SIZE; i++) values[i] = i;
  for (let i = SIZE - 1; i > 0; i--) {
    const j = Math.floor(hashUnit(i, 4711) * (i + 1));
    const held = values[i]!;
    values[i] = values[j]!;
    values[j] = held;
  }
  values.copyWithin(SIZE, 0, SIZE);
  return values;
}

function slope(hash: number, x: number, y: number, z: number): number {
  const h = hash & 15;
  const u = h < 8 ? x : y;
  const v = h < 4 ? y : h === 12 || h === 14 ? x : z;
  return ((h & 1) === 0 ? u : -u) + ((h & 2) === 0 ? v : -v);
}

function fade(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

/**
 * Gradient noise in space, about -1..1 with mean 0 and features about one unit wide.
 * K. Perlin, "Improving Noise", SIGGRAPH 2002; the permutation is our own seeded one.
 */
export function noise(x: number, y: number, z: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const z0 = Math.floor(z);
  const fx = x - x0;
  const fy = y - y0;
  const fz = z - z0;
  const u = fade(fx);
  const v = fade(fy);
  const w = fade(fz);
  const a = PERMUTATION[x0 & 255]!;
  const b = PERMUTATION[(x0 + 1) & 255]!;
  const ya = y0 & 255;
  const yb = (y0 + 1) & 255;
  const za = z0 & 255;
  const zb = (z0 + 1) & 255;
  const aa = PERMUTATION[a + ya]!;
  const ab = PERMUTATION[a + yb]!;
  const ba = PERMUTATION[b + ya]!;
  const bb = PERMUTATION[b + yb]!;
  const n000 = slope(PERMUTATION[aa + za]!, fx, fy, fz);
  const n100 = slope(PERMUTATION[ba + za]!, fx - 1, fy, fz);
  const n010 = slope(PERMUTATION[ab + za]!, fx, fy - 1, fz);
  const n110 = slope(PERMUTATION[bb + za]!, fx - 1, fy - 1, fz);
  const n001 = slope(PERMUTATION[aa + zb]!, fx, fy, fz - 1);
  const n101 = slope(PERMUTATION[ba + zb]!, fx - 1, fy, fz - 1);
  const n011 = slope(PERMUTATION[ab + zb]!, fx, fy - 1, fz - 1);
  const n111 = slope(PERMUTATION[bb + zb]!, fx - 1, fy - 1, fz - 1);
  const x00 = n000 + u * (n100 - n000);
  const x10 = n010 + u * (n110 - n010);
  const x01 = n001 + u * (n101 - n001);
  const x11 = n011 + u * (n111 - n011);
  const y0v = x00 + v * (x10 - x00);
  const y1v = x01 + v * (x11 - x01);
  return y0v + w * (y1v - y0v);
}

/** Sum of `octaves` octaves of noise, each half as strong and twice as fine as the one before. */
export function fractalNoise(x: number, y: number, z: number, octaves: number): number {
  let sum = 0;
  let strength = 1;
  let frequency = 1;
  for (let i = 0; i < octaves; i++) {
    sum += strength * noise(x * frequency + i * 17.3, y * frequency - i * 9.1, z * frequency);
    strength *= 0.5;
    frequency *= 2.03;
  }
  return sum;
}
