/**
 * Fast Fourier transform of real square pictures and products of spectra, four columns at a time.
 * Its plain twin is ../plain.ts.
 *
 * A plane has n rows of `stride` bytes. Its spectrum has n rows of n/2 + 4 columns. Rows are
 * frequencies along x in bit-reversed order, columns frequencies along y from 0 to n/2; the last
 * three columns repeat others and are not used. A spectrum is stored in blocks of 16 columns, the
 * last block of 4. A block holds the real parts of its rows one after another, then the imaginary
 * parts, so that the columns that are transformed together are neighbours in memory.
 *
 * The transforms are not normalised: the forward one gives twice the spectrum, the inverse one n²
 * times the plane. The product of two spectra therefore comes out 4n² times too large, and the
 * caller divides the kernels' spectra by that.
 */

export function heapBase(): usize {
  return __heap_base;
}

/**
 * Bytes of the columns that go through all stages together: few enough to stay in the first-level
 * cache.
 */
const GROUP: i32 = 64;

/**
 * One radix-4 stage, decimation in frequency: splits blocks of `length` rows into quarters.
 * Twiddles: n cosines, then n negative sines.
 */
// @ts-ignore: decorator
@inline
function radix4(
  re: usize,
  im: usize,
  stride: usize,
  bytes: i32,
  n: i32,
  length: i32,
  twiddles: usize,
): void {
  const quarter = length >> 2;
  const step = n / length;
  const down = <usize>quarter * stride;
  for (let j = 0; j < quarter; j++) {
    const at = twiddles + ((<usize>(j * step)) << 2);
    const at2 = twiddles + ((<usize>(2 * j * step)) << 2);
    const at3 = twiddles + ((<usize>(3 * j * step)) << 2);
    const sines = (<usize>n) << 2;
    const c1 = v128.load32_splat(at),
      s1 = v128.load32_splat(at + sines);
    const c2 = v128.load32_splat(at2),
      s2 = v128.load32_splat(at2 + sines);
    const c3 = v128.load32_splat(at3),
      s3 = v128.load32_splat(at3 + sines);
    for (let base = j; base < n; base += length) {
      const offset = <usize>base * stride;
      for (let column = 0; column < bytes; column += 16) {
        const r0 = re + offset + column,
          i0 = im + offset + column;
        const r1 = r0 + down,
          i1 = i0 + down;
        const r2 = r1 + down,
          i2 = i1 + down;
        const r3 = r2 + down,
          i3 = i2 + down;
        const ar = v128.load(r0),
          ai = v128.load(i0),
          cr = v128.load(r2),
          ci = v128.load(i2);
        const br = v128.load(r1),
          bi = v128.load(i1),
          dr = v128.load(r3),
          di = v128.load(i3);
        const t0r = f32x4.add(ar, cr),
          t0i = f32x4.add(ai, ci),
          t1r = f32x4.sub(ar, cr),
          t1i = f32x4.sub(ai, ci);
        // t3 = −i(b − d)
        const t2r = f32x4.add(br, dr),
          t2i = f32x4.add(bi, di),
          t3r = f32x4.sub(bi, di),
          t3i = f32x4.sub(dr, br);
        v128.store(r0, f32x4.add(t0r, t2r));
        v128.store(i0, f32x4.add(t0i, t2i));
        const u1r = f32x4.sub(t0r, t2r),
          u1i = f32x4.sub(t0i, t2i);
        v128.store(r1, f32x4.sub(f32x4.mul(u1r, c2), f32x4.mul(u1i, s2)));
        v128.store(i1, f32x4.add(f32x4.mul(u1r, s2), f32x4.mul(u1i, c2)));
        const u2r = f32x4.add(t1r, t3r),
          u2i = f32x4.add(t1i, t3i);
        v128.store(r2, f32x4.sub(f32x4.mul(u2r, c1), f32x4.mul(u2i, s1)));
        v128.store(i2, f32x4.add(f32x4.mul(u2r, s1), f32x4.mul(u2i, c1)));
        const u3r = f32x4.sub(t1r, t3r),
          u3i = f32x4.sub(t1i, t3i);
        v128.store(r3, f32x4.sub(f32x4.mul(u3r, c3), f32x4.mul(u3i, s3)));
        v128.store(i3, f32x4.add(f32x4.mul(u3r, s3), f32x4.mul(u3i, c3)));
      }
    }
  }
}

