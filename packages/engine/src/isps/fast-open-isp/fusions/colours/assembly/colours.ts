/**
 * CFA, CCM, GAC and CSC in one pass, eight pixels at a time; its plain twins are
 * modules/{cfa,ccm,gac,csc}/apply.ts. Intermediate results stay in registers.
 */

export function heapBase(): usize {
  return __heap_base;
}

/** Number of samples at saturation after CCM, per channel. */
const clippedCounts = memory.data(3 * 4, 16);
export function clipped(channel: i32): i32 {
  return load<i32>(clippedCounts + ((<usize>channel) << 2));
}

let saturations: v128 = i32x4.splat(0);
let full0: v128 = i32x4.splat(0);
let full1: v128 = i32x4.splat(0);
let full2: v128 = i32x4.splat(0);

// @ts-ignore: decorator
@inline
function codes(address: usize): v128 {
  return v128.load16x4_u(address);
}
// @ts-ignore: decorator
@inline
function clip(sum: v128): v128 {
  return i32x4.min_s(i32x4.max_s(i32x4.shr_s(sum, 10), i32x4.splat(0)), saturations);
}

/** One row of the matrix for four pixels. */
// @ts-ignore: decorator
@inline
function mixed(matrix: usize, r: v128, g: v128, b: v128): v128 {
  return clip(
    i32x4.add(
      i32x4.add(
        i32x4.mul(v128.load32_splat(matrix), r),
        i32x4.mul(v128.load32_splat(matrix, 4), g),
      ),
      i32x4.add(i32x4.mul(v128.load32_splat(matrix, 8), b), v128.load32_splat(matrix, 12)),
    ),
  );
}

/** Indices into the curve: eight pixels, three channels. */
const places = memory.data(3 * 8 * 4, 16);

// @ts-ignore: decorator
@inline
function place(value: v128, gain: v128): v128 {
  return i32x4.min_u(i32x4.shr_u(i32x4.mul(value, gain), 8), saturations);
}

/** Values of the curve for eight pixels of one channel, as eight 16-bit numbers. */
// @ts-ignore: decorator
@inline
function encode(from: usize, curve: usize): v128 {
  let bytes = v128.load8_splat(curve + <usize>load<u32>(from));
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 4), bytes, 1);
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 8), bytes, 2);
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 12), bytes, 3);
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 16), bytes, 4);
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 20), bytes, 5);
  bytes = v128.load_lane<u8>(curve + <usize>load<u32>(from, 24), bytes, 6);
  return i16x8.extend_low_i8x16_u(v128.load_lane<u8>(curve + <usize>load<u32>(from, 28), bytes, 7));
}

/**
 * Four pixels from the mosaic to indices into the curve. `valid` marks the pixels that lie in the
 * picture and are counted.
 */
// @ts-ignore: decorator
@inline
function develop(
  at: usize,
  stride: i32,
  isMalvar: bool,
  isRedRow: bool,
  coloured: v128,
  valid: v128,
  matrix: usize,
  gain: v128,
  out: usize,
): void {
  const c = codes(at);
  const vertical = i32x4.add(codes(at - stride), codes(at + stride));
  const horizontal = i32x4.add(codes(at - 2), codes(at + 2));
  const diagonal = i32x4.add(
    i32x4.add(codes(at - stride - 2), codes(at - stride + 2)),
    i32x4.add(codes(at + stride - 2), codes(at + stride + 2)),
  );
  let green: v128, opposite: v128, beside: v128, across: v128;
  if (isMalvar) {
    const farVertical = i32x4.add(codes(at - 2 * stride), codes(at + 2 * stride));
    const farHorizontal = i32x4.add(codes(at - 4), codes(at + 4));
    const far = i32x4.add(farVertical, farHorizontal);
    const farBy128 = i32x4.shl(far, 7);
    green = clip(
      i32x4.add(
        i32x4.sub(i32x4.shl(c, 9), farBy128),
        i32x4.shl(i32x4.add(vertical, horizontal), 8),
      ),
    );
    opposite = clip(
      i32x4.add(
        i32x4.sub(
          i32x4.sub(i32x4.add(i32x4.shl(c, 9), i32x4.shl(c, 8)), farBy128),
          i32x4.shl(far, 6),
        ),
        i32x4.shl(diagonal, 8),
      ),
    );
    // 64·vertical − 128·horizontal is 64·(both) − 192·horizontal; likewise across.
    const common = i32x4.add(
      i32x4.sub(i32x4.add(i32x4.shl(c, 9), i32x4.shl(c, 7)), i32x4.shl(diagonal, 7)),
      i32x4.shl(far, 6),
    );
    beside = clip(
      i32x4.add(
        i32x4.sub(common, i32x4.add(i32x4.shl(farHorizontal, 7), i32x4.shl(farHorizontal, 6))),
        i32x4.shl(horizontal, 9),
      ),
    );
    across = clip(
      i32x4.add(
        i32x4.sub(common, i32x4.add(i32x4.shl(farVertical, 7), i32x4.shl(farVertical, 6))),
        i32x4.shl(vertical, 9),
      ),
    );
  } else {
    green = i32x4.min_s(i32x4.shr_u(i32x4.add(vertical, horizontal), 2), saturations);
    opposite = i32x4.min_s(i32x4.shr_u(diagonal, 2), saturations);
    beside = i32x4.min_s(i32x4.shr_u(horizontal, 1), saturations);
    across = i32x4.min_s(i32x4.shr_u(vertical, 1), saturations);
  }
  const known = i32x4.min_s(c, saturations);
  const own = v128.bitselect(known, beside, coloured);
  const other = v128.bitselect(opposite, across, coloured);
  const g = v128.bitselect(green, known, coloured);
  const r = isRedRow ? own : other;
  const b = isRedRow ? other : own;
  const c0 = mixed(matrix, r, g, b);
  const c1 = mixed(matrix + 16, r, g, b);
  const c2 = mixed(matrix + 32, r, g, b);
  full0 = i32x4.sub(full0, v128.and(i32x4.eq(c0, saturations), valid));
  full1 = i32x4.sub(full1, v128.and(i32x4.eq(c1, saturations), valid));
  full2 = i32x4.sub(full2, v128.and(i32x4.eq(c2, saturations), valid));
  v128.store(out, place(c0, gain));
  v128.store(out, place(c1, gain), 32);
  v128.store(out, place(c2, gain), 64);
}

