/**
 * Dead pixel correction: looks for dead pixels eight at a time, corrects them one by one; its plain
 * twin is ../apply.ts.
 */

let replacedCount: i32 = 0;
let brightCount: i32 = 0;

export function heapBase(): usize {
  return __heap_base;
}
export function replaced(): i32 {
  return replacedCount;
}
export function bright(): i32 {
  return brightCount;
}

// @ts-ignore: decorator
@inline
function difference(a: v128, b: v128): v128 {
  return v128.or(i16x8.sub_sat_u(a, b), i16x8.sub_sat_u(b, a));
}

// @ts-ignore: decorator
@inline
function code(address: usize): i32 {
  return <i32>load<u16>(address);
}

/**
 * The value of a dead pixel: the mean of the two opposite neighbours in the direction of least
 * change; of equal directions the first.
 */
function mend(c: usize, down: i32): i32 {
  const value = code(c);
  const n0 = code(c - down - 4),
    n1 = code(c - down),
    n2 = code(c - down + 4),
    n3 = code(c - 4);
  const n5 = code(c + 4),
    n6 = code(c + down - 4),
    n7 = code(c + down),
    n8 = code(c + down + 4);
  let sum = n1 + n7;
  let least = abs(2 * value - sum);
  if (abs(2 * value - n3 - n5) < least) {
    sum = n3 + n5;
    least = abs(2 * value - sum);
  }
  if (abs(2 * value - n0 - n8) < least) {
    sum = n0 + n8;
    least = abs(2 * value - sum);
  }
  if (abs(2 * value - n6 - n2) < least) sum = n6 + n2;
  replacedCount += 1;
  if (value > max(max(max(n0, n1), max(n2, n3)), max(max(n5, n6), max(n7, n8)))) brightCount += 1;
  return sum >> 1;
}

/**
 * Corrects `count` rows and counts what it replaced.
 *
 * @param band 16-bit codes, lines `stride` bytes apart, with 2 more pixels on every side and 16
 * readable bytes after the last one.
 * @param target count x columns codes and room for 8 more.
 */
export function correct(
  band: usize,
  stride: i32,
  count: i32,
  columns: i32,
  threshold: i32,
  target: usize,
): void {
  replacedCount = 0;
  brightCount = 0;
  const down = 2 * stride;
  const limit = i16x8.splat(<i16>threshold);
  for (let row = 0; row < count; row++) {
    for (let x = 0; x < columns; x += 8) {
      const at = band + (row + 2) * stride + ((x + 2) << 1);
      const out = target + ((row * columns + x) << 1);
      const c = v128.load(at);
      const above = i16x8.min_u(
        i16x8.min_u(difference(c, v128.load(at - down - 4)), difference(c, v128.load(at - down))),
        difference(c, v128.load(at - down + 4)),
      );
      const below = i16x8.min_u(
        i16x8.min_u(difference(c, v128.load(at + down - 4)), difference(c, v128.load(at + down))),
        difference(c, v128.load(at + down + 4)),
      );
      const beside = i16x8.min_u(
        difference(c, v128.load(at - 4)),
        difference(c, v128.load(at + 4)),
      );
      const dead = i16x8.bitmask(i16x8.gt_u(i16x8.min_u(i16x8.min_u(above, below), beside), limit));
      v128.store(out, c);
      if (dead == 0) continue;
      for (let lane = 0; lane < min(8, columns - x); lane++)
        if (dead & (1 << lane)) store<u16>(out + (lane << 1), <u16>mend(at + (lane << 1), down));
    }
  }
}
