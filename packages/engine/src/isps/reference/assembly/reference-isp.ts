/**
 * The reference ISP's steps of whole pictures, four pixels at a time. All arithmetic is in doubles,
 * and what is stored is rounded to floats, as in the plain twins: ../defects.ts,
 * ../stabilised-denoising.ts, ../demosaic-menon.ts and ../develop-linear.ts.
 */

export function heapBase(): usize {
  return __heap_base;
}

/** The first and the last two of four floats, as doubles. */
// @ts-ignore: decorator
@inline
function low(floats: v128): v128 {
  return f64x2.promote_low_f32x4(floats);
}
// @ts-ignore: decorator
@inline
function high(floats: v128): v128 {
  return f64x2.promote_low_f32x4(
    i8x16.shuffle(floats, floats, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7),
  );
}

/** Four doubles as floats. */
// @ts-ignore: decorator
@inline
function floats(first: v128, last: v128): v128 {
  return i64x2.shuffle(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(last), 0, 2);
}

/** Where a value is outside the range of its neighbours by more than `far`. */
// @ts-ignore: decorator
@inline
function isFar(value: v128, least: v128, most: v128, far: v128): v128 {
  return v128.or(f64x2.gt(value, f64x2.add(most, far)), f64x2.lt(value, f64x2.sub(least, far)));
}

/**
 * Marks pixels that differ from the two beside them: a bit per pixel in `bits`, from the lowest of
 * each byte on.
 *
 * @param across bytes to the pixel of the same place in the next tile.
 */
export function suspects(from: usize, pixels: i32, across: usize, far: f64, bits: usize): void {
  const farther = f64x2.splat(far);
  for (let i = 0; i < pixels; i += 8) {
    let marks = 0;
    for (let four = 0; four < 8; four += 4) {
      const at = from + ((<usize>(i + four)) << 2);
      const value = v128.load(at);
      const left = v128.load(at - across);
      const right = v128.load(at + across);
      const least = f32x4.pmin(left, right);
      const most = f32x4.pmax(left, right);
      const isOdd = i32x4.bitmask(
        v128.or(f32x4.gt(value, f32x4.add(most, most)), f32x4.lt(f32x4.add(value, value), least)),
      );
      if (isOdd == 0) continue;
      marks |=
        (isOdd &
          (i64x2.bitmask(isFar(low(value), low(least), low(most), farther)) |
            (i64x2.bitmask(isFar(high(value), high(least), high(most), farther)) << 2))) <<
        four;
    }
    store<u8>(bits + ((<usize>i) >> 3), marks);
  }
}

// @ts-ignore: decorator
@inline
function stabilisedTwo(electrons: v128, shift: v128): v128 {
  return f64x2.mul(
    f64x2.splat(2),
    f64x2.sqrt(f64x2.max(f64x2.splat(0), f64x2.add(electrons, shift))),
  );
}

/** The generalised Anscombe transform of a row, in place; `last` is the end of the row. */
export function stabilise(at: usize, last: usize, shift: f64): void {
  const shifts = f64x2.splat(shift);
  for (; at + 16 <= last; at += 16) {
    const electrons = v128.load(at);
    v128.store(
      at,
      floats(stabilisedTwo(low(electrons), shifts), stabilisedTwo(high(electrons), shifts)),
    );
  }
  for (; at < last; at += 4)
    store<f32>(at, <f32>(2.0 * Math.sqrt(max<f64>(0.0, <f64>load<f32>(at) + shift))));
}

/**
 * Means of the stabilised pixels around, as electrons.
 *
 * @param band first pixel; `stride` bytes to the next row. Pixels outside the picture are so far
 * below 0 that they do not count.
 * @param offsets bytes to the 12 pixels around.
 * @param out rows one after another, and room for 16 bytes more.
 */