// @ts-ignore: decorator
@inline
function weighted(r: v128, byR: i32, g: v128, byG: i32, b: v128, byB: i32): v128 {
  return i16x8.add(
    i16x8.add(i16x8.mul(r, i16x8.splat(<i16>byR)), i16x8.mul(g, i16x8.splat(<i16>byG))),
    i16x8.mul(b, i16x8.splat(<i16>byB)),
  );
}

// @ts-ignore: decorator
@inline
function laneSum(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) +
    i32x4.extract_lane(v, 1) +
    i32x4.extract_lane(v, 2) +
    i32x4.extract_lane(v, 3)
  );
}

/**
 * Develops `count` rows.
 *
 * @param band 16-bit codes, lines `stride` bytes apart, with 2 more pixels on every side and 16
 * readable bytes after the last one.
 * @param redRow and redColumn: place of red in the 2x2 cells, counted from the first row of the
 * band.
 * @param matrix 3 x 4 numbers of 32 bits.
 * @param y count x columns bytes, `cbcr` twice as many; 16 more bytes after each may be written.
 */
export function developRows(
  band: usize,
  stride: i32,
  count: i32,
  columns: i32,
  isMalvar: bool,
  redRow: i32,
  redColumn: i32,
  matrix: usize,
  saturation: i32,
  gain: i32,
  curve: usize,
  y: usize,
  cbcr: usize,
): void {
  saturations = i32x4.splat(saturation);
  full0 = full1 = full2 = i32x4.splat(0);
  const gains = i32x4.splat(gain);
  for (let row = 0; row < count; row++) {
    const isRedRow = (row & 1) == redRow;
    // Red lies in column redColumn of its rows; blue lies in the other column of the other rows.
    const coloured =
      (isRedRow ? redColumn : 1 - redColumn) == 0 ? i32x4(-1, 0, -1, 0) : i32x4(0, -1, 0, -1);
    for (let x = 0; x < columns; x += 8) {
      const at = band + (row + 2) * stride + ((x + 2) << 1);
      const lanes = i32x4.splat(columns - x);
      const first = i32x4.lt_s(i32x4(0, 1, 2, 3), lanes);
      const second = i32x4.lt_s(i32x4(4, 5, 6, 7), lanes);
      if (isMalvar) {
        develop(at, stride, true, isRedRow, coloured, first, matrix, gains, places);
        develop(at + 8, stride, true, isRedRow, coloured, second, matrix, gains, places + 16);
      } else {
        develop(at, stride, false, isRedRow, coloured, first, matrix, gains, places);
        develop(at + 8, stride, false, isRedRow, coloured, second, matrix, gains, places + 16);
      }
      const r = encode(places, curve);
      const g = encode(places + 32, curve);
      const b = encode(places + 64, curve);
      // Luma needs unsigned 16-bit numbers; chroma fits signed ones.
      const luma = i16x8.add(i16x8.shr_u(weighted(r, 66, g, 129, b, 25), 8), i16x8.splat(16));
      const cb = i16x8.add(i16x8.shr_s(weighted(r, -38, g, -74, b, 112), 8), i16x8.splat(128));
      const cr = i16x8.add(i16x8.shr_s(weighted(r, 112, g, -94, b, -18), 8), i16x8.splat(128));
      const out = row * columns + x;
      v128.store64_lane(y + out, i8x16.narrow_i16x8_u(luma, luma), 0);
      v128.store(cbcr + (out << 1), v128.or(cb, i16x8.shl(cr, 8)));
    }
  }
  store<i32>(clippedCounts, laneSum(full0));
  store<i32>(clippedCounts, laneSum(full1), 4);
  store<i32>(clippedCounts, laneSum(full2), 8);
}
