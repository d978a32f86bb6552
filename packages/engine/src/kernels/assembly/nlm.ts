/**
 * Non-local means, eight pixels at a time; its plain twin is isp/modules/nlm/apply.ts. The picture is worked through in tiles that fit
 * the first-level cache. Squared differences are summed in 16 bits that stop at 65535: the caller makes sure that every sum that gets
 * a weight is smaller, and gives the weights by sum instead of by mean.
 */

/** Rows and columns of a tile. */
const TILE_ROWS: i32 = 8;
const TILE_COLUMNS: i32 = 256;
/** Room left of a tile's squares for half a patch, and samples from line to line. */
const MARGIN: i32 = 48;
const LINE: i32 = 384;
const LARGEST_PATCH: i32 = 89;

const squares = memory.data((8 + 88) * 384 * 2, 16);
const columnSums = memory.data(384 * 2, 16);
const totals = memory.data(8 * 256 * 4, 16);
const weightTotals = memory.data(8 * 256 * 4, 16);
/** Of one row of shifts: 89 x 1024 would not fit 16 bits, so they are carried over in time. */
const weightSums = memory.data(8 * 256 * 2, 16);

export function heapBase(): usize { return __heap_base; }

/** Squares of |a - b| for 16 bytes, as two vectors of 16 bits. */
// @ts-ignore: decorator
@inline
function storeSquares(a: usize, b: usize, out: usize): void {
  const x = v128.load(a);
  const y = v128.load(b);
  const d = v128.or(i8x16.sub_sat_u(x, y), i8x16.sub_sat_u(y, x));
  v128.store(out, i16x8.extmul_low_i8x16_u(d, d));
  v128.store(out, i16x8.extmul_high_i8x16_u(d, d), 16);
}

/** table[lane] for each lane. */
// @ts-ignore: decorator
@inline
function lookUp(table: usize, sums: v128): v128 {
  let w = v128.load16_splat(table + (<usize>i16x8.extract_lane_u(sums, 0) << 1));
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 1) << 1), w, 1);
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 2) << 1), w, 2);
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 3) << 1), w, 3);
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 4) << 1), w, 4);
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 5) << 1), w, 5);
  w = v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 6) << 1), w, 6);
  return v128.load_lane<u16>(table + (<usize>i16x8.extract_lane_u(sums, 7) << 1), w, 7);
}

/** Adds weights and weighted values of one row of a tile for one shift. */
// @ts-ignore: decorator
@inline
function accumulate(weights: v128, values: usize, at: usize): void {
  v128.store(weightSums + (at << 1), i16x8.add(v128.load(weightSums + (at << 1)), weights));
  const y = v128.load8x8_u(values);
  const total = totals + (at << 2);
  v128.store(total, i32x4.add(v128.load(total), i32x4.extmul_low_i16x8_u(weights, y)));
  v128.store(total, i32x4.add(v128.load(total, 16), i32x4.extmul_high_i16x8_u(weights, y)), 16);
}

/** Squares of a tile's pixels against those one shift away, with half a patch more all round; mirrored at the picture's ends. */
function fillSquares(band: usize, stride: i32, centres: usize, lines: i32, shift: i32, left: i32, right: i32, width: i32, half: i32): void {
  for (let line = 0; line < lines; line++) {
    const row = band + load<i32>(centres + (<usize>line << 2)) * stride;
    const out = squares + (<usize>(line * LINE + MARGIN) << 1);
    for (let x = -left; x < width + right; x += 16) storeSquares(row + x, row + x + shift, out + (x << 1));
    if (left == 0) for (let k = 1; k <= half; k++) store<u16>(out - (k << 1), load<u16>(out + (k << 1)));
    if (right == 0) for (let k = 1; k <= half; k++) store<u16>(out + ((width - 1 + k) << 1), load<u16>(out + ((width - 1 - k) << 1)));
  }
}

/** Sums of 3x3 squares and what follows from them, for one row of a tile. */
function takeSmallPatches(row: i32, width: i32, values: usize, table: usize, limit: v128): void {
  const line = squares + (<usize>(row * LINE + MARGIN - 8) << 1);
  for (let x: usize = 0; x < <usize>(width + 16) << 1; x += 16) {
    v128.store(columnSums + x, i16x8.add_sat_u(i16x8.add_sat_u(v128.load(line + x), v128.load(line + x, LINE << 1)), v128.load(line + x, LINE << 2)));
  }
  const at = row * TILE_COLUMNS;
  for (let x = 0; x < width; x += 8) {
    const from = columnSums + (<usize>x << 1);
    const sums = i16x8.min_u(i16x8.add_sat_u(i16x8.add_sat_u(v128.load(from, 14), v128.load(from, 16)), v128.load(from, 18)), limit);
    if (!v128.any_true(v128.xor(sums, limit))) continue;
    accumulate(lookUp(table, sums), values + x, at + x);
  }
}