/** The inverse of `radix4`. */
// @ts-ignore: decorator
@inline
function inverseRadix4(
  re: usize,
  im: usize,
  stride: usize,
  bytes: i32,
  n: i32,
  length: i32,
  twiddles: usize,
): void {
  const quarter = length >> 2;
  const step = n / length;
  const down = <usize>quarter * stride;
  for (let j = 0; j < quarter; j++) {
    const at = twiddles + ((<usize>(j * step)) << 2);
    const at2 = twiddles + ((<usize>(2 * j * step)) << 2);
    const at3 = twiddles + ((<usize>(3 * j * step)) << 2);
    const sines = (<usize>n) << 2;
    const c1 = v128.load32_splat(at),
      s1 = v128.load32_splat(at + sines);
    const c2 = v128.load32_splat(at2),
      s2 = v128.load32_splat(at2 + sines);
    const c3 = v128.load32_splat(at3),
      s3 = v128.load32_splat(at3 + sines);
    for (let base = j; base < n; base += length) {
      const offset = <usize>base * stride;
      for (let column = 0; column < bytes; column += 16) {
        const r0 = re + offset + column,
          i0 = im + offset + column;
        const r1 = r0 + down,
          i1 = i0 + down;
        const r2 = r1 + down,
          i2 = i1 + down;
        const r3 = r2 + down,
          i3 = i2 + down;
        const y0r = v128.load(r0),
          y0i = v128.load(i0);
        const x1r = v128.load(r1),
          x1i = v128.load(i1),
          x2r = v128.load(r2),
          x2i = v128.load(i2),
          x3r = v128.load(r3),
          x3i = v128.load(i3);
        const y1r = f32x4.add(f32x4.mul(x1r, c2), f32x4.mul(x1i, s2)),
          y1i = f32x4.sub(f32x4.mul(x1i, c2), f32x4.mul(x1r, s2));
        const y2r = f32x4.add(f32x4.mul(x2r, c1), f32x4.mul(x2i, s1)),
          y2i = f32x4.sub(f32x4.mul(x2i, c1), f32x4.mul(x2r, s1));
        const y3r = f32x4.add(f32x4.mul(x3r, c3), f32x4.mul(x3i, s3)),
          y3i = f32x4.sub(f32x4.mul(x3i, c3), f32x4.mul(x3r, s3));
        const q0r = f32x4.add(y0r, y1r),
          q0i = f32x4.add(y0i, y1i),
          q1r = f32x4.sub(y0r, y1r),
          q1i = f32x4.sub(y0i, y1i);
        const q2r = f32x4.add(y2r, y3r),
          q2i = f32x4.add(y2i, y3i),
          q3r = f32x4.sub(y2r, y3r),
          q3i = f32x4.sub(y2i, y3i);
        v128.store(r0, f32x4.add(q0r, q2r));
        v128.store(i0, f32x4.add(q0i, q2i));
        v128.store(r2, f32x4.sub(q0r, q2r));
        v128.store(i2, f32x4.sub(q0i, q2i));
        v128.store(r1, f32x4.sub(q1r, q3i));
        v128.store(i1, f32x4.add(q1i, q3r));
        v128.store(r3, f32x4.add(q1r, q3i));
        v128.store(i3, f32x4.sub(q1i, q3r));
      }
    }
  }
}

/**
 * A radix-2 stage on pairs of rows, for sizes that are no power of four. It is its own inverse up
 * to a factor.
 */
