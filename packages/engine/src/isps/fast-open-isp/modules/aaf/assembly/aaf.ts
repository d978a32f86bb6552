/** Anti-aliasing filter, eight pixels at a time; its plain twin is ../apply.ts. */

export function heapBase(): usize {
  return __heap_base;
}

/**
 * Smooths `count` rows: (8 · pixel + its eight neighbours of the same colour) >> 4.
 *
 * @param band 16-bit codes, lines `stride` bytes apart, with 2 more pixels on every side and 16
 * readable bytes after the last one.
 * @param target count x columns codes and room for 8 more.
 */
export function smooth(band: usize, stride: i32, count: i32, columns: i32, target: usize): void {
  const down = 2 * stride;
  for (let row = 0; row < count; row++) {
    for (let x = 0; x < columns; x += 8) {
      const at = band + (row + 2) * stride + ((x + 2) << 1);
      const c = v128.load(at);
      let low = i32x4.shl(i32x4.extend_low_i16x8_u(c), 3);
      let high = i32x4.shl(i32x4.extend_high_i16x8_u(c), 3);
      for (let line = -down; line <= down; line += down) {
        const left = v128.load(at + line - 4);
        const right = v128.load(at + line + 4);
        low = i32x4.add(
          low,
          i32x4.add(i32x4.extend_low_i16x8_u(left), i32x4.extend_low_i16x8_u(right)),
        );
        high = i32x4.add(
          high,
          i32x4.add(i32x4.extend_high_i16x8_u(left), i32x4.extend_high_i16x8_u(right)),
        );
      }
      const above = v128.load(at - down);
      const below = v128.load(at + down);
      low = i32x4.add(
        low,
        i32x4.add(i32x4.extend_low_i16x8_u(above), i32x4.extend_low_i16x8_u(below)),
      );
      high = i32x4.add(
        high,
        i32x4.add(i32x4.extend_high_i16x8_u(above), i32x4.extend_high_i16x8_u(below)),
      );
      v128.store(
        target + ((row * columns + x) << 1),
        i16x8.narrow_i32x4_u(i32x4.shr_u(low, 4), i32x4.shr_u(high, 4)),
      );
    }
  }
}