export function smooth(
  band: usize,
  stride: usize,
  rows: i32,
  columns: i32,
  offsets: usize,
  perReach: f64,
  back: f64,
  out: usize,
): void {
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  const reach = f64x2.splat(perReach);
  const backs = f64x2.splat(back);
  const quarter = f64x2.splat(0.25);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column += 4) {
      const at = band + <usize>row * stride + ((<usize>column) << 2);
      const middle = v128.load(at);
      const middleLow = low(middle);
      const middleHigh = high(middle);
      let sumLow = middleLow;
      let sumHigh = middleHigh;
      let weightsLow = one;
      let weightsHigh = one;
      for (let tap: usize = 0; tap < 48; tap += 4) {
        const other = v128.load(at + load<i32>(offsets + tap));
        const differenceLow = f64x2.sub(low(other), middleLow);
        const differenceHigh = f64x2.sub(high(other), middleHigh);
        let shareLow = f64x2.sub(one, f64x2.mul(f64x2.mul(differenceLow, differenceLow), reach));
        let shareHigh = f64x2.sub(one, f64x2.mul(f64x2.mul(differenceHigh, differenceHigh), reach));
        shareLow = f64x2.pmax(shareLow, zero);
        shareHigh = f64x2.pmax(shareHigh, zero);
        shareLow = f64x2.mul(shareLow, shareLow);
        shareHigh = f64x2.mul(shareHigh, shareHigh);
        sumLow = f64x2.add(sumLow, f64x2.mul(shareLow, f64x2.add(middleLow, differenceLow)));
        sumHigh = f64x2.add(sumHigh, f64x2.mul(shareHigh, f64x2.add(middleHigh, differenceHigh)));
        weightsLow = f64x2.add(weightsLow, shareLow);
        weightsHigh = f64x2.add(weightsHigh, shareHigh);
      }
      const meanLow = f64x2.div(sumLow, weightsLow);
      const meanHigh = f64x2.div(sumHigh, weightsHigh);
      v128.store(
        out + ((<usize>(row * columns + column)) << 2),
        floats(
          f64x2.sub(f64x2.mul(f64x2.mul(meanLow, meanLow), quarter), backs),
          f64x2.sub(f64x2.mul(f64x2.mul(meanHigh, meanHigh), quarter), backs),
        ),
      );
    }
}

/** Rows and columns around what is demosaiced. */
const MARGIN = 8;

/**
 * Planes of half rows: of each row the pixels in colour, or its green ones. Pixel i of a half row
 * is in column 2i or 2i + 1.
 */
let plane: usize = 0;
let planeBytes: usize = 0;
let rowBytes: usize = 0;

/** Address of pixel 0 of a half row. */
// @ts-ignore: decorator
@inline
function rowOf(which: i32, y: i32): usize {
  return plane + <usize>which * planeBytes + <usize>y * rowBytes + 16;
}

const COLOUR = 0;
const GREEN = 1;
/** Colour minus interpolated green along rows and columns. */
const ALONG_ROW = 2;
const ALONG_COLUMN = 3;
const CHANGE_ROW = 4;
const CHANGE_COLUMN = 5;
/** Bits of lanes where rows, not columns, are followed. */
const IS_ACROSS = 6;
/** Green at pixels in colour, rough and smoothed. */
const ROUGH = 7;
const GREEN_AT_COLOUR = 8;
/** Colours at green pixels: the row's own, and the other one. */
const OWN_AT_GREEN = 9;
const OTHER_AT_GREEN = 10;

/** @returns bytes that the planes of a band take. */
export function bandBytes(rows: i32, columns: i32): i32 {
  return 11 * (rows + 2 * MARGIN) * halfBytes(columns);
}

/** Bytes of a half row: with 4 floats before it, and at least 4 after it. */
function halfBytes(columns: i32): i32 {
  const half = (columns + 2 * MARGIN + 1) >> 1;
  return (((half + 3) & ~3) + 8) << 2;
}

// @ts-ignore: decorator
@inline
function balancedTwo(electrons: v128, factors: v128): v128 {
  return f64x2.min(f64x2.splat(1), f64x2.mul(electrons, factors));
}