// @ts-ignore: decorator
@inline
function radix2(re: usize, im: usize, stride: usize, bytes: i32, n: i32): void {
  for (let row = 0; row < n; row += 2) {
    const offset = <usize>row * stride;
    for (let column = 0; column < bytes; column += 16) {
      const r0 = re + offset + column,
        i0 = im + offset + column;
      const r1 = r0 + stride,
        i1 = i0 + stride;
      const ar = v128.load(r0),
        ai = v128.load(i0),
        br = v128.load(r1),
        bi = v128.load(i1);
      v128.store(r0, f32x4.add(ar, br));
      v128.store(i0, f32x4.add(ai, bi));
      v128.store(r1, f32x4.sub(ar, br));
      v128.store(i1, f32x4.sub(ai, bi));
    }
  }
}

/** All forward stages from blocks of `length` rows on: natural order in, bit-reversed order out. */
// @ts-ignore: decorator
@inline
function forwardStages(
  re: usize,
  im: usize,
  stride: usize,
  bytes: i32,
  n: i32,
  length: i32,
  twiddles: usize,
): void {
  for (; length >= 4; length >>= 2) radix4(re, im, stride, bytes, n, length, twiddles);
  if (length == 2) radix2(re, im, stride, bytes, n);
}

/** All inverse stages: bit-reversed order in, natural order out. */
// @ts-ignore: decorator
@inline
function inverseStages(
  re: usize,
  im: usize,
  stride: usize,
  bytes: i32,
  n: i32,
  twiddles: usize,
): void {
  const isPowerOfFour = (ctz(n) & 1) == 0;
  if (!isPowerOfFour) radix2(re, im, stride, bytes, n);
  for (let length = isPowerOfFour ? 4 : 8; length <= n; length <<= 2)
    inverseRadix4(re, im, stride, bytes, n, length, twiddles);
}

/** Bytes of a row in the block of a spectrum that begins with this column. */
// @ts-ignore: decorator
@inline
function blockBytes(column: i32, n: i32): i32 {
  return min(GROUP, ((n >> 1) + 4 - column) << 2);
}

