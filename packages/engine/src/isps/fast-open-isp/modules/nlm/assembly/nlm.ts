/**
 * Non-local means; its plain twin is ../apply.ts. The picture is processed in tiles that fit the
 * cache.
 *
 * The weight of two pixels is the same from either side, so inside the picture it is computed once
 * and used for a shift and for the opposite one. Near the borders, where patches are mirrored, that
 * does not hold, and every shift is computed separately.
 *
 * Squared differences are summed in 16 bits, saturating at 65535. The caller makes sure that every
 * sum with a weight is smaller, and passes the weights by sum instead of by mean.
 */

/** Largest tile. Half a patch and half a window are at most 44. */
const TILE_ROWS: i32 = 32;
const TILE_COLUMNS: i32 = 256;
/** Distance of lines of squares and of weights, samples, and margin left of a tile. */
const LINE: i32 = 448;
const ROOM: i32 = 48;

/** Weights by sum of squares. */
const table = memory.data(65536 * 2, 16);
const squares = memory.data((32 + 3 * 44) * 448 * 2, 16);
const columnSums = memory.data(448 * 2, 16);
const patchSums = memory.data(8 * 2, 16);
const weights = memory.data((32 + 44) * 448 * 2, 16);
const totals = memory.data(32 * 256 * 4, 16);
const weightTotals = memory.data(32 * 256 * 4, 16);
/**
 * Sums of up to 63 weights of up to 1024, which fit 16 bits; then they are added to `weightTotals`.
 */
const weightSums = memory.data(32 * 256 * 2, 16);

/** Sums above this have no weight. */
let limits: v128 = i16x8.splat(0);

export function heapBase(): usize {
  return __heap_base;
}
export function tableOffset(): usize {
  return table;
}

/** Squares of a - b for 16 bytes, as two vectors of 16-bit numbers. */
// @ts-ignore: decorator
@inline
function storeSquares(a: usize, b: usize, out: usize): void {
  const x = v128.load(a);
  const y = v128.load(b);
  const d = v128.or(i8x16.sub_sat_u(x, y), i8x16.sub_sat_u(y, x));
  v128.store(out, i16x8.extmul_low_i8x16_u(d, d));
  v128.store(out, i16x8.extmul_high_i8x16_u(d, d), 16);
}

/**
 * Stores the weight of one of the eight sums. Going through memory is faster than inserting lanes.
 */
// @ts-ignore: decorator
@inline
function look(out: usize, lane: usize): void {
  store<u16>(
    out + (lane << 1),
    load<u16>(table + ((<usize>load<u16>(patchSums + (lane << 1))) << 1)),
  );
}

// @ts-ignore: decorator
@inline
function storeWeights(sums: v128, out: usize): void {
  const bounded = i16x8.min_u(sums, limits);
  if (!v128.any_true(v128.xor(bounded, limits))) {
    v128.store(out, i16x8.splat(0));
    return;
  }
  v128.store(patchSums, bounded);
  look(out, 0);
  look(out, 1);
  look(out, 2);
  look(out, 3);
  look(out, 4);
  look(out, 5);
  look(out, 6);
  look(out, 7);
}

/**
 * Computes the weights of `rows` x `width` patches from the squares, which begin half a patch above
 * and left of them.
 */
function findWeights(rows: i32, width: i32, half: i32): void {
  const patch = 2 * half + 1;
  for (let row = 0; row < rows; row++) {
    const line = squares + ((<usize>(row * LINE + ROOM - half)) << 1);
    const out = weights + ((<usize>(row * LINE)) << 1);
    if (half == 1) {
      for (let x: usize = 0; x < (<usize>(width + 2)) << 1; x += 16) {
        v128.store(
          columnSums + x,
          i16x8.add_sat_u(
            i16x8.add_sat_u(v128.load(line + x), v128.load(line + x, LINE << 1)),
            v128.load(line + x, LINE << 2),
          ),
        );
      }
      for (let x: usize = 0; x < (<usize>width) << 1; x += 16) {
        const from = columnSums + x;
        storeWeights(
          i16x8.add_sat_u(i16x8.add_sat_u(v128.load(from), v128.load(from, 2)), v128.load(from, 4)),
          out + x,
        );
      }
    } else {
      for (let x: usize = 0; x < (<usize>(width + 2 * half)) << 1; x += 16) {
        let sum = v128.load(line + x);
        for (let k = 1; k < patch; k++)
          sum = i16x8.add_sat_u(sum, v128.load(line + x + <usize>((k * LINE) << 1)));
        v128.store(columnSums + x, sum);
      }
      for (let x: usize = 0; x < (<usize>width) << 1; x += 16) {
        let sum = v128.load(columnSums + x);
        for (let k = 1; k < patch; k++)
          sum = i16x8.add_sat_u(sum, v128.load(columnSums + x + <usize>(k << 1)));
        storeWeights(sum, out + x);
      }
    }
  }
}

