/**
 * Random numbers of the sensor in WGSL: the words of random/philox.ts bit for bit, and normal
 * numbers and Poisson counts in single precision with a bound of their error. A user brings the
 * wide integers, and binds `gaussianTable`, cubics as vec4f, and for counts `poissonTable`, which
 * holds `POISSON_TABLE`.
 */
import { EXPONENTIAL_TABLE, gaussianTable, RECIPROCAL_TABLE } from '@lumenloom/engine/accelerate';

export const GAUSSIAN_CUBICS: Float32Array = Float32Array.from(gaussianTable());
/** Powers exp(−i/8), then 1/k. */
export const POISSON_TABLE: Float32Array = Float32Array.from([
  ...EXPONENTIAL_TABLE,
  ...RECIPROCAL_TABLE,
]);

export const NORMAL_WGSL = /* wgsl */ `
/** Philox4x32-10 of the counter (block, 0, stream, 0) and the key (seed, 0). */
fn philox(block: u32, stream: u32, seed: u32) -> vec4u {
  var c = vec4u(block, 0u, stream, 0u);
  var k = vec2u(seed, 0u);
  for (var round = 0; round < 10; round++) {
    let first = product(0xd2511f53u, c.x);
    let second = product(0xcd9e8d57u, c.z);
    c = vec4u(second.y ^ c.y ^ k.x, second.x, first.y ^ c.w ^ k.y, first.x);
    k += vec2u(0x9e3779b9u, 0xbb67ae85u);
  }
  return c;
}

/**
 * Bits of the single-precision number m + 1/2, rounded twice to even as random/gaussian.ts does.
 * In integers, because WGSL leaves open how a conversion rounds.
 */
fn halfAbove(m: u32) -> u32 {
  if (m < 0x800000u) {
    let twice = 2u * m + 1u;
    let top = firstLeadingBit(twice);
    return ((top + 126u) << 23u) | ((twice << (23u - top)) & 0x7fffffu);
  }
  let shift = firstLeadingBit(m) - 23u;
  var rounded = m >> shift;
  if (shift == 0u) {
    rounded += m & 1u;
  } else {
    let rest = m & ((1u << shift) - 1u);
    let half = 1u << (shift - 1u);
    if (rest > half || (rest == half && (rounded & 1u) == 1u)) { rounded += 1u; }
  }
  return ((shift + 150u) << 23u) + (rounded - 0x800000u);
}

/** A standard normal number from a word. */
fn gaussianOf(word: u32) -> f32 {
  let address = halfAbove(word & 0x7fffffffu);
  let cubic = gaussianTable[(address >> 20u) - 1008u];
  let t = f32(address & 0xfffffu) * 0x1p-20f;
  let value = cubic.x + t * (cubic.y + t * (cubic.z + t * cubic.w));
  return select(value, -value, (word >> 31u) == 1u);
}

/** Bound of the error of gaussianOf: four times the roundings of its table and of its last sums. */
fn gaussianError(value: f32) -> f32 { return abs(value) * 0x1p-22f + 0x1p-23f; }

`;

export const POISSON_WGSL = /* wgsl */ `
struct Drawn { count: u32, isUnsure: bool }

/** A Poisson count; the mean is less than 25. Unsure where rounding may have changed it. */
fn poissonOf(mean: f32, word: u32) -> Drawn {
  let uniform = f32(word) * 0x1p-32f;
  let step = u32(mean * 8f);
  let rest = mean - f32(step) / 8f;
  let series = 1f - rest * (1f - rest / 2f * (1f - rest / 3f * (1f - rest / 4f
    * (1f - rest / 5f * (1f - rest / 6f)))));
  var probability = poissonTable[step] * series;
  var before = 0f;
  var cumulative = probability;
  var count = 0u;
  while (uniform > cumulative && count < 127u) {
    count += 1u;
    probability *= mean * poissonTable[201u + count];
    before = cumulative;
    cumulative += probability;
  }
  // Each step of the recurrence rounds four numbers, by 2^-24 of them.
  let error = f32(count + 8u) * 0x1p-21f * cumulative;
  return Drawn(count, uniform + error > cumulative || (count > 0u && uniform - error < before));
}
`;