/** Balances row `y` of the band, and splits it into its pixels in colour and its green ones. */
function split(y: i32, from: usize, half: i32, phase: i32, even: f64, odd: f64): void {
  const evens = f64x2.splat(even);
  const odds = f64x2.splat(odd);
  const evenAt = rowOf(phase == 0 ? COLOUR : GREEN, y);
  const oddAt = rowOf(phase == 0 ? GREEN : COLOUR, y);
  for (let i = 0; i < half; i += 4) {
    const at = from + ((<usize>i) << 3);
    const first = v128.load(at);
    const last = v128.load(at, 16);
    const even4 = i32x4.shuffle(first, last, 0, 2, 4, 6);
    const odd4 = i32x4.shuffle(first, last, 1, 3, 5, 7);
    const to = (<usize>i) << 2;
    v128.store(
      evenAt + to,
      floats(balancedTwo(low(even4), evens), balancedTwo(high(even4), evens)),
    );
    v128.store(oddAt + to, floats(balancedTwo(low(odd4), odds), balancedTwo(high(odd4), odds)));
  }
}

/** own - (before + after) / 2 - (2 own - farBefore - farAfter) / 4 */
// @ts-ignore: decorator
@inline
function differenceTwo(own: v128, before: v128, after: v128, far1: v128, far2: v128): v128 {
  return f64x2.sub(
    f64x2.sub(own, f64x2.mul(f64x2.add(before, after), f64x2.splat(0.5))),
    f64x2.mul(f64x2.sub(f64x2.sub(f64x2.add(own, own), far1), far2), f64x2.splat(0.25)),
  );
}

// @ts-ignore: decorator
@inline
function differences(own: v128, before: v128, after: v128, far1: v128, far2: v128): v128 {
  return floats(
    differenceTwo(low(own), low(before), low(after), low(far1), low(far2)),
    differenceTwo(high(own), high(before), high(after), high(far1), high(far2)),
  );
}

/** Differences of row y; its pixels in colour are in column 2i + phase. */
function along(y: i32, half: i32, phase: i32): void {
  const colour = rowOf(COLOUR, y);
  const before = rowOf(GREEN, y) - (phase == 0 ? 4 : 0);
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16) {
    const own = v128.load(colour + at);
    v128.store(
      rowOf(ALONG_ROW, y) + at,
      differences(
        own,
        v128.load(before + at),
        v128.load(before + at, 4),
        v128.load(colour + at - 4),
        v128.load(colour + at, 4),
      ),
    );
    v128.store(
      rowOf(ALONG_COLUMN, y) + at,
      differences(
        own,
        v128.load(rowOf(GREEN, y - 1) + at),
        v128.load(rowOf(GREEN, y + 1) + at),
        v128.load(rowOf(COLOUR, y - 2) + at),
        v128.load(rowOf(COLOUR, y + 2) + at),
      ),
    );
  }
}

// @ts-ignore: decorator
@inline
function changes(a: v128, b: v128): v128 {
  return floats(f64x2.abs(f64x2.sub(low(a), low(b))), f64x2.abs(f64x2.sub(high(a), high(b))));
}

/** How much the differences of row y change along the row. */
function changeInRow(y: i32, half: i32): void {
  const from = rowOf(ALONG_ROW, y);
  const to = rowOf(CHANGE_ROW, y);
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16)
    v128.store(to + at, changes(v128.load(from + at), v128.load(from + at, 4)));
}

/** And along columns; 0 from pixel `last` on. */
function changeInColumn(y: i32, half: i32, last: i32): void {
  const from = rowOf(ALONG_COLUMN, y);
  const below = rowOf(ALONG_COLUMN, y + 2);
  const to = rowOf(CHANGE_COLUMN, y);
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16)
    v128.store(to + at, changes(v128.load(from + at), v128.load(below + at)));
  memory.fill(to + ((<usize>last) << 2), 0, (<usize>(half - last + 4)) << 2);
}