/** Adds weights and weighted values for one row of a tile. */
function accumulate(row: i32, width: i32, from: usize, values: usize): void {
  for (let x = 0; x < width; x += 8) {
    const at = <usize>(row * TILE_COLUMNS + x);
    const w = v128.load(from + (x << 1));
    const y = v128.load8x8_u(values + x);
    v128.store(weightSums + (at << 1), i16x8.add(v128.load(weightSums + (at << 1)), w));
    const total = totals + (at << 2);
    v128.store(total, i32x4.add(v128.load(total), i32x4.extmul_low_i16x8_u(w, y)));
    v128.store(total, i32x4.add(v128.load(total, 16), i32x4.extmul_high_i16x8_u(w, y)), 16);
  }
}

/** The same for two weights at once. */
function accumulateBoth(
  row: i32,
  width: i32,
  from: usize,
  values: usize,
  fromOpposite: usize,
  oppositeValues: usize,
): void {
  for (let x = 0; x < width; x += 8) {
    const at = <usize>(row * TILE_COLUMNS + x);
    const w = v128.load(from + (x << 1));
    const o = v128.load(fromOpposite + (x << 1));
    const pairs = i8x16.shuffle(
      v128.load64_zero(values + x),
      v128.load64_zero(oppositeValues + x),
      0,
      16,
      1,
      17,
      2,
      18,
      3,
      19,
      4,
      20,
      5,
      21,
      6,
      22,
      7,
      23,
    );
    v128.store(
      weightSums + (at << 1),
      i16x8.add(v128.load(weightSums + (at << 1)), i16x8.add(w, o)),
    );
    const total = totals + (at << 2);
    const low = i32x4.dot_i16x8_s(
      i8x16.shuffle(w, o, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23),
      i16x8.extend_low_i8x16_u(pairs),
    );
    const high = i32x4.dot_i16x8_s(
      i8x16.shuffle(w, o, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31),
      i16x8.extend_high_i8x16_u(pairs),
    );
    v128.store(total, i32x4.add(v128.load(total), low));
    v128.store(total, i32x4.add(v128.load(total, 16), high), 16);
  }
}

/** Adds the 16-bit sums of weights to the 32-bit totals. */
function carryWeights(rows: i32): void {
  for (let at: usize = 0; at < <usize>(rows * TILE_COLUMNS); at += 8) {
    const sums = v128.load(weightSums + (at << 1));
    const total = weightTotals + (at << 2);
    v128.store(total, i32x4.add(v128.load(total), i32x4.extend_low_i16x8_u(sums)));
    v128.store(total, i32x4.add(v128.load(total, 16), i32x4.extend_high_i16x8_u(sums)), 16);
  }
  memory.fill(weightSums, 0, (rows * TILE_COLUMNS) << 1);
}

/** Integer quotients of one row of a tile; exact, because both numbers fit a double. */
function divide(row: i32, width: i32, target: usize): void {
  for (let x = 0; x < width; x += 4) {
    const at = (<usize>(row * TILE_COLUMNS + x)) << 2;
    const total = v128.load(totals + at);
    const weight = v128.load(weightTotals + at);
    const low = i32x4.trunc_sat_f64x2_u_zero(
      f64x2.div(f64x2.convert_low_i32x4_u(total), f64x2.convert_low_i32x4_u(weight)),
    );
    const totalHigh = i8x16.shuffle(
      total,
      total,
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
    );
    const weightHigh = i8x16.shuffle(
      weight,
      weight,
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
    );
    const high = i32x4.trunc_sat_f64x2_u_zero(
      f64x2.div(f64x2.convert_low_i32x4_u(totalHigh), f64x2.convert_low_i32x4_u(weightHigh)),
    );
    const words = i16x8.narrow_i32x4_u(
      i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23),
      low,
    );
    const bytes = i8x16.narrow_i16x8_u(words, words);
    for (let lane = 0; lane < min(4, width - x); lane++)
      store<u8>(target + x + lane, <u8>(i32x4.extract_lane(bytes, 0) >>> (lane << 3)));
  }
}

/**
 * A tile inside the picture: each weight is computed once and used for a shift and for its
 * opposite. `corner` is its first pixel.
 */
function tileInside(
  corner: usize,
  stride: i32,
  rows: i32,
  width: i32,
  radius: i32,
  half: i32,
): void {
  let pairs = 0;
  for (let down = 0; down <= radius; down++) {
    for (let across = down == 0 ? 1 : -radius; across <= radius; across++) {
      // Weights of the pixels of this tile, and of those pixels outside from which the shift leads
      // into it.
      const left = max(across, 0);
      const wide = width + abs(across);
      const tall = rows + down;
      const shift = down * stride + across;
      for (let line = 0; line < tall + 2 * half; line++) {
        const row = corner + (line - half - down) * stride - left;
        const out = squares + ((<usize>(line * LINE + ROOM)) << 1);
        for (let x = -half; x < wide + half; x += 16)
          storeSquares(row + x, row + x + shift, out + (x << 1));
      }
      findWeights(tall, wide, half);
      for (let row = 0; row < rows; row++) {
        const pixel = corner + row * stride;
        accumulateBoth(
          row,
          width,
          weights + ((<usize>((row + down) * LINE + left)) << 1),
          pixel + shift,
          weights + ((<usize>(row * LINE + left - across)) << 1),
          pixel - shift,
        );
      }
      pairs += 1;
      if (pairs % 31 == 0) carryWeights(rows);
    }
  }
  carryWeights(rows);
}

