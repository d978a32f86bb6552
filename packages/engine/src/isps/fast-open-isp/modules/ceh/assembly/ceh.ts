/**
 * Contrast enhancement: histograms of tiles and the blend of four curves, four pixels at a time;
 * its plain twin is ../apply.ts.
 */

/**
 * Four histograms, so that neighbours of equal value do not increment the same counter in a row.
 */
const counts = memory.data(4 * 256 * 4, 16);
/**
 * The four curves of a block side by side: upper first, upper second, lower first, lower second.
 */
const table = memory.data(256 * 4, 16);

export function heapBase(): usize {
  return __heap_base;
}
export function countsOffset(): usize {
  return counts;
}

/** Counts bytes into the first histogram. */
export function count(from: usize, length: i32): void {
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const four = load<u32>(from + at);
    const a = counts + ((four & 255) << 2);
    const b = counts + 1024 + (((four >>> 8) & 255) << 2);
    const c = counts + 2048 + (((four >>> 16) & 255) << 2);
    const d = counts + 3072 + ((four >>> 24) << 2);
    store<u32>(a, load<u32>(a) + 1);
    store<u32>(b, load<u32>(b) + 1);
    store<u32>(c, load<u32>(c) + 1);
    store<u32>(d, load<u32>(d) + 1);
  }
  for (; at < length; at++) {
    const a = counts + ((<usize>load<u8>(from + at)) << 2);
    store<u32>(a, load<u32>(a) + 1);
  }
}

/** Adds the other histograms to the first. */
export function gather(): void {
  for (let at: usize = 0; at < 1024; at += 4)
    store<u32>(
      counts + at,
      load<u32>(counts + at) +
        load<u32>(counts + at, 1024) +
        load<u32>(counts + at, 2048) +
        load<u32>(counts + at, 3072),
    );
}

export function clear(): void {
  memory.fill(counts, 0, 4096);
}

/** Sets the four curves that `blend` uses. */
export function choose(
  upperFirst: usize,
  upperSecond: usize,
  lowerFirst: usize,
  lowerSecond: usize,
): void {
  for (let y: usize = 0; y < 256; y++) {
    store<u8>(table + (y << 2), load<u8>(upperFirst + y));
    store<u8>(table + (y << 2), load<u8>(upperSecond + y), 1);
    store<u8>(table + (y << 2), load<u8>(lowerFirst + y), 2);
    store<u8>(table + (y << 2), load<u8>(lowerSecond + y), 3);
  }
}

/** Upper and lower results of two pixels, from their curve values and weights: u0 l0 u1 l1. */
// @ts-ignore: decorator
@inline
function across(values: v128, weights: usize): v128 {
  return i32x4.shr_u(i32x4.dot_i16x8_s(values, v128.load(weights)), 10);
}

/**
 * Blends one row of a block.
 *
 * @param weights per column four 16-bit numbers: first, second, first, second; `length` is padded
 * to a multiple of four.
 * @param upper weight of the upper curves; the lower ones have the rest of 1024.
 * @param source with 4 readable bytes behind.
 */
export function blend(source: usize, length: i32, weights: usize, upper: i32, target: usize): void {
  const down = i32x4.splat(upper | ((1024 - upper) << 16));
  for (let x = 0; x < length; x += 4) {
    const four = load<u32>(source + x);
    let values = v128.load32_zero(table + ((four & 255) << 2));
    values = v128.load_lane<u32>(table + (((four >>> 8) & 255) << 2), values, 1);
    values = v128.load_lane<u32>(table + (((four >>> 16) & 255) << 2), values, 2);
    values = v128.load_lane<u32>(table + ((four >>> 24) << 2), values, 3);
    const first = across(i16x8.extend_low_i8x16_u(values), weights + (x << 3));
    const second = across(i16x8.extend_high_i8x16_u(values), weights + (x << 3) + 16);
    const result = i32x4.shr_u(i32x4.dot_i16x8_s(i16x8.narrow_i32x4_s(first, second), down), 10);
    const words = i16x8.narrow_i32x4_s(result, result);
    const bytes = i32x4.extract_lane(i8x16.narrow_i16x8_u(words, words), 0);
    if (x + 4 <= length) store<u32>(target + x, bytes);
    else
      for (let lane = 0; lane < length - x; lane++)
        store<u8>(target + x + lane, <u8>(bytes >>> (lane << 3)));
  }
}