/** 3 (a + b) + c + d + e + f + g + h */
// @ts-ignore: decorator
@inline
function weighedLow(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128): v128 {
  let sum = f64x2.mul(f64x2.splat(3), f64x2.add(low(a), low(b)));
  sum = f64x2.add(f64x2.add(f64x2.add(sum, low(c)), low(d)), low(e));
  return f64x2.add(f64x2.add(f64x2.add(sum, low(f)), low(g)), low(h));
}
// @ts-ignore: decorator
@inline
function weighedHigh(a: v128, b: v128, c: v128, d: v128, e: v128, f: v128, g: v128, h: v128): v128 {
  let sum = f64x2.mul(f64x2.splat(3), f64x2.add(high(a), high(b)));
  sum = f64x2.add(f64x2.add(f64x2.add(sum, high(c)), high(d)), high(e));
  return f64x2.add(f64x2.add(f64x2.add(sum, high(f)), high(g)), high(h));
}

/** The direction of each pixel in colour of row y, and green along it. */
function decide(y: i32, half: i32, phase: i32): void {
  const row = rowOf(CHANGE_ROW, y);
  const above = rowOf(CHANGE_ROW, y - 2);
  const below = rowOf(CHANGE_ROW, y + 2);
  // The column before and the one behind, in the rows beside.
  const back: usize = phase == 0 ? 4 : 0;
  const beside1 = rowOf(CHANGE_ROW, y - 1) - back;
  const beside2 = rowOf(CHANGE_ROW, y + 1) - back;
  const column = rowOf(CHANGE_COLUMN, y);
  const columnAbove = rowOf(CHANGE_COLUMN, y - 2);
  const columnBeside = rowOf(CHANGE_COLUMN, y - 1) - back;
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16) {
    const r0 = v128.load(row + at - 4);
    const r1 = v128.load(row + at);
    const r2 = v128.load(above + at - 4);
    const r3 = v128.load(above + at);
    const r4 = v128.load(below + at - 4);
    const r5 = v128.load(below + at);
    const r6 = v128.load(beside1 + at);
    const r7 = v128.load(beside2 + at);
    const c0 = v128.load(columnAbove + at);
    const c1 = v128.load(column + at);
    const c2 = v128.load(columnAbove + at - 4);
    const c3 = v128.load(column + at - 4);
    const c4 = v128.load(columnAbove + at, 4);
    const c5 = v128.load(column + at, 4);
    const c6 = v128.load(columnBeside + at);
    const c7 = v128.load(columnBeside + at, 4);
    const isRowLow = f64x2.ge(
      weighedLow(c0, c1, c2, c3, c4, c5, c6, c7),
      weighedLow(r0, r1, r2, r3, r4, r5, r6, r7),
    );
    const isRowHigh = f64x2.ge(
      weighedHigh(c0, c1, c2, c3, c4, c5, c6, c7),
      weighedHigh(r0, r1, r2, r3, r4, r5, r6, r7),
    );
    const isRow = i32x4.shuffle(isRowLow, isRowHigh, 0, 2, 4, 6);
    v128.store(rowOf(IS_ACROSS, y) + at, isRow);
    const difference = v128.bitselect(
      v128.load(rowOf(ALONG_ROW, y) + at),
      v128.load(rowOf(ALONG_COLUMN, y) + at),
      isRow,
    );
    const own = v128.load(rowOf(COLOUR, y) + at);
    v128.store(
      rowOf(ROUGH, y) + at,
      floats(f64x2.sub(low(own), low(difference)), f64x2.sub(high(own), high(difference))),
    );
  }
}

// @ts-ignore: decorator
@inline
function smoothedTwo(a: v128, roughA: v128, own: v128, rough: v128, b: v128, roughB: v128): v128 {
  const sum = f64x2.add(
    f64x2.add(f64x2.sub(a, roughA), f64x2.sub(own, rough)),
    f64x2.sub(b, roughB),
  );
  return f64x2.sub(own, f64x2.div(sum, f64x2.splat(3)));
}

