/**
 * Sum of plane waves over a pupil, as two complex matrix products; its plain twin is in
 * ../plane-waves.ts. Complex matrices hold their real parts first, then their imaginary parts.
 */

export function heapBase(): usize {
  return __heap_base;
}

/**
 * out = a · b, complex.
 *
 * @param rows of a and out; `inner` columns of a and rows of b; `columns` of b and out, a multiple
 * of 8.
 * @param panel memory for 16 numbers per row of b: eight columns of b, one row after the other, so
 * that they stay in the cache of the processor.
 * @param ranges memory for two numbers per row of a: where its numbers begin and end that are not
 * 0.
 */
function multiply(
  a: usize,
  b: usize,
  out: usize,
  panel: usize,
  ranges: usize,
  rows: i32,
  inner: i32,
  columns: i32,
): void {
  const width = (<usize>columns) << 2;
  const aImaginary = (<usize>rows * inner) << 2;
  const bImaginary = <usize>inner * width;
  const outImaginary = <usize>rows * width;
  for (let row = 0; row < rows; row++) {
    const line = a + ((<usize>row * inner) << 2);
    let first = 0,
      last = inner;
    while (first < last && isZero(line + ((<usize>first) << 2), aImaginary)) first++;
    while (first < last && isZero(line + ((<usize>(last - 1)) << 2), aImaginary)) last--;
    store<i32>(ranges + ((<usize>row) << 3), first);
    store<i32>(ranges + ((<usize>row) << 3), last, 4);
  }
  for (let column: usize = 0; column < width; column += 32) {
    for (let k = 0; k < inner; k++) {
      const from = b + column + <usize>k * width,
        to = panel + ((<usize>k) << 6);
      v128.store(to, v128.load(from));
      v128.store(to, v128.load(from, 16), 16);
      v128.store(to, v128.load(from + bImaginary), 32);
      v128.store(to, v128.load(from + bImaginary, 16), 48);
    }
    for (let row = 0; row < rows; row++) {
      let r0 = f32x4.splat(0),
        r1 = r0,
        i0 = r0,
        i1 = r0;
      const first = load<i32>(ranges + ((<usize>row) << 3)),
        last = load<i32>(ranges + ((<usize>row) << 3), 4);
      let at = a + ((<usize>row * inner + first) << 2);
      let from = panel + ((<usize>first) << 6);
      for (let k = first; k < last; k++) {
        const ar = v128.load32_splat(at),
          ai = v128.load32_splat(at + aImaginary);
        const br0 = v128.load(from),
          br1 = v128.load(from, 16);
        const bi0 = v128.load(from, 32),
          bi1 = v128.load(from, 48);
        r0 = f32x4.add(r0, f32x4.sub(f32x4.mul(ar, br0), f32x4.mul(ai, bi0)));
        r1 = f32x4.add(r1, f32x4.sub(f32x4.mul(ar, br1), f32x4.mul(ai, bi1)));
        i0 = f32x4.add(i0, f32x4.add(f32x4.mul(ar, bi0), f32x4.mul(ai, br0)));
        i1 = f32x4.add(i1, f32x4.add(f32x4.mul(ar, bi1), f32x4.mul(ai, br1)));
        at += 4;
        from += 64;
      }
      const to = out + <usize>row * width + column;
      v128.store(to, r0);
      v128.store(to, r1, 16);
      v128.store(to + outImaginary, i0);
      v128.store(to + outImaginary, i1, 16);
    }
  }
}

// @ts-ignore: decorator
@inline
function isZero(at: usize, imaginary: usize): bool {
  return load<f32>(at) == 0 && load<f32>(at + imaginary) == 0;
}

/**
 * Squared modulus of rowWaves · (pupil · columnWaves).
 *
 * @param pupil samples x samples.
 * @param columnWaves samples x width, a multiple of 8.
 * @param rowWaves height x samples.
 * @param part memory for samples x width complex numbers.
 * @param field memory for height x width complex numbers; the intensity replaces their real parts.
 * @param panel memory for samples x 16 numbers, and `ranges` for two per sample or row, the more.
 */
export function intensity(
  pupil: usize,
  columnWaves: usize,
  rowWaves: usize,
  part: usize,
  field: usize,
  panel: usize,
  ranges: usize,
  samples: i32,
  width: i32,
  height: i32,
): void {
  multiply(pupil, columnWaves, part, panel, ranges, samples, samples, width);
  multiply(rowWaves, part, field, panel, ranges, height, samples, width);
  const imaginary = (<usize>(width * height)) << 2;
  for (let at: usize = 0; at < imaginary; at += 16) {
    const re = v128.load(field + at),
      im = v128.load(field + imaginary + at);
    v128.store(field + at, f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
  }
}

/**
 * out = a · b, real; see `multiply`. Four rows at a time share what is loaded of b; with fewer sums
 * at a time, each addition would wait for the one before.
 *
 * @param rows a multiple of 4.
 */
function multiplyReal(a: usize, b: usize, out: usize, rows: i32, inner: i32, columns: i32): void {
  const width = (<usize>columns) << 2,
    line = (<usize>inner) << 2;
  for (let column: usize = 0; column < width; column += 32) {
    for (let row = 0; row < rows; row += 4) {
      let s0 = f32x4.splat(0),
        s1 = s0,
        t0 = s0,
        t1 = s0,
        u0 = s0,
        u1 = s0,
        v0 = s0,
        v1 = s0;
      let at = a + <usize>row * line;
      let from = b + column;
      for (const end = at + line; at < end; at += 4, from += width) {
        const b0 = v128.load(from),
          b1 = v128.load(from, 16);
        let value = v128.load32_splat(at);
        s0 = f32x4.add(s0, f32x4.mul(value, b0));
        s1 = f32x4.add(s1, f32x4.mul(value, b1));
        value = v128.load32_splat(at + line);
        t0 = f32x4.add(t0, f32x4.mul(value, b0));
        t1 = f32x4.add(t1, f32x4.mul(value, b1));
        value = v128.load32_splat(at + 2 * line);
        u0 = f32x4.add(u0, f32x4.mul(value, b0));
        u1 = f32x4.add(u1, f32x4.mul(value, b1));
        value = v128.load32_splat(at + 3 * line);
        v0 = f32x4.add(v0, f32x4.mul(value, b0));
        v1 = f32x4.add(v1, f32x4.mul(value, b1));
      }
      const to = out + <usize>row * width + column;
      v128.store(to, s0);
      v128.store(to, s1, 16);
      v128.store(to + width, t0);
      v128.store(to + width, t1, 16);
      v128.store(to + 2 * width, u0);
      v128.store(to + 2 * width, u1, 16);
      v128.store(to + 3 * width, v0);
      v128.store(to + 3 * width, v1, 16);
    }
  }
}

/**
 * Filters a real field in both directions: down · field · across.
 *
 * @param field height x width, a multiple of 8.
 * @param across width x size, a multiple of 8.
 * @param down size x height.
 * @param part memory for size x width numbers.
 * @param out receives size x size numbers.
 */
export function filter(
  field: usize,
  across: usize,
  down: usize,
  part: usize,
  out: usize,
  width: i32,
  height: i32,
  size: i32,
): void {
  multiplyReal(down, field, part, size, height, width);
  multiplyReal(part, across, out, size, width, size);
}