/**
 * A tile at a border: every shift is computed, with squares mirrored where the picture ends (`left`
 * or `right` is 0). `line` is its first one in `centres`.
 */
function tileAtBorder(
  band: usize,
  stride: i32,
  centres: usize,
  corner: usize,
  x0: i32,
  left: i32,
  right: i32,
  rows: i32,
  width: i32,
  radius: i32,
  half: i32,
): void {
  let shifts = 0;
  for (let down = -radius; down <= radius; down++) {
    for (let across = -radius; across <= radius; across++) {
      // The pixel itself was added by `begin`.
      if (down == 0 && across == 0) continue;
      const shift = down * stride + across;
      for (let line = 0; line < rows + 2 * half; line++) {
        const row = band + load<i32>(centres + ((<usize>line) << 2)) * stride + radius + half + x0;
        const out = squares + ((<usize>(line * LINE + ROOM)) << 1);
        for (let x = -left; x < width + right; x += 16)
          storeSquares(row + x, row + x + shift, out + (x << 1));
        if (left == 0)
          for (let k = 1; k <= half; k++) store<u16>(out - (k << 1), load<u16>(out + (k << 1)));
        if (right == 0)
          for (let k = 1; k <= half; k++)
            store<u16>(out + ((width - 1 + k) << 1), load<u16>(out + ((width - 1 - k) << 1)));
      }
      findWeights(rows, width, half);
      for (let row = 0; row < rows; row++)
        accumulate(
          row,
          width,
          weights + ((<usize>(row * LINE)) << 1),
          corner + row * stride + shift,
        );
      shifts += 1;
      if (shifts % 60 == 0) carryWeights(rows);
    }
  }
  carryWeights(rows);
}

/** Starts the sums of a tile with each pixel itself, at full weight. */
function begin(corner: usize, stride: i32, rows: i32, width: i32): void {
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < width; x += 4) {
      const at = (<usize>(row * TILE_COLUMNS + x)) << 2;
      v128.store(
        totals + at,
        i32x4.shl(i32x4.extend_low_i16x8_u(v128.load8x8_u(corner + row * stride + x)), 10),
      );
      v128.store(weightTotals + at, i32x4.splat(1024));
    }
  }
}

/**
 * Denoises `count` rows, of which `first` is the place in the picture.
 *
 * @param band bytes, lines `stride` bytes apart, with radius + half more pixels on every side and
 * 32 readable bytes after the last one.
 * @param centres for each of `count + 2 * half` lines, the line of the band that holds its
 * (mirrored) pixels.
 * @param limit index of the table for this sum and all larger ones; the weight there is 0.
 * @param target count x columns bytes.
 */
export function denoise(
  band: usize,
  stride: i32,
  centres: usize,
  first: i32,
  count: i32,
  rowsOfPicture: i32,
  columns: i32,
  radius: i32,
  half: i32,
  limit: i32,
  target: usize,
): void {
  const margin = radius + half;
  limits = i16x8.splat(<i16>limit);
  memory.fill(weightSums, 0, (TILE_ROWS * TILE_COLUMNS) << 1);
  for (let row0 = 0; row0 < count;) {
    // Tiles end where the border does.
    const row = first + row0;
    const isInside = row >= margin && row < rowsOfPicture - margin;
    const end = row < margin ? margin : isInside ? rowsOfPicture - margin : rowsOfPicture;
    const rows = min(min(TILE_ROWS, count - row0), end - row);
    for (let x0 = 0; x0 < columns;) {
      const isWithin = isInside && x0 >= margin && x0 < columns - margin;
      let stop = !isInside
        ? columns
        : x0 < margin
          ? min(margin, columns)
          : isWithin
            ? columns - margin
            : columns;
      // Squares are mirrored where the picture ends. A tile can do that only when it is the last
      // one or ends half a patch before the end.
      if (columns - stop < half) stop = columns;
      let width = min(TILE_COLUMNS, stop - x0);
      const rest = columns - x0 - width;
      if (rest > 0 && rest < half) width -= half - rest;
      const corner = band + (row0 + margin) * stride + margin + x0;
      begin(corner, stride, rows, width);
      if (isWithin) tileInside(corner, stride, rows, width, radius, half);
      else
        tileAtBorder(
          band,
          stride,
          centres + ((<usize>row0) << 2),
          corner,
          x0,
          x0 == 0 ? 0 : half,
          x0 + width == columns ? 0 : half,
          rows,
          width,
          radius,
          half,
        );
      for (let line = 0; line < rows; line++)
        divide(line, width, target + (row0 + line) * columns + x0);
      x0 += width;
    }
    row0 += rows;
  }
}
