/**
 * Fast Fourier transform of real square pictures and products of spectra, four columns at a time. Its plain twin is ../fft.ts.
 *
 * A plane has n rows of `stride` bytes. Its spectrum holds n rows of n/2 + 4 columns, real parts first, then imaginary ones: rows are
 * frequencies along x in bit-reversed order, columns frequencies along y from 0 to n/2 (the last three columns repeat others and do no harm).
 * A transform forth doubles, one back multiplies by n²: whoever makes the kernels' spectra divides by 4n².
 */

export function heapBase(): usize { return __heap_base; }

/** Bytes of columns that go through all stages together: they stay in the nearest cache. */
const GROUP: i32 = 64;

/** One radix-4 stage forth: blocks of `length` rows fall into quarters. Twiddles: n cosines, then n negative sines. */
// @ts-ignore: decorator
@inline
function split(re: usize, im: usize, stride: usize, bytes: i32, n: i32, length: i32, twiddles: usize): void {
  const quarter = length >> 2;
  const step = n / length;
  const down = <usize>quarter * stride;
  for (let j = 0; j < quarter; j++) {
    const at = twiddles + (<usize>(j * step) << 2);
    const at2 = twiddles + (<usize>(2 * j * step) << 2);
    const at3 = twiddles + (<usize>(3 * j * step) << 2);
    const sines = <usize>n << 2;
    const c1 = v128.load32_splat(at), s1 = v128.load32_splat(at + sines);
    const c2 = v128.load32_splat(at2), s2 = v128.load32_splat(at2 + sines);
    const c3 = v128.load32_splat(at3), s3 = v128.load32_splat(at3 + sines);
    for (let base = j; base < n; base += length) {
      const offset = <usize>base * stride;
      for (let column = 0; column < bytes; column += 16) {
        const r0 = re + offset + column, i0 = im + offset + column;
        const r1 = r0 + down, i1 = i0 + down;
        const r2 = r1 + down, i2 = i1 + down;
        const r3 = r2 + down, i3 = i2 + down;
        const ar = v128.load(r0), ai = v128.load(i0), cr = v128.load(r2), ci = v128.load(i2);
        const br = v128.load(r1), bi = v128.load(i1), dr = v128.load(r3), di = v128.load(i3);
        const t0r = f32x4.add(ar, cr), t0i = f32x4.add(ai, ci), t1r = f32x4.sub(ar, cr), t1i = f32x4.sub(ai, ci);
        // t3 = −i(b − d)
        const t2r = f32x4.add(br, dr), t2i = f32x4.add(bi, di), t3r = f32x4.sub(bi, di), t3i = f32x4.sub(dr, br);
        v128.store(r0, f32x4.add(t0r, t2r));
        v128.store(i0, f32x4.add(t0i, t2i));
        const u1r = f32x4.sub(t0r, t2r), u1i = f32x4.sub(t0i, t2i);
        v128.store(r1, f32x4.sub(f32x4.mul(u1r, c2), f32x4.mul(u1i, s2)));
        v128.store(i1, f32x4.add(f32x4.mul(u1r, s2), f32x4.mul(u1i, c2)));
        const u2r = f32x4.add(t1r, t3r), u2i = f32x4.add(t1i, t3i);
        v128.store(r2, f32x4.sub(f32x4.mul(u2r, c1), f32x4.mul(u2i, s1)));
        v128.store(i2, f32x4.add(f32x4.mul(u2r, s1), f32x4.mul(u2i, c1)));
        const u3r = f32x4.sub(t1r, t3r), u3i = f32x4.sub(t1i, t3i);
        v128.store(r3, f32x4.sub(f32x4.mul(u3r, c3), f32x4.mul(u3i, s3)));
        v128.store(i3, f32x4.add(f32x4.mul(u3r, s3), f32x4.mul(u3i, c3)));
      }
    }
  }
}