/** Stores four vectors as the columns of four rows. */
// @ts-ignore: decorator
@inline
function storeTransposed(to: usize, stride: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = i8x16.shuffle(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const cd = i8x16.shuffle(c, d, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const ef = i8x16.shuffle(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  const gh = i8x16.shuffle(c, d, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  v128.store(to, i64x2.shuffle(ab, cd, 0, 2));
  v128.store(to + stride, i64x2.shuffle(ab, cd, 1, 3));
  v128.store(to + 2 * stride, i64x2.shuffle(ef, gh, 0, 2));
  v128.store(to + 3 * stride, i64x2.shuffle(ef, gh, 1, 3));
}

/**
 * Separates the spectra of two real planes that were transformed as real and imaginary part of one
 * complex plane, by the symmetry of a real plane's spectrum, and stores them transposed, in blocks
 * as of a spectrum: a row per column of the plane.
 *
 * @param columns of each plane; the second plane's lie right of the first's.
 * @param rows in each block of `first` and `second`; what is stored in `second` begins with row
 * `shift`.
 * @param order n 32-bit integers: the bit-reversed index of each row.
 */
function separateSpectra(
  plane: usize,
  stride: usize,
  columns: i32,
  n: i32,
  first: usize,
  second: usize,
  rows: i32,
  shift: i32,
  order: usize,
): void {
  const half = n >> 1;
  const right = (<usize>columns) << 2;
  for (let y = 0; y <= half; y += 4) {
    const width = <usize>blockBytes(y & ~15, n);
    const imaginary = <usize>rows * width;
    const block = <usize>((y >> 4) * rows * 2 * GROUP + ((y & 15) << 2));
    for (let x = 0; x < columns; x += 4) {
      const column = (<usize>x) << 2;
      let a0 = i32x4.splat(0),
        a1 = a0,
        a2 = a0,
        a3 = a0,
        b0 = a0,
        b1 = a0,
        b2 = a0,
        b3 = a0;
      let c0 = a0,
        c1 = a0,
        c2 = a0,
        c3 = a0,
        d0 = a0,
        d1 = a0,
        d2 = a0,
        d3 = a0;
      for (let k = 0; k < 4; k++) {
        const up =
          plane + <usize>load<i32>(order + ((<usize>((y + k) & (n - 1))) << 2)) * stride + column;
        const down =
          plane +
          <usize>load<i32>(order + ((<usize>((n - y - k) & (n - 1))) << 2)) * stride +
          column;
        const ur = v128.load(up),
          ui = v128.load(up + right),
          dr = v128.load(down),
          di = v128.load(down + right);
        const lr = f32x4.add(ur, dr),
          li = f32x4.sub(ui, di),
          rr = f32x4.add(ui, di),
          ri = f32x4.sub(dr, ur);
        if (k == 0) {
          a0 = lr;
          b0 = li;
          c0 = rr;
          d0 = ri;
        } else if (k == 1) {
          a1 = lr;
          b1 = li;
          c1 = rr;
          d1 = ri;
        } else if (k == 2) {
          a2 = lr;
          b2 = li;
          c2 = rr;
          d2 = ri;
        } else {
          a3 = lr;
          b3 = li;
          c3 = rr;
          d3 = ri;
        }
      }
      const at = block + <usize>x * width,
        next = at + <usize>shift * width;
      storeTransposed(first + at, width, a0, a1, a2, a3);
      storeTransposed(first + imaginary + at, width, b0, b1, b2, b3);
      storeTransposed(second + next, width, c0, c1, c2, c3);
      storeTransposed(second + imaginary + next, width, d0, d1, d2, d3);
    }
  }
}

/**
 * Spectrum of a real plane, which is destroyed. Its left half is taken as the real parts and its
 * right half as the imaginary parts of n/2 columns.
 */
export function forwardTransform(
  plane: usize,
  stride: usize,
  n: i32,
  spectrum: usize,
  twiddles: usize,
  order: usize,
): void {
  const half = n >> 1;
  const right = half << 2;
  for (let column = 0; column < right; column += GROUP)
    forwardStages(
      plane + column,
      plane + right + column,
      stride,
      min(GROUP, right - column),
      n,
      n,
      twiddles,
    );
  separateSpectra(plane, stride, half, n, spectrum, spectrum, n, half, order);
  for (let column = 0; column <= half; column += 16) {
    const bytes = blockBytes(column, n);
    const block = spectrum + <usize>((column * n) << 3);
    forwardStages(block, block + <usize>(n * bytes), bytes, bytes, n, n, twiddles);
  }
}

/**
 * One place of the first stage of `radix4` where the last quarter of the rows is zero: loads three
 * rows instead of four.
 */
// @ts-ignore: decorator
@inline
function radix4OfThree(
  ar: v128,
  ai: v128,
  br: v128,
  bi: v128,
  cr: v128,
  ci: v128,
  re: usize,
  im: usize,
  down: usize,
  n: i32,
  j: i32,
  twiddles: usize,
): void {
  const at = twiddles + ((<usize>j) << 2),
    at2 = twiddles + ((<usize>j) << 3),
    at3 = at + ((<usize>j) << 3);
  const sines = (<usize>n) << 2;
  const c1 = v128.load32_splat(at),
    s1 = v128.load32_splat(at + sines);
  const c2 = v128.load32_splat(at2),
    s2 = v128.load32_splat(at2 + sines);
  const c3 = v128.load32_splat(at3),
    s3 = v128.load32_splat(at3 + sines);
  const t0r = f32x4.add(ar, cr),
    t0i = f32x4.add(ai, ci),
    t1r = f32x4.sub(ar, cr),
    t1i = f32x4.sub(ai, ci);
  v128.store(re, f32x4.add(t0r, br));
  v128.store(im, f32x4.add(t0i, bi));
  const u1r = f32x4.sub(t0r, br),
    u1i = f32x4.sub(t0i, bi);
  v128.store(re + down, f32x4.sub(f32x4.mul(u1r, c2), f32x4.mul(u1i, s2)));
  v128.store(im + down, f32x4.add(f32x4.mul(u1r, s2), f32x4.mul(u1i, c2)));
  const u2r = f32x4.add(t1r, bi),
    u2i = f32x4.sub(t1i, br);
  v128.store(re + 2 * down, f32x4.sub(f32x4.mul(u2r, c1), f32x4.mul(u2i, s1)));
  v128.store(im + 2 * down, f32x4.add(f32x4.mul(u2r, s1), f32x4.mul(u2i, c1)));
  const u3r = f32x4.sub(t1r, bi),
    u3i = f32x4.add(t1i, br);
  v128.store(re + 3 * down, f32x4.sub(f32x4.mul(u3r, c3), f32x4.mul(u3i, s3)));
  v128.store(im + 3 * down, f32x4.add(f32x4.mul(u3r, s3), f32x4.mul(u3i, c3)));
}

/**
 * First half of a source's transform, along y. Two sets of row weights are done at once, as real
 * and imaginary parts.
 *
 * @param source `side` x `side` numbers, row after row; the rest of n x n is zero. `side` is n/2 or
 * 3n/4.
 * @param weights `side` numbers of the first set, then as many of the second.
 * @param plane memory for n rows of 2·side numbers.
 * @param out receives `side` rows of frequencies, in blocks as of a spectrum, of the first set,
 * then those of the second.
 */
export function transformAlongY(
  source: usize,
  side: i32,
  weights: usize,
  plane: usize,
  stride: usize,
  n: i32,
  out: usize,
  twiddles: usize,
  order: usize,
): void {
  const line = (<usize>side) << 2;
  const quarter = n >> 2;
  const further = <usize>quarter * line;
  const down = <usize>quarter * stride;
  for (let column: usize = 0; column < line; column += GROUP) {
    const bytes = min(GROUP, <i32>(line - column));
    const group = plane + column;
    for (let j = 0; j < quarter; j++) {
      const from = source + column + <usize>j * line;
      const to = group + <usize>j * stride;
      const one = weights + ((<usize>j) << 2),
        two = one + ((<usize>quarter) << 2),
        third = two + ((<usize>quarter) << 2);
      for (let at = 0; at < bytes; at += 16) {
        const a = v128.load(from + at),
          b = v128.load(from + further + at);
        const c = 2 * quarter < side ? v128.load(from + 2 * further + at) : f32x4.splat(0);
        radix4OfThree(
          f32x4.mul(a, v128.load32_splat(one)),
          f32x4.mul(a, v128.load32_splat(one + line)),
          f32x4.mul(b, v128.load32_splat(two)),
          f32x4.mul(b, v128.load32_splat(two + line)),
          f32x4.mul(c, v128.load32_splat(third)),
          f32x4.mul(c, v128.load32_splat(third + line)),
          to + at,
          to + line + at,
          down,
          n,
          j,
          twiddles,
        );
      }
    }
    forwardStages(group, group + line, stride, bytes, n, quarter, twiddles);
  }
  separateSpectra(plane, stride, side, n, out, out + <usize>(side * (n + 8)) * 4, side, 0, order);
}

/**
 * Second half of the transform, along x, with column weights. Multiplies each block of the spectrum
 * with the same block of the kernels' spectra and adds the products to sums while the block is in
 * the first-level cache.
 *
 * @param rows what `transformAlongY` gave for one of its sets of weights.
 * @param group memory for a block of a spectrum.
 * @param uses `count` pairs of 32-bit addresses: of a sum, and of the kernel's spectrum.
 * @param mirrored takes the kernels' rows at the opposite frequency, which mirrors the kernels
 * along x.
 * @param conjugated takes the conjugates of the kernels' spectra, which rotates the kernels by 180
 * degrees.
 */
export function convolveAlongX(
  rows: usize,
  side: i32,
  weights: usize,
  n: i32,
  twiddles: usize,
  order: usize,
  group: usize,
  uses: usize,
  count: i32,
  mirrored: bool,
  conjugated: bool,
): void {
  const quarter = n >> 2;
  for (let column = 0; column <= n >> 1; column += 16) {
    const bytes = blockBytes(column, n);
    const further = <usize>(quarter * bytes);
    const imaginary = <usize>(side * bytes);
    const groupImaginary = <usize>(n * bytes);
    const block = rows + <usize>((column * side) << 3);
    for (let j = 0; j < quarter; j++) {
      const from = block + <usize>(j * bytes);
      const to = group + <usize>(j * bytes);
      const at = weights + ((<usize>j) << 2);
      const one = v128.load32_splat(at),
        two = v128.load32_splat(at + ((<usize>quarter) << 2)),
        third = v128.load32_splat(at + ((<usize>quarter) << 3));
      for (let at = 0; at < bytes; at += 16) {
        const a = from + at,
          b = a + further,
          c = b + further;
        let cr = f32x4.splat(0),
          ci = cr;
        if (2 * quarter < side) {
          cr = f32x4.mul(v128.load(c), third);
          ci = f32x4.mul(v128.load(c + imaginary), third);
        }
        radix4OfThree(
          f32x4.mul(v128.load(a), one),
          f32x4.mul(v128.load(a + imaginary), one),
          f32x4.mul(v128.load(b), two),
          f32x4.mul(v128.load(b + imaginary), two),
          cr,
          ci,
          to + at,
          to + groupImaginary + at,
          further,
          n,
          j,
          twiddles,
        );
      }
    }
    forwardStages(group, group + groupImaginary, bytes, bytes, n, quarter, twiddles);
    const begin = <usize>((column * n) << 3);
    for (let k = 0; k < count; k++) {
      const use = uses + ((<usize>k) << 3);
      multiplyAdd(
        <usize>load<i32>(use) + begin,
        group,
        <usize>load<i32>(use, 4) + begin,
        bytes,
        n,
        order,
        mirrored,
        conjugated,
      );
    }
  }
}

/** sum += source · kernel, for one block of their spectra. */
function multiplyAdd(
  sum: usize,
  source: usize,
  kernel: usize,
  bytes: i32,
  n: i32,
  order: usize,
  mirrored: bool,
  conjugated: bool,
): void {
  const imaginary = <usize>(n * bytes);
  const sign = f32x4.splat(conjugated ? -1 : 1);
  for (let row = 0; row < n; row++) {
    const offset = <usize>(row * bytes);
    // Bit reversal is its own inverse.
    const other = mirrored
      ? <usize>(
          (load<i32>(
            order + ((<usize>((n - load<i32>(order + ((<usize>row) << 2))) & (n - 1))) << 2),
          ) * bytes)
        )
      : offset;
    for (let column = 0; column < bytes; column += 16) {
      const from = source + offset + column,
        by = kernel + other + column,
        to = sum + offset + column;
      const sr = v128.load(from),
        si = v128.load(from + imaginary);
      const kr = v128.load(by),
        ki = f32x4.mul(v128.load(by + imaginary), sign);
      v128.store(to, f32x4.add(v128.load(to), f32x4.sub(f32x4.mul(sr, kr), f32x4.mul(si, ki))));
      v128.store(
        to + imaginary,
        f32x4.add(v128.load(to + imaginary), f32x4.add(f32x4.mul(sr, ki), f32x4.mul(si, kr))),
      );
    }
  }
}

/** Real plane of a spectrum, which is destroyed. */
export function inverseTransform(
  spectrum: usize,
  n: i32,
  plane: usize,
  stride: usize,
  twiddles: usize,
  order: usize,
): void {
  const half = n >> 1;
  const right = (<usize>half) << 2;
  for (let column = 0; column <= half; column += 16) {
    const bytes = blockBytes(column, n);
    const block = spectrum + <usize>((column * n) << 3);
    inverseStages(block, block + <usize>(n * bytes), bytes, bytes, n, twiddles);
  }
  for (let y = 0; y <= half; y++) {
    const width = <usize>blockBytes(y & ~15, n);
    const imaginary = <usize>n * width;
    const block = spectrum + <usize>((y >> 4) * n * 2 * GROUP + ((y & 15) << 2));
    const up = plane + <usize>load<i32>(order + ((<usize>y) << 2)) * stride;
    const down = plane + <usize>load<i32>(order + ((<usize>((n - y) & (n - 1))) << 2)) * stride;
    const isAlone = y == 0 || y == half;
    for (let x = 0; x < half; x += 4) {
      const left = block + <usize>x * width;
      const beyond = left + <usize>half * width;
      const lr = loadColumn(left, width),
        li = loadColumn(left + imaginary, width),
        rr = loadColumn(beyond, width),
        ri = loadColumn(beyond + imaginary, width);
      const to = (<usize>x) << 2;
      if (!isAlone) {
        v128.store(down + to, f32x4.add(lr, ri));
        v128.store(down + to + right, f32x4.sub(rr, li));
      }
      v128.store(up + to, f32x4.sub(lr, ri));
      v128.store(up + to + right, f32x4.add(li, rr));
    }
  }
  for (let column: usize = 0; column < right; column += GROUP)
    inverseStages(
      plane + column,
      plane + right + column,
      stride,
      min(GROUP, <i32>(right - column)),
      n,
      twiddles,
    );
}

/** Four rows of one column. */
// @ts-ignore: decorator
@inline
function loadColumn(from: usize, stride: usize): v128 {
  return v128.load32_lane(
    from + 3 * stride,
    v128.load32_lane(
      from + 2 * stride,
      v128.load32_lane(from + stride, v128.load32_zero(from), 1),
      2,
    ),
    3,
  );
}

/**
 * Adds several kernels, each times its weight, to a sum.
 *
 * @param kernels `count` 32-bit addresses, then as many weights.
 * @param bytes of a kernel, rounded up to a multiple of 64.
 */
export function addWeighted(sum: usize, kernels: usize, count: i32, bytes: i32): void {
  const weights = kernels + ((<usize>count) << 2);
  for (let at: usize = 0; at < <usize>bytes; at += 64) {
    const to = sum + at;
    let a = v128.load(to),
      b = v128.load(to, 16),
      c = v128.load(to, 32),
      d = v128.load(to, 48);
    for (let k: usize = 0; k < (<usize>count) << 2; k += 4) {
      const from = <usize>load<i32>(kernels + k) + at;
      const weight = v128.load32_splat(weights + k);
      a = f32x4.add(a, f32x4.mul(weight, v128.load(from)));
      b = f32x4.add(b, f32x4.mul(weight, v128.load(from, 16)));
      c = f32x4.add(c, f32x4.mul(weight, v128.load(from, 32)));
      d = f32x4.add(d, f32x4.mul(weight, v128.load(from, 48)));
    }
    v128.store(to, a);
    v128.store(to, b, 16);
    v128.store(to, c, 32);
    v128.store(to, d, 48);
  }
}

/**
 * Lays a kernel of (2·reach + 1)² numbers on a plane of n x n with its middle in the corner: what
 * lies left of it or above wraps round.
 */
export function wrapKernel(
  kernel: usize,
  reach: i32,
  transposed: bool,
  plane: usize,
  stride: usize,
  n: i32,
): void {
  const wide = 2 * reach + 1;
  memory.fill(plane, 0, <usize>n * stride);
  for (let row = 0; row < wide; row++) {
    const to = plane + <usize>((row - reach) & (n - 1)) * stride;
    for (let column = 0; column < wide; column++) {
      const from = transposed ? column * wide + row : row * wide + column;
      store<f32>(
        to + ((<usize>((column - reach) & (n - 1))) << 2),
        load<f32>(kernel + ((<usize>from) << 2)),
      );
    }
  }
}

/** data *= factor. */
export function scale(data: usize, factor: f32, bytes: i32): void {
  const by = f32x4.splat(factor);
  for (let at: usize = 0; at < <usize>bytes; at += 16)
    v128.store(data + at, f32x4.mul(by, v128.load(data + at)));
}
