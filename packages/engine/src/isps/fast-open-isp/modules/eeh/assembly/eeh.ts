/** Edge enhancement, eight pixels at a time; its plain twin is ../apply.ts. */

/** Weights of the 5x5 kernel by distance from the middle, and the sum of all 25 weights. */
const MIDDLE: i32 = 1024;
const BESIDE: i32 = 723;
const DIAGONAL: i32 = 511;
const FAR: i32 = 255;
const KNIGHT: i32 = 180;
const CORNER: i32 = 63;
const SUM: i32 = MIDDLE + 4 * (BESIDE + DIAGONAL + FAR + CORNER) + 8 * KNIGHT;

export function heapBase(): usize {
  return __heap_base;
}

// @ts-ignore: decorator
@inline
function at(address: usize): v128 {
  return v128.load8x8_u(address);
}

/**
 * a · first weight + b · second weight for four pixels. Both are interleaved, so that one
 * instruction multiplies and adds.
 */
// @ts-ignore: decorator
@inline
function both(pairs: v128, first: i32, second: i32): v128 {
  return i32x4.dot_i16x8_s(pairs, i32x4.splat(first | (second << 16)));
}
// @ts-ignore: decorator
@inline
function lowPairs(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}
// @ts-ignore: decorator
@inline
function highPairs(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

/**
 * Integer quotients by the sum of the kernel. Exact: a first estimate in single precision is
 * corrected by the remainder.
 */
// @ts-ignore: decorator
@inline
function quotients(sums: v128): v128 {
  const guess = i32x4.trunc_sat_f32x4_s(
    f32x4.mul(f32x4.convert_i32x4_s(sums), f32x4.splat(<f32>(1.0 / <f64>SUM))),
  );
  const rest = i32x4.sub(sums, i32x4.mul(guess, i32x4.splat(SUM)));
  // A comparison is -1 where it holds.
  return i32x4.sub(
    i32x4.add(guess, i32x4.lt_s(rest, i32x4.splat(0))),
    i32x4.ge_s(rest, i32x4.splat(SUM)),
  );
}

/**
 * Sharpens `count` rows.
 *
 * @param band bytes, lines `stride` bytes apart, with 2 more pixels on every side and 16 readable
 * bytes after the last one.
 * @param boosts 256 bytes, by the height of the edge.
 * @param edges count x columns of 16 bits and room for 8 more; `target` bytes likewise.
 */
export function enhance(
  band: usize,
  stride: i32,
  count: i32,
  columns: i32,
  boosts: usize,
  edges: usize,
  target: usize,
): void {
  for (let row = 0; row < count; row++) {
    for (let x = 0; x < columns; x += 8) {
      const a = band + row * stride + x;
      const b = a + stride;
      const c = b + stride;
      const d = c + stride;
      const e = d + stride;
      const middle = at(c + 2);
      const beside = i16x8.add(i16x8.add(at(b + 2), at(d + 2)), i16x8.add(at(c + 1), at(c + 3)));
      const diagonal = i16x8.add(i16x8.add(at(b + 1), at(b + 3)), i16x8.add(at(d + 1), at(d + 3)));
      const far = i16x8.add(i16x8.add(at(a + 2), at(e + 2)), i16x8.add(at(c), at(c + 4)));
      const knight = i16x8.add(
        i16x8.add(i16x8.add(at(a + 1), at(a + 3)), i16x8.add(at(b), at(b + 4))),
        i16x8.add(i16x8.add(at(d), at(d + 4)), i16x8.add(at(e + 1), at(e + 3))),
      );
      const corner = i16x8.add(i16x8.add(at(a), at(a + 4)), i16x8.add(at(e), at(e + 4)));
      const low = i32x4.add(
        i32x4.add(
          both(lowPairs(middle, beside), MIDDLE, BESIDE),
          both(lowPairs(diagonal, far), DIAGONAL, FAR),
        ),
        both(lowPairs(knight, corner), KNIGHT, CORNER),
      );
      const high = i32x4.add(
        i32x4.add(
          both(highPairs(middle, beside), MIDDLE, BESIDE),
          both(highPairs(diagonal, far), DIAGONAL, FAR),
        ),
        both(highPairs(knight, corner), KNIGHT, CORNER),
      );
      const edge = i16x8.sub(middle, i16x8.narrow_i32x4_s(quotients(low), quotients(high)));
      const out = row * columns + x;
      v128.store(edges + ((<usize>out) << 1), edge);
      const height = i16x8.abs(edge);
      let boost = v128.load8_splat(boosts + <usize>i16x8.extract_lane_u(height, 0));
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 1), boost, 1);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 2), boost, 2);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 3), boost, 3);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 4), boost, 4);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 5), boost, 5);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 6), boost, 6);
      boost = v128.load_lane<u8>(boosts + <usize>i16x8.extract_lane_u(height, 7), boost, 7);
      const y = v128.load64_zero(c + 2);
      const falls = i8x16.narrow_i16x8_s(i16x8.shr_s(edge, 15), i16x8.splat(0));
      v128.store64_lane(
        target + out,
        v128.bitselect(i8x16.sub_sat_u(y, boost), i8x16.add_sat_u(y, boost), falls),
        0,
      );
    }
  }
}