/** The same stage back. */
// @ts-ignore: decorator
@inline
function join(re: usize, im: usize, stride: usize, bytes: i32, n: i32, length: i32, twiddles: usize): void {
  const quarter = length >> 2;
  const step = n / length;
  const down = <usize>quarter * stride;
  for (let j = 0; j < quarter; j++) {
    const at = twiddles + (<usize>(j * step) << 2);
    const at2 = twiddles + (<usize>(2 * j * step) << 2);
    const at3 = twiddles + (<usize>(3 * j * step) << 2);
    const sines = <usize>n << 2;
    const c1 = v128.load32_splat(at), s1 = v128.load32_splat(at + sines);
    const c2 = v128.load32_splat(at2), s2 = v128.load32_splat(at2 + sines);
    const c3 = v128.load32_splat(at3), s3 = v128.load32_splat(at3 + sines);
    for (let base = j; base < n; base += length) {
      const offset = <usize>base * stride;
      for (let column = 0; column < bytes; column += 16) {
        const r0 = re + offset + column, i0 = im + offset + column;
        const r1 = r0 + down, i1 = i0 + down;
        const r2 = r1 + down, i2 = i1 + down;
        const r3 = r2 + down, i3 = i2 + down;
        const y0r = v128.load(r0), y0i = v128.load(i0);
        const x1r = v128.load(r1), x1i = v128.load(i1), x2r = v128.load(r2), x2i = v128.load(i2), x3r = v128.load(r3), x3i = v128.load(i3);
        const y1r = f32x4.add(f32x4.mul(x1r, c2), f32x4.mul(x1i, s2)), y1i = f32x4.sub(f32x4.mul(x1i, c2), f32x4.mul(x1r, s2));
        const y2r = f32x4.add(f32x4.mul(x2r, c1), f32x4.mul(x2i, s1)), y2i = f32x4.sub(f32x4.mul(x2i, c1), f32x4.mul(x2r, s1));
        const y3r = f32x4.add(f32x4.mul(x3r, c3), f32x4.mul(x3i, s3)), y3i = f32x4.sub(f32x4.mul(x3i, c3), f32x4.mul(x3r, s3));
        const q0r = f32x4.add(y0r, y1r), q0i = f32x4.add(y0i, y1i), q1r = f32x4.sub(y0r, y1r), q1i = f32x4.sub(y0i, y1i);
        const q2r = f32x4.add(y2r, y3r), q2i = f32x4.add(y2i, y3i), q3r = f32x4.sub(y2r, y3r), q3i = f32x4.sub(y2i, y3i);
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

/** The stage of pairs, for sizes that are no power of four; forth and back alike. */
// @ts-ignore: decorator
@inline
function pairs(re: usize, im: usize, stride: usize, bytes: i32, n: i32): void {
  for (let row = 0; row < n; row += 2) {
    const offset = <usize>row * stride;
    for (let column = 0; column < bytes; column += 16) {
      const r0 = re + offset + column, i0 = im + offset + column;
      const r1 = r0 + stride, i1 = i0 + stride;
      const ar = v128.load(r0), ai = v128.load(i0), br = v128.load(r1), bi = v128.load(i1);
      v128.store(r0, f32x4.add(ar, br));
      v128.store(i0, f32x4.add(ai, bi));
      v128.store(r1, f32x4.sub(ar, br));
      v128.store(i1, f32x4.sub(ai, bi));
    }
  }
}

/** Transforms columns of complex numbers forth: natural order in, bit-reversed order out. `width` in bytes, a multiple of 16. */
function columnsForth(re: usize, im: usize, stride: usize, width: i32, n: i32, twiddles: usize): void {
  for (let column = 0; column < width; column += GROUP) {
    const bytes = min(GROUP, width - column);
    let length = n;
    for (; length >= 4; length >>= 2) split(re + column, im + column, stride, bytes, n, length, twiddles);
    if (length == 2) pairs(re + column, im + column, stride, bytes, n);
  }
}

/** And back: bit-reversed order in, natural order out. */
function columnsBack(re: usize, im: usize, stride: usize, width: i32, n: i32, twiddles: usize): void {
  const isPowerOfFour = (ctz(n) & 1) == 0;
  for (let column = 0; column < width; column += GROUP) {
    const bytes = min(GROUP, width - column);
    if (!isPowerOfFour) pairs(re + column, im + column, stride, bytes, n);
    for (let length = isPowerOfFour ? 4 : 8; length <= n; length <<= 2) join(re + column, im + column, stride, bytes, n, length, twiddles);
  }
}

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
 * Spectrum of a real plane, which is destroyed. The left half of a row is taken as real part, the right half as imaginary part of
 * half as many columns, and their spectra are told apart by symmetry.
 *
 * @param order n 32-bit integers: the bit-reversed index of each row.
 */
export function forth(plane: usize, stride: usize, n: i32, spectrum: usize, twiddles: usize, order: usize): void {
  const half = n >> 1;
  const right = <usize>half << 2;
  columnsForth(plane, plane + right, stride, half << 2, n, twiddles);
  const width = <usize>(half + 4) << 2;
  const imaginary = <usize>n * width;
  for (let y = 0; y <= half; y += 4) {
    for (let x = 0; x < half; x += 4) {
      const column = <usize>x << 2;
      let a0 = i32x4.splat(0), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
      let c0 = a0, c1 = a0, c2 = a0, c3 = a0, d0 = a0, d1 = a0, d2 = a0, d3 = a0;
      for (let k = 0; k < 4; k++) {
        const up = plane + <usize>load<i32>(order + (<usize>((y + k) & (n - 1)) << 2)) * stride + column;
        const down = plane + <usize>load<i32>(order + (<usize>((n - y - k) & (n - 1)) << 2)) * stride + column;
        const ur = v128.load(up), ui = v128.load(up + right), dr = v128.load(down), di = v128.load(down + right);
        const lr = f32x4.add(ur, dr), li = f32x4.sub(ui, di), rr = f32x4.add(ui, di), ri = f32x4.sub(dr, ur);
        if (k == 0) { a0 = lr; b0 = li; c0 = rr; d0 = ri; }
        else if (k == 1) { a1 = lr; b1 = li; c1 = rr; d1 = ri; }
        else if (k == 2) { a2 = lr; b2 = li; c2 = rr; d2 = ri; }
        else { a3 = lr; b3 = li; c3 = rr; d3 = ri; }
      }
      const left = spectrum + <usize>x * width + (<usize>y << 2);
      const beyond = left + <usize>half * width;
      storeTransposed(left, width, a0, a1, a2, a3);
      storeTransposed(left + imaginary, width, b0, b1, b2, b3);
      storeTransposed(beyond, width, c0, c1, c2, c3);
      storeTransposed(beyond + imaginary, width, d0, d1, d2, d3);
    }
  }
  columnsForth(spectrum, spectrum + imaginary, width, <i32>width, n, twiddles);
}

/** Real plane of a spectrum, which is destroyed. */
export function back(spectrum: usize, n: i32, plane: usize, stride: usize, twiddles: usize, order: usize): void {
  const half = n >> 1;
  const right = <usize>half << 2;
  const width = <usize>(half + 4) << 2;
  const imaginary = <usize>n * width;
  columnsBack(spectrum, spectrum + imaginary, width, <i32>width, n, twiddles);
  for (let y = 0; y <= half; y++) {
    const up = plane + <usize>load<i32>(order + (<usize>y << 2)) * stride;
    const down = plane + <usize>load<i32>(order + (<usize>((n - y) & (n - 1)) << 2)) * stride;
    const isAlone = y == 0 || y == half;
    for (let x = 0; x < half; x += 4) {
      const left = spectrum + <usize>x * width + (<usize>y << 2);
      const beyond = left + <usize>half * width;
      const lr = gather(left, width), li = gather(left + imaginary, width), rr = gather(beyond, width), ri = gather(beyond + imaginary, width);
      const to = <usize>x << 2;
      if (!isAlone) {
        v128.store(down + to, f32x4.add(lr, ri));
        v128.store(down + to + right, f32x4.sub(rr, li));
      }
      v128.store(up + to, f32x4.sub(lr, ri));
      v128.store(up + to + right, f32x4.add(li, rr));
    }
  }
  columnsBack(plane, plane + right, stride, half << 2, n, twiddles);
}

// @ts-ignore: decorator
@inline
function gather(from: usize, stride: usize): v128 {
  return v128.load32_lane(from + 3 * stride, v128.load32_lane(from + 2 * stride, v128.load32_lane(from + stride, v128.load32_zero(from), 1), 2), 3);
}

/**
 * Adds source · kernel to a sum of spectra.
 *
 * @param mirrored takes the kernel's rows at the opposite frequency, `conjugated` its conjugate: both together turn the kernel round.
 */
export function multiplyAdd(sum: usize, source: usize, kernel: usize, n: i32, order: usize, mirrored: bool, conjugated: bool): void {
  const width = <usize>((n >> 1) + 4) << 2;
  const imaginary = <usize>n * width;
  const sign = f32x4.splat(conjugated ? -1 : 1);
  for (let frequency = 0; frequency < n; frequency++) {
    const row = <usize>load<i32>(order + (<usize>frequency << 2)) * width;
    const other = mirrored ? <usize>load<i32>(order + (<usize>((n - frequency) & (n - 1)) << 2)) * width : row;
    for (let column: usize = 0; column < width; column += 16) {
      const sr = v128.load(source + row + column), si = v128.load(source + imaginary + row + column);
      const kr = v128.load(kernel + other + column), ki = f32x4.mul(v128.load(kernel + imaginary + other + column), sign);
      const at = sum + row + column;
      v128.store(at, f32x4.add(v128.load(at), f32x4.sub(f32x4.mul(sr, kr), f32x4.mul(si, ki))));
      v128.store(at + imaginary, f32x4.add(v128.load(at + imaginary), f32x4.add(f32x4.mul(sr, ki), f32x4.mul(si, kr))));
    }
  }
}

/**
 * Puts a square source, `side` x `side` and densely packed, into the corner of an empty plane, times column and row weights.
 */
export function place(source: usize, side: i32, across: usize, along: usize, plane: usize, stride: usize, n: i32): void {
  memory.fill(plane, 0, <usize>n * stride);
  for (let row = 0; row < side; row++) {
    const weight = v128.load32_splat(along + (<usize>row << 2));
    const from = source + (<usize>(row * side) << 2);
    const to = plane + <usize>row * stride;
    for (let column: usize = 0; column < <usize>side << 2; column += 16) {
      v128.store(to + column, f32x4.mul(v128.load(from + column), f32x4.mul(v128.load(across + column), weight)));
    }
  }
}

/** sum += weight · source; `bytes` a multiple of 16. */
export function addScaled(sum: usize, source: usize, weight: f32, bytes: i32): void {
  const factor = f32x4.splat(weight);
  for (let at: usize = 0; at < <usize>bytes; at += 16) {
    v128.store(sum + at, f32x4.add(v128.load(sum + at), f32x4.mul(factor, v128.load(source + at))));
  }
}

/** Takes a sum of kernels, (2·reach + 1)² from line to line, to a plane n x n with its middle in the corner. */
export function wrapKernel(kernel: usize, reach: i32, transposed: bool, plane: usize, stride: usize, n: i32): void {
  const wide = 2 * reach + 1;
  memory.fill(plane, 0, <usize>n * stride);
  for (let row = 0; row < wide; row++) {
    const to = plane + <usize>((row - reach) & (n - 1)) * stride;
    for (let column = 0; column < wide; column++) {
      const from = transposed ? column * wide + row : row * wide + column;
      store<f32>(to + (<usize>((column - reach) & (n - 1)) << 2), load<f32>(kernel + (<usize>from << 2)));
    }
  }
}

/** data *= factor. */
export function scale(data: usize, factor: f32, bytes: i32): void {
  const by = f32x4.splat(factor);
  for (let at: usize = 0; at < <usize>bytes; at += 16) v128.store(data + at, f32x4.mul(by, v128.load(data + at)));
}