/** Smooths colour minus green of row y along the chosen direction. */
function refine(y: i32, half: i32): void {
  const colour = rowOf(COLOUR, y);
  const rough = rowOf(ROUGH, y);
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16) {
    const isRow = v128.load(rowOf(IS_ACROSS, y) + at);
    const a = v128.bitselect(
      v128.load(colour + at - 4),
      v128.load(rowOf(COLOUR, y - 2) + at),
      isRow,
    );
    const roughA = v128.bitselect(
      v128.load(rough + at - 4),
      v128.load(rowOf(ROUGH, y - 2) + at),
      isRow,
    );
    const b = v128.bitselect(
      v128.load(colour + at, 4),
      v128.load(rowOf(COLOUR, y + 2) + at),
      isRow,
    );
    const roughB = v128.bitselect(
      v128.load(rough + at, 4),
      v128.load(rowOf(ROUGH, y + 2) + at),
      isRow,
    );
    const own = v128.load(colour + at);
    const first = v128.load(rough + at);
    v128.store(
      rowOf(GREEN_AT_COLOUR, y) + at,
      floats(
        smoothedTwo(low(a), low(roughA), low(own), low(first), low(b), low(roughB)),
        smoothedTwo(high(a), high(roughA), high(own), high(first), high(b), high(roughB)),
      ),
    );
  }
}

// @ts-ignore: decorator
@inline
function colourTwo(green: v128, a: v128, greenA: v128, b: v128, greenB: v128): v128 {
  const sum = f64x2.sub(f64x2.add(f64x2.sub(a, greenA), b), greenB);
  return f64x2.add(green, f64x2.mul(sum, f64x2.splat(0.5)));
}

/** Colours at the green pixels of row y: from the two beside it in the row, and in the column. */
function colourGreen(y: i32, half: i32, phase: i32): void {
  // A green pixel is before the pixel in colour of the same index, or behind it.
  const back: usize = phase == 0 ? 0 : 4;
  const colour = rowOf(COLOUR, y) - back;
  const green = rowOf(GREEN_AT_COLOUR, y) - back;
  for (let at: usize = 0, end = (<usize>half) << 2; at < end; at += 16) {
    const own = v128.load(rowOf(GREEN, y) + at);
    let a = v128.load(colour + at);
    let greenA = v128.load(green + at);
    let b = v128.load(colour + at, 4);
    let greenB = v128.load(green + at, 4);
    v128.store(
      rowOf(OWN_AT_GREEN, y) + at,
      floats(
        colourTwo(low(own), low(a), low(greenA), low(b), low(greenB)),
        colourTwo(high(own), high(a), high(greenA), high(b), high(greenB)),
      ),
    );
    a = v128.load(rowOf(COLOUR, y - 1) + at);
    greenA = v128.load(rowOf(GREEN_AT_COLOUR, y - 1) + at);
    b = v128.load(rowOf(COLOUR, y + 1) + at);
    greenB = v128.load(rowOf(GREEN_AT_COLOUR, y + 1) + at);
    v128.store(
      rowOf(OTHER_AT_GREEN, y) + at,
      floats(
        colourTwo(low(own), low(a), low(greenA), low(b), low(greenB)),
        colourTwo(high(own), high(a), high(greenA), high(b), high(greenB)),
      ),
    );
  }
}

// @ts-ignore: decorator
@inline
function otherTwo(own: v128, otherA: v128, ownA: v128, otherB: v128, ownB: v128): v128 {
  const sum = f64x2.add(f64x2.sub(otherA, ownA), f64x2.sub(otherB, ownB));
  return f64x2.add(own, f64x2.mul(sum, f64x2.splat(0.5)));
}