/** The same for patches of any size. */
function takePatches(row: i32, width: i32, half: i32, values: usize, table: usize, limit: v128): void {
  const patch = 2 * half + 1;
  const line = squares + (<usize>(row * LINE + MARGIN - half) << 1);
  for (let x: usize = 0; x < <usize>(width + 2 * half) << 1; x += 16) {
    let sum = v128.load(line + x);
    for (let k = 1; k < patch; k++) sum = i16x8.add_sat_u(sum, v128.load(line + x + <usize>(k * LINE << 1)));
    v128.store(columnSums + x, sum);
  }
  const at = row * TILE_COLUMNS;
  for (let x = 0; x < width; x += 8) {
    const from = columnSums + (<usize>x << 1);
    let sums = v128.load(from);
    for (let k = 1; k < patch; k++) sums = i16x8.add_sat_u(sums, v128.load(from + <usize>(k << 1)));
    sums = i16x8.min_u(sums, limit);
    if (!v128.any_true(v128.xor(sums, limit))) continue;
    accumulate(lookUp(table, sums), values + x, at + x);
  }
}

/** Carries the sums of weights over to 32 bits. */
function carryWeights(rows: i32): void {
  for (let at: usize = 0; at < <usize>(rows * TILE_COLUMNS); at += 8) {
    const sums = v128.load(weightSums + (at << 1));
    const total = weightTotals + (at << 2);
    v128.store(total, i32x4.add(v128.load(total), i32x4.extend_low_i16x8_u(sums)));
    v128.store(total, i32x4.add(v128.load(total, 16), i32x4.extend_high_i16x8_u(sums)), 16);
  }
  memory.fill(weightSums, 0, rows * TILE_COLUMNS << 1);
}

/** Whole quotients of one row of a tile. */
function divide(row: i32, width: i32, target: usize): void {
  for (let x = 0; x < width; x++) {
    const at = <usize>(row * TILE_COLUMNS + x) << 2;
    store<u8>(target + x, <u8>(load<u32>(totals + at) / load<u32>(weightTotals + at)));
  }
}

/**
 * Denoises `count` rows.
 *
 * @param band bytes from line to line `stride`, with radius + half more on every side and 16 readable bytes behind.
 * @param centres of `count + 2 * half` lines, the line of the band with the (mirrored) pixels whose squares count there.
 * @param table weights by sum, 16 bits; 0 at `limit`, which stands for all larger sums.
 * @param target count x columns bytes.
 */
export function denoise(band: usize, stride: i32, centres: usize, count: i32, columns: i32, radius: i32, half: i32, table: usize, limit: i32, target: usize): void {
  const margin = radius + half;
  const limits = i16x8.splat(<i16>limit);
  memory.fill(weightSums, 0, TILE_ROWS * TILE_COLUMNS << 1);
  for (let row0 = 0; row0 < count; row0 += TILE_ROWS) {
    const rows = min(TILE_ROWS, count - row0);
    for (let x0 = 0; x0 < columns; x0 += TILE_COLUMNS) {
      const width = min(TILE_COLUMNS, columns - x0);
      const corner = band + margin + x0;
      memory.fill(totals, 0, TILE_ROWS * TILE_COLUMNS << 2);
      memory.fill(weightTotals, 0, TILE_ROWS * TILE_COLUMNS << 2);
      const left = x0 == 0 ? 0 : half;
      const right = x0 + width == columns ? 0 : half;
      for (let down = -radius; down <= radius; down++) {
        for (let across = -radius; across <= radius; across++) {
          fillSquares(corner, stride, centres + (<usize>row0 << 2), rows + 2 * half, down * stride + across, left, right, width, half);
          for (let row = 0; row < rows; row++) {
            const values = corner + (row0 + row + margin + down) * stride + across;
            if (half == 1) takeSmallPatches(row, width, values, table, limits);
            else takePatches(row, width, half, values, table, limits);
          }
          // Sixty-three weights of at most 1024 fit 16 bits.
          if (across == radius || (across + radius) % 60 == 59) carryWeights(rows);
        }
      }
      for (let row = 0; row < rows; row++) divide(row, width, target + (row0 + row) * columns + x0);
    }
  }
}
