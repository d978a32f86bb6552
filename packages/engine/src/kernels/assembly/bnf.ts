/** Bilateral filter 5x5, eight pixels at a time; its plain twin is isp/modules/bnf/apply.ts. */

export function heapBase(): usize { return __heap_base; }

/** table[lane] for the lower eight lanes. */
// @ts-ignore: decorator
@inline
function lookUp(table: usize, at: v128): v128 {
  let w = v128.load16_splat(table + (<usize>i8x16.extract_lane_u(at, 0) << 1));
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 1) << 1), w, 1);
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 2) << 1), w, 2);
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 3) << 1), w, 3);
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 4) << 1), w, 4);
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 5) << 1), w, 5);
  w = v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 6) << 1), w, 6);
  return v128.load_lane<u16>(table + (<usize>i8x16.extract_lane_u(at, 7) << 1), w, 7);
}

/**
 * Filters `count` rows.
 *
 * @param band bytes from line to line `stride`, with 2 more on every side and 16 readable bytes behind.
 * @param table 25 x 256 weights of 16 bits, at most 1024: by place and difference.
 * @param target count x columns bytes and room for 8 more.
 */
export function filter(band: usize, stride: i32, count: i32, columns: i32, table: usize, target: usize): void {
  for (let row = 0; row < count; row++) {
    for (let x = 0; x < columns; x += 8) {
      const corner = band + row * stride + x;
      const centre = v128.load64_zero(corner + 2 * stride + 2);
      let low = i32x4.splat(0);
      let high = i32x4.splat(0);
      let weight = i16x8.splat(0);
      let place = table;
      for (let line = 0; line < 5; line++) {
        const from = corner + line * stride;
        for (let k: usize = 0; k < 5; k++) {
          const value = v128.load64_zero(from + k);
          const w = lookUp(place, v128.or(i8x16.sub_sat_u(value, centre), i8x16.sub_sat_u(centre, value)));
          const wide = i16x8.extend_low_i8x16_u(value);
          weight = i16x8.add(weight, w);
          low = i32x4.add(low, i32x4.extmul_low_i16x8_u(w, wide));
          high = i32x4.add(high, i32x4.extmul_high_i16x8_u(w, wide));
          place += 512;
        }
      }
      // Exact: totals have at most 24 bits, and no quotient lies as near below a whole number as single precision rounds.
      const first = i32x4.trunc_sat_f32x4_u(f32x4.div(f32x4.convert_i32x4_u(low), f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(weight))));
      const second = i32x4.trunc_sat_f32x4_u(f32x4.div(f32x4.convert_i32x4_u(high), f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(weight))));
      const words = i16x8.narrow_i32x4_u(first, second);
      v128.store64_lane(target + row * columns + x, i8x16.narrow_i16x8_u(words, words), 0);
    }
  }
}