/** The other colour of four pixels in colour from byte `at` of row y on. */
// @ts-ignore: decorator
@inline
function otherOf(y: i32, at: usize, own: v128, back: usize): v128 {
  const isRow = v128.load(rowOf(IS_ACROSS, y) + at);
  const ownInRow = rowOf(OWN_AT_GREEN, y) + at - back;
  const otherInRow = rowOf(OTHER_AT_GREEN, y) + at - back;
  // The rows above and below have the other colour.
  const otherA = v128.bitselect(
    v128.load(otherInRow),
    v128.load(rowOf(OWN_AT_GREEN, y - 1) + at),
    isRow,
  );
  const ownA = v128.bitselect(
    v128.load(ownInRow),
    v128.load(rowOf(OTHER_AT_GREEN, y - 1) + at),
    isRow,
  );
  const otherB = v128.bitselect(
    v128.load(otherInRow, 4),
    v128.load(rowOf(OWN_AT_GREEN, y + 1) + at),
    isRow,
  );
  const ownB = v128.bitselect(
    v128.load(ownInRow, 4),
    v128.load(rowOf(OTHER_AT_GREEN, y + 1) + at),
    isRow,
  );
  return floats(
    otherTwo(low(own), low(otherA), low(ownA), low(otherB), low(ownB)),
    otherTwo(high(own), high(otherA), high(ownA), high(otherB), high(ownB)),
  );
}

/** Rounds to floats between the channels, as sums that are stored do. */
// @ts-ignore: decorator
@inline
function mixed(factors: usize, red: v128, green: v128, blue: v128): v128 {
  let factor = v128.load64_splat(factors);
  let sum = floats(
    f64x2.add(f64x2.splat(0), f64x2.mul(factor, low(red))),
    f64x2.add(f64x2.splat(0), f64x2.mul(factor, high(red))),
  );
  factor = v128.load64_splat(factors, 8);
  sum = floats(
    f64x2.add(low(sum), f64x2.mul(factor, low(green))),
    f64x2.add(high(sum), f64x2.mul(factor, high(green))),
  );
  factor = v128.load64_splat(factors, 16);
  return floats(
    f64x2.add(low(sum), f64x2.mul(factor, low(blue))),
    f64x2.add(high(sum), f64x2.mul(factor, high(blue))),
  );
}

/** Four pixels of red, green, blue. */
// @ts-ignore: decorator
@inline
function storeFour(to: usize, red: v128, green: v128, blue: v128): void {
  const redGreen = i32x4.shuffle(red, green, 0, 4, 1, 5);
  const last = i32x4.shuffle(red, green, 2, 6, 3, 7);
  v128.store(to, i32x4.shuffle(redGreen, blue, 0, 1, 4, 2));
  v128.store(to, i32x4.shuffle(i32x4.shuffle(redGreen, blue, 3, 5, 3, 5), last, 0, 1, 4, 5), 16);
  v128.store(to, i32x4.shuffle(blue, last, 2, 6, 7, 3), 32);
}

