/** White balance, eight pixels at a time; its plain twin is ../apply.ts. */

/**
 * Number of pixels at saturation in the even and in the odd columns of the row that was balanced
 * last.
 */
let evenCount: i32 = 0;
let oddCount: i32 = 0;

export function heapBase(): usize {
  return __heap_base;
}
export function clippedEven(): i32 {
  return evenCount;
}
export function clippedOdd(): i32 {
  return oddCount;
}

// @ts-ignore: decorator
@inline
function gained(codes: v128, gains: v128, saturations: v128): v128 {
  return i32x4.min_u(i32x4.shr_u(i32x4.mul(codes, gains), 10), saturations);
}

/**
 * Multiplies a row by the gains of its even and odd columns, in place. `columns` is even; 8 more
 * codes after the row may be written.
 */
export function balance(
  row: usize,
  columns: i32,
  evenGain: i32,
  oddGain: i32,
  saturation: i32,
): void {
  const gains = i32x4.replace_lane(
    i32x4.replace_lane(i32x4.splat(evenGain), 1, oddGain),
    3,
    oddGain,
  );
  const saturations = i32x4.splat(saturation);
  let full = i32x4.splat(0);
  let x = 0;
  for (; x + 8 <= columns; x += 8) {
    const at = row + (x << 1);
    const codes = v128.load(at);
    const low = gained(i32x4.extend_low_i16x8_u(codes), gains, saturations);
    const high = gained(i32x4.extend_high_i16x8_u(codes), gains, saturations);
    full = i32x4.sub(full, i32x4.add(i32x4.eq(low, saturations), i32x4.eq(high, saturations)));
    v128.store(at, i16x8.narrow_i32x4_u(low, high));
  }
  evenCount = i32x4.extract_lane(full, 0) + i32x4.extract_lane(full, 2);
  oddCount = i32x4.extract_lane(full, 1) + i32x4.extract_lane(full, 3);
  for (; x < columns; x++) {
    const at = row + (x << 1);
    const value = min<u32>(
      (<u32>load<u16>(at) * <u32>(x & 1 ? oddGain : evenGain)) >>> 10,
      <u32>saturation,
    );
    store<u16>(at, <u16>value);
    if (value == <u32>saturation) {
      if (x & 1) oddCount += 1;
      else evenCount += 1;
    }
  }
}
