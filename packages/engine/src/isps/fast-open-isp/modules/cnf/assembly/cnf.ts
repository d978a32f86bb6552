/**
 * Chroma noise filter: the means of the surroundings four at a time; its plain twin is ../apply.ts.
 */

export function heapBase(): usize {
  return __heap_base;
}

/**
 * Integer means over 5x5 pixels from sums over five rows. Exact: a first estimate in single
 * precision is corrected by the remainder.
 */
function meansOfRow(band: usize, stride: i32, columns: i32, columnSums: usize, means: usize): void {
  for (let x = 0; x < columns + 8; x += 8) {
    const at = band + (x << 1);
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    for (let line = 0; line < 5; line++) {
      const codes = v128.load(at + 2 * line * stride);
      low = i32x4.add(low, i32x4.extend_low_i16x8_u(codes));
      high = i32x4.add(high, i32x4.extend_high_i16x8_u(codes));
    }
    v128.store(columnSums + (x << 2), low);
    v128.store(columnSums + (x << 2), high, 16);
  }
  for (let x = 0; x < columns; x += 4) {
    const from = columnSums + (x << 2);
    const sum = i32x4.add(
      i32x4.add(
        i32x4.add(v128.load(from), v128.load(from, 8)),
        i32x4.add(v128.load(from, 16), v128.load(from, 24)),
      ),
      v128.load(from, 32),
    );
    const guess = i32x4.trunc_sat_f32x4_s(f32x4.mul(f32x4.convert_i32x4_s(sum), f32x4.splat(0.04)));
    const rest = i32x4.sub(sum, i32x4.mul(guess, i32x4.splat(25)));
    // A comparison is -1 where it holds.
    v128.store(
      means + (x << 2),
      i32x4.sub(
        i32x4.add(guess, i32x4.lt_s(rest, i32x4.splat(0))),
        i32x4.ge_s(rest, i32x4.splat(25)),
      ),
    );
  }
}

function fadeByLuma(y: i32): f64 {
  return y <= 30
    ? 1.0
    : y <= 50
      ? 0.9
      : y <= 70
        ? 0.8
        : y <= 100
          ? 0.7
          : y <= 150
            ? 0.6
            : y <= 200
              ? 0.3
              : y <= 250
                ? 0.1
                : 0.0;
}
function fadeByChroma(mean: i32): f64 {
  return mean <= 30
    ? 1.0
    : mean <= 50
      ? 0.9
      : mean <= 70
        ? 0.8
        : mean <= 100
          ? 0.6
          : mean <= 150
            ? 0.5
            : mean <= 200
              ? 0.3
              : 0.0;
}

/**
 * Filters one noisy red or blue pixel: reduces its difference from the surroundings, more so the
 * darker they are.
 */
function quieten(value: i32, own: i32, green: i32, other: i32, y: i32, damping: i32): i32 {
  const most = max(green, other);
  const corrected = most + ((damping * (value - most)) >> 8);
  const fade = fadeByLuma(y) * fadeByChroma(own);
  return max(<i32>(fade * <f64>corrected + (1.0 - fade) * <f64>value), 0);
}

/**
 * Filters two rows.
 *
 * @param band 16-bit codes, lines `stride` bytes apart: these rows and 4 more above and below, 4
 *   more pixels left and right, mirrored within each colour, and 32 readable bytes after the last
 *   one.
 * @param scratch room for 3 x (columns + 16) numbers of 32 bits.
 * @param redRow and redColumn: place of red in the 2x2 cells; blue is diagonally opposite.
 * @param above and below: a red or blue pixel is noise when it exceeds its surroundings by more
 * than `above` and the mean of its colour exceeds the mean of the other colour by less than
 * `below`.
 * @param target 2 x columns codes that already hold the picture.
 */
export function filter(
  band: usize,
  stride: i32,
  columns: i32,
  scratch: usize,
  redRow: i32,
  redColumn: i32,
  above: i32,
  below: i32,
  redDamping: i32,
  blueDamping: i32,
  saturation: i32,
  target: usize,
): void {
  const room = (columns + 16) << 2;
  const top = scratch + room;
  const bottom = top + room;
  meansOfRow(band, stride, columns, scratch, top);
  meansOfRow(band + stride, stride, columns, scratch, bottom);
  const withRed = redRow == 0 ? top : bottom;
  const withBlue = redRow == 0 ? bottom : top;
  const redCodes = target + ((redRow * columns) << 1);
  const blueCodes = target + (((1 - redRow) * columns) << 1);
  for (let cell = 0; cell < columns; cell += 2) {
    const red = (cell + redColumn) << 2;
    const blue = (cell + 1 - redColumn) << 2;
    const meanR = load<i32>(withRed + red);
    const meanB = load<i32>(withBlue + blue);
    const meanG = (load<i32>(withRed + blue) + load<i32>(withBlue + red)) >> 1;
    const r = <i32>load<u16>(redCodes + (red >> 1));
    const b = <i32>load<u16>(blueCodes + (blue >> 1));
    if (meanR - meanG > above && meanR - meanB < below && r - meanG > above && r - meanB > above) {
      store<u16>(
        redCodes + (red >> 1),
        <u16>(
          quieten(
            r,
            meanR,
            meanG,
            meanB,
            (306 * meanR + 601 * meanG + 117 * meanB) >> 10,
            redDamping,
          )
        ),
      );
    }
    if (meanB - meanG > above && meanB - meanR < below && b - meanG > above && b - meanR > above) {
      store<u16>(
        blueCodes + (blue >> 1),
        <u16>(
          quieten(
            b,
            meanB,
            meanG,
            meanR,
            (306 * meanR + 601 * meanG + 117 * meanB) >> 10,
            blueDamping,
          )
        ),
      );
    }
  }
  const saturations = i16x8.splat(<i16>saturation);
  const end = columns << 2;
  let at = 0;
  for (; at + 16 <= end; at += 16)
    v128.store(target + at, i16x8.min_u(v128.load(target + at), saturations));
  for (; at < end; at += 2)
    if (<i32>load<u16>(target + at) > saturation) store<u16>(target + at, <u16>saturation);
}