/** Row y as linear sRGB and luminance. */
function write(
  y: i32,
  columns: i32,
  phase: i32,
  isRed: bool,
  factors: usize,
  linear: usize,
  luminances: usize,
): void {
  const back: usize = phase == 0 ? 4 : 0;
  for (let column = 0; column < columns; column += 8) {
    const at = (<usize>(column + MARGIN)) << 1;
    const colour = v128.load(rowOf(COLOUR, y) + at);
    const other = otherOf(y, at, colour, back);
    const green = v128.load(rowOf(GREEN_AT_COLOUR, y) + at);
    const ownAtGreen = v128.load(rowOf(OWN_AT_GREEN, y) + at);
    const otherAtGreen = v128.load(rowOf(OTHER_AT_GREEN, y) + at);
    const greenAtGreen = v128.load(rowOf(GREEN, y) + at);
    const red1 = isRed ? colour : other;
    const blue1 = isRed ? other : colour;
    const red2 = isRed ? ownAtGreen : otherAtGreen;
    const blue2 = isRed ? otherAtGreen : ownAtGreen;
    const isEven = phase == 0;
    const evenRed = isEven ? red1 : red2;
    const evenGreen = isEven ? green : greenAtGreen;
    const evenBlue = isEven ? blue1 : blue2;
    const oddRed = isEven ? red2 : red1;
    const oddGreen = isEven ? greenAtGreen : green;
    const oddBlue = isEven ? blue2 : blue1;
    for (let four = 0; four < 2; four++) {
      const r = four
        ? i32x4.shuffle(evenRed, oddRed, 2, 6, 3, 7)
        : i32x4.shuffle(evenRed, oddRed, 0, 4, 1, 5);
      const g = four
        ? i32x4.shuffle(evenGreen, oddGreen, 2, 6, 3, 7)
        : i32x4.shuffle(evenGreen, oddGreen, 0, 4, 1, 5);
      const b = four
        ? i32x4.shuffle(evenBlue, oddBlue, 2, 6, 3, 7)
        : i32x4.shuffle(evenBlue, oddBlue, 0, 4, 1, 5);
      const pixel = <usize>(column + 4 * four);
      storeFour(
        linear + pixel * 12,
        mixed(factors, r, g, b),
        mixed(factors + 24, r, g, b),
        mixed(factors + 48, r, g, b),
      );
      v128.store(luminances + (pixel << 2), mixed(factors + 72, r, g, b));
    }
  }
}

/**
 * Demosaics some rows of a Bayer mosaic and brings them to linear sRGB.
 *
 * @param band electrons of `rows` rows, an even number except in the last band, with 8 rows and
 * columns around; `balance`: factors of the even and the odd columns of each of these rows.
 * @param firstColour column of the first pixel in colour of even rows; `isRed`: whether it is red.
 * @param changing first row of the band in which changes do not count: the fifth below the picture.
 * @param planes room for `bandBytes`.
 * @param factors of red, green and blue in red, green, blue and luminance, doubles.
 * @param linear, luminances rows one after another, and room for 128 bytes more.
 */
export function develop(
  band: usize,
  rows: i32,
  columns: i32,
  balance: usize,
  firstColour: i32,
  isRed: bool,
  changing: i32,
  planes: usize,
  factors: usize,
  linear: usize,
  luminances: usize,
): void {
  const height = rows + 2 * MARGIN;
  const width = columns + 2 * MARGIN;
  const half = (width + 1) >> 1;
  plane = planes;
  rowBytes = halfBytes(columns);
  planeBytes = <usize>height * rowBytes;
  for (let y = 0; y < height; y++) {
    const factorsOfRow = balance + ((<usize>y) << 4);
    split(
      y,
      band + <usize>(y * width) * 4,
      half,
      firstColour ^ (y & 1),
      load<f64>(factorsOfRow),
      load<f64>(factorsOfRow, 8),
    );
  }
  for (let y = 2; y < height - 2; y++) along(y, half, firstColour ^ (y & 1));
  for (let y = 2; y < height - 4; y++) {
    const phase = firstColour ^ (y & 1);
    changeInRow(y, half);
    changeInColumn(y, half, (width - 4 - phase + 1) >> 1);
  }
  for (let y = height - 4; y < height - 2; y++) {
    if (y < changing) changeInRow(y, half);
    else memory.fill(rowOf(CHANGE_ROW, y) - 16, 0, rowBytes);
  }
  for (let y = 4; y < height - 4; y++) decide(y, half, firstColour ^ (y & 1));
  for (let y = 6; y < height - 6; y++) refine(y, half);
  for (let y = 7; y < height - 7; y++) colourGreen(y, half, firstColour ^ (y & 1));
  for (let y = MARGIN; y < height - MARGIN; y++) {
    const row = <usize>((y - MARGIN) * columns);
    write(
      y,
      columns,
      firstColour ^ (y & 1),
      isRed != ((y & 1) == 1),
      factors,
      linear + row * 12,
      luminances + (row << 2),
    );
  }
}
