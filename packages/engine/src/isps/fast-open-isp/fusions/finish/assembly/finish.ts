/**
 * FCS, HSC, BCC and the conversion back to RGB in one pass, eight pixels at a time; its plain twins
 * are modules/{fcs,hsc,bcc}/apply.ts and isp/output.ts.
 */

export function heapBase(): usize {
  return __heap_base;
}

/** Interleaves the lower (or the upper) four 16-bit lanes: a0 b0 a1 b1 ... */
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

/** first · a + second · b of interleaved 16-bit numbers. */
// @ts-ignore: decorator
@inline
function both(pairs: v128, first: i32, second: i32): v128 {
  return i32x4.dot_i16x8_s(pairs, i32x4.splat((first & 0xffff) | (second << 16)));
}

/** (share · chroma) >> 16. */
// @ts-ignore: decorator
@inline
function kept(chroma: v128, low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.mul(i32x4.extend_low_i16x8_s(chroma), low), 16),
    i32x4.shr_s(i32x4.mul(i32x4.extend_high_i16x8_s(chroma), high), 16),
  );
}

/** ((gain · (turned >> 8)) >> 8) + 128, clipped to 0..255, in 16-bit lanes. */
// @ts-ignore: decorator
@inline
function saturated(low: v128, high: v128, gain: v128): v128 {
  const words = i16x8.narrow_i32x4_s(
    i32x4.add(i32x4.shr_s(i32x4.mul(i32x4.shr_s(low, 8), gain), 8), i32x4.splat(128)),
    i32x4.add(i32x4.shr_s(i32x4.mul(i32x4.shr_s(high, 8), gain), 8), i32x4.splat(128)),
  );
  return i16x8.min_s(i16x8.max_s(words, i16x8.splat(0)), i16x8.splat(255));
}

/**
 * Finishes `count` pixels.
 *
 * @param edges 16-bit numbers; `shares`: 256 numbers of 32 bits, by height of the edge; 0 instead
 * of its address skips FCS.
 * @param sine, cosine and gain of HSC; `isTurned` false skips HSC.
 * @param curve 256 bytes of BCC; 0 instead of its address skips BCC.
 * @param rgb 3 x count bytes and room for 24 more. 16 bytes after each input must be readable.
 */
export function finish(
  count: i32,
  y: usize,
  cbcr: usize,
  edges: usize,
  shares: usize,
  isTurned: bool,
  sine: i32,
  cosine: i32,
  gain: i32,
  curve: usize,
  rgb: usize,
): void {
  const gains = i32x4.splat(gain);
  const middle = i16x8.splat(128);
  for (let pixel = 0; pixel < count; pixel += 8) {
    const chroma = v128.load(cbcr + (pixel << 1));
    let cb = i16x8.sub(v128.and(chroma, i16x8.splat(255)), middle);
    let cr = i16x8.sub(i16x8.shr_u(chroma, 8), middle);
    if (shares != 0) {
      const height = i16x8.abs(v128.load(edges + (pixel << 1)));
      let low = v128.load32_zero(shares + ((<usize>i16x8.extract_lane_u(height, 0)) << 2));
      low = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 1)) << 2), low, 1);
      low = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 2)) << 2), low, 2);
      low = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 3)) << 2), low, 3);
      let high = v128.load32_zero(shares + ((<usize>i16x8.extract_lane_u(height, 4)) << 2));
      high = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 5)) << 2), high, 1);
      high = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 6)) << 2), high, 2);
      high = v128.load_lane<u32>(shares + ((<usize>i16x8.extract_lane_u(height, 7)) << 2), high, 3);
      cb = kept(cb, low, high);
      cr = kept(cr, low, high);
    }
    if (isTurned) {
      const lows = lowPairs(cb, cr);
      const highs = highPairs(cb, cr);
      cb = saturated(both(lows, cosine, -sine), both(highs, cosine, -sine), gains);
      cr = saturated(both(lows, sine, cosine), both(highs, sine, cosine), gains);
    } else {
      cb = i16x8.add(cb, middle);
      cr = i16x8.add(cr, middle);
    }
    let luma = v128.load64_zero(y + pixel);
    if (curve != 0) {
      const from = luma;
      luma = v128.load8_splat(curve + <usize>i8x16.extract_lane_u(from, 0));
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 1), luma, 1);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 2), luma, 2);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 3), luma, 3);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 4), luma, 4);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 5), luma, 5);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 6), luma, 6);
      luma = v128.load_lane<u8>(curve + <usize>i8x16.extract_lane_u(from, 7), luma, 7);
    }
    luma = i16x8.extend_low_i8x16_u(luma);
    const redLow = lowPairs(luma, cr),
      redHigh = highPairs(luma, cr);
    const blueLow = lowPairs(luma, cb),
      blueHigh = highPairs(luma, cb);
    const r = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.sub(both(redLow, 298, 409), i32x4.splat(56992)), 8),
      i32x4.shr_s(i32x4.sub(both(redHigh, 298, 409), i32x4.splat(56992)), 8),
    );
    const g = i16x8.narrow_i32x4_s(
      i32x4.shr_s(
        i32x4.add(i32x4.add(both(redLow, 298, -208), both(blueLow, 0, -100)), i32x4.splat(34784)),
        8,
      ),
      i32x4.shr_s(
        i32x4.add(i32x4.add(both(redHigh, 298, -208), both(blueHigh, 0, -100)), i32x4.splat(34784)),
        8,
      ),
    );
    const b = i16x8.narrow_i32x4_s(
      i32x4.shr_s(i32x4.sub(both(blueLow, 298, 516), i32x4.splat(70688)), 8),
      i32x4.shr_s(i32x4.sub(both(blueHigh, 298, 516), i32x4.splat(70688)), 8),
    );
    const redGreen = i8x16.narrow_i16x8_u(r, g);
    const blue = i8x16.narrow_i16x8_u(b, b);
    const out = rgb + pixel * 3;
    v128.store(
      out,
      i8x16.shuffle(redGreen, blue, 0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5),
    );
    v128.store64_lane(
      out,
      i8x16.shuffle(redGreen, blue, 13, 21, 6, 14, 22, 7, 15, 23, 0, 0, 0, 0, 0, 0, 0, 0),
      0,
      16,
    );
  }
}
