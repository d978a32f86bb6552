/** Bilateral filter 5x5, eight pixels at a time; its plain twin is ../apply.ts. */

export function heapBase(): usize {
  return __heap_base;
}

/** table[lane] for the lower eight lanes. */
// @ts-ignore: decorator
@inline
function lookUp(table: usize, at: v128): v128 {
  let w = v128.load16_splat(table + ((<usize>i8x16.extract_lane_u(at, 0)) << 1));
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 1)) << 1), w, 1);
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 2)) << 1), w, 2);
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 3)) << 1), w, 3);
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 4)) << 1), w, 4);
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 5)) << 1), w, 5);
  w = v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 6)) << 1), w, 6);
  return v128.load_lane<u16>(table + ((<usize>i8x16.extract_lane_u(at, 7)) << 1), w, 7);
}

/**
 * Low or high bytes of the weights of sixteen differences below 32; `first` and `second` hold those
 * of differences 0..15 and 16..31.
 */
// @ts-ignore: decorator
@inline
function pick(first: v128, second: v128, places: v128, further: v128): v128 {
  return v128.or(i8x16.swizzle(first, places), i8x16.swizzle(second, further));
}

/** Bytes of the first 32 weights of each place: low 0..15, low 16..31, high 0..15, high 16..31. */
const starts = memory.data(25 * 64, 16);

function splitStarts(table: usize): void {
  for (let place = 0; place < 25; place++) {
    for (let d = 0; d < 32; d++) {
      const weight = load<u16>(table + (place << 9) + (d << 1));
      const out = starts + (place << 6) + d;
      store<u8>(out, <u8>weight);
      store<u8>(out, <u8>(weight >> 8), 32);
    }
  }
}

/**
 * Integer quotients. Single precision is exact here: totals have at most 24 bits, and no quotient
 * is so close below an integer that it rounds up.
 */
// @ts-ignore: decorator
@inline
function divide(total: v128, weight: v128): v128 {
  return i32x4.trunc_sat_f32x4_u(
    f32x4.div(f32x4.convert_i32x4_u(total), f32x4.convert_i32x4_u(weight)),
  );
}

/**
 * Filters `count` rows. Where all differences are below 32, nearly everywhere in a denoised
 * picture, weights are looked up in registers.
 *
 * @param band bytes, lines `stride` bytes apart, with 2 more pixels on every side and 32 readable
 * bytes after the last one.
 * @param table 25 x 256 weights of 16 bits, at most 1024: by place and difference.
 * @param target count x columns bytes and room for 16 more.
 */
export function filter(
  band: usize,
  stride: i32,
  count: i32,
  columns: i32,
  table: usize,
  target: usize,
): void {
  splitStarts(table);
  for (let row = 0; row < count; row++) {
    for (let x = 0; x < columns; x += 16) {
      const corner = band + row * stride + x;
      const centre = v128.load(corner + 2 * stride + 2);
      let total0 = i32x4.splat(0),
        total1 = i32x4.splat(0),
        total2 = i32x4.splat(0),
        total3 = i32x4.splat(0);
      let weight0 = i16x8.splat(0),
        weight1 = i16x8.splat(0);
      let place = 0;
      for (let line = 0; line < 5; line++) {
        const from = corner + line * stride;
        for (let k: usize = 0; k < 5; k++) {
          const value = v128.load(from + k);
          const difference = v128.or(
            i8x16.sub_sat_u(value, centre),
            i8x16.sub_sat_u(centre, value),
          );
          let w0: v128, w1: v128;
          if (i8x16.bitmask(i8x16.gt_u(difference, i8x16.splat(31))) == 0) {
            const start = starts + (place << 6);
            const further = i8x16.sub(difference, i8x16.splat(16));
            const low = pick(v128.load(start), v128.load(start, 16), difference, further);
            const high = pick(v128.load(start, 32), v128.load(start, 48), difference, further);
            w0 = i8x16.shuffle(low, high, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            w1 = i8x16.shuffle(
              low,
              high,
              8,
              24,
              9,
              25,
              10,
              26,
              11,
              27,
              12,
              28,
              13,
              29,
              14,
              30,
              15,
              31,
            );
          } else {
            const weights = table + (place << 9);
            w0 = lookUp(weights, difference);
            w1 = lookUp(
              weights,
              i8x16.shuffle(
                difference,
                difference,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                15,
                8,
                9,
                10,
                11,
                12,
                13,
                14,
                15,
              ),
            );
          }
          const v0 = i16x8.extend_low_i8x16_u(value);
          const v1 = i16x8.extend_high_i8x16_u(value);
          weight0 = i16x8.add(weight0, w0);
          weight1 = i16x8.add(weight1, w1);
          total0 = i32x4.add(total0, i32x4.extmul_low_i16x8_u(w0, v0));
          total1 = i32x4.add(total1, i32x4.extmul_high_i16x8_u(w0, v0));
          total2 = i32x4.add(total2, i32x4.extmul_low_i16x8_u(w1, v1));
          total3 = i32x4.add(total3, i32x4.extmul_high_i16x8_u(w1, v1));
          place += 1;
        }
      }
      const low = i16x8.narrow_i32x4_u(
        divide(total0, i32x4.extend_low_i16x8_u(weight0)),
        divide(total1, i32x4.extend_high_i16x8_u(weight0)),
      );
      const high = i16x8.narrow_i32x4_u(
        divide(total2, i32x4.extend_low_i16x8_u(weight1)),
        divide(total3, i32x4.extend_high_i16x8_u(weight1)),
      );
      v128.store(target + row * columns + x, i8x16.narrow_i16x8_u(low, high));
    }
  }
}
