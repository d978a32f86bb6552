import { cos, sin } from './elementary.ts';

/** Cosines and sines of −2πk/length, by length. */
const turns = new Map<number, { readonly cosines: Float64Array; readonly sines: Float64Array }>();

function turnsOf(length: number) {
  const known = turns.get(length);
  if (known) return known;
  const angles = Float64Array.from({ length: length / 2 }, (_, k) => (-2 * Math.PI * k) / length);
  const made = { cosines: angles.map(cos), sines: angles.map(sin) };
  turns.set(length, made);
  return made;
}

/** Discrete Fourier transform in place, of a power of two of values (Cooley and Tukey 1965). */
export function fourierTransform(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  const { cosines, sines } = turnsOf(length);
  for (let i = 1, j = 0; i < length; i += 1) {
    let bit = length >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j]!, real[i]!];
      [imaginary[i], imaginary[j]] = [imaginary[j]!, imaginary[i]!];
    }
  }
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2;
    const step = length / size;
    for (let k = 0; k < half; k += 1) {
      const [cosine, sine] = [cosines[k * step]!, sines[k * step]!];
      for (let a = k, b = k + half; a < length; a += size, b += size) {
        const re = real[b]! * cosine - imaginary[b]! * sine;
        const im = real[b]! * sine + imaginary[b]! * cosine;
        real[b] = real[a]! - re;
        imaginary[b] = imaginary[a]! - im;
        real[a]! += re;
        imaginary[a]! += im;
      }
    }
  }
}

/**
 * The same of each column of a plane [rows, columns], whose rows are a power of two: the same sums
 * in the same order, but over whole rows at once, which processors like better.
 */
function transformColumns(
  real: Float64Array,
  imaginary: Float64Array,
  rows: number,
  columns: number,
): void {
  const { cosines, sines } = turnsOf(rows);
  for (let i = 1, j = 0; i < rows; i += 1) {
    let bit = rows >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      swapRows(real, i * columns, j * columns, columns);
      swapRows(imaginary, i * columns, j * columns, columns);
    }
  }
  for (let size = 2; size <= rows; size *= 2) {
    const half = size / 2;
    const step = rows / size;
    for (let start = 0; start < rows; start += size)
      for (let k = 0; k < half; k += 1) {
        const [cosine, sine] = [cosines[k * step]!, sines[k * step]!];
        const from = (start + k) * columns;
        const apart = half * columns;
        for (let a = from; a < from + columns; a += 1) {
          const b = a + apart;
          const re = real[b]! * cosine - imaginary[b]! * sine;
          const im = real[b]! * sine + imaginary[b]! * cosine;
          real[b] = real[a]! - re;
          imaginary[b] = imaginary[a]! - im;
          real[a]! += re;
          imaginary[a]! += im;
        }
      }
  }
}

function swapRows(values: Float64Array, one: number, other: number, columns: number): void {
  for (let i = 0; i < columns; i += 1) {
    const held = values[one + i]!;
    values[one + i] = values[other + i]!;
    values[other + i] = held;
  }
}

/** A plane [rows, columns] on its side. */
function turned(
  values: Float64Array,
  rows: number,
  columns: number,
  out: Float64Array = new Float64Array(values.length),
): Float64Array {
  for (let row = 0; row < rows; row += 1)
    for (let column = 0, to = row; column < columns; column += 1, to += rows)
      out[to] = values[row * columns + column]!;
  return out;
}

const isPowerOfTwo = (count: number): boolean => (count & (count - 1)) === 0;

/**
 * The same of a square in place, rows then columns.
 *
 * @param side a power of two; the values are side x side, row by row.
 */
export const fourierTransformSquare = (
  real: Float64Array,
  imaginary: Float64Array,
  side: number,
): void => fourierTransformPlane(real, imaginary, side, side);

/** Chirps of lengths that are no power of two, and their transforms, by length. */
const chirps = new Map<number, Chirp>();

interface Chirp {
  /** exp(-πi k²/length). */
  readonly cosines: Float64Array;
  readonly sines: Float64Array;
  /** Transform of the conjugate chirp, of a power of two of values. */
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
}

function chirpOf(length: number): Chirp {
  const known = chirps.get(length);
  if (known) return known;
  // k² modulo twice the length: the same angle, without the digits that a large one loses.
  const angles = Float64Array.from(
    { length },
    (_, k) => (-Math.PI * ((k * k) % (2 * length))) / length,
  );
  const [cosines, sines] = [angles.map(cos), angles.map(sin)];
  const size = 2 ** Math.ceil(Math.log2(2 * length - 1));
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let k = 0; k < length; k += 1)
    for (const at of [k, (size - k) % size]) {
      real[at] = cosines[k]!;
      imaginary[at] = -sines[k]!;
    }
  fourierTransform(real, imaginary);
  const made = { cosines, sines, real, imaginary };
  chirps.set(length, made);
  return made;
}

/** Discrete Fourier transform in place, of any number of values (Bluestein 1970). */
export function fourierTransformAny(real: Float64Array, imaginary: Float64Array): void {
  const length = real.length;
  if (isPowerOfTwo(length)) {
    fourierTransform(real, imaginary);
    return;
  }
  const chirp = chirpOf(length);
  const size = chirp.real.length;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  for (let k = 0; k < length; k += 1) {
    re[k] = real[k]! * chirp.cosines[k]! - imaginary[k]! * chirp.sines[k]!;
    im[k] = real[k]! * chirp.sines[k]! + imaginary[k]! * chirp.cosines[k]!;
  }
  fourierTransform(re, im);
  for (let k = 0; k < size; k += 1) {
    const product = re[k]! * chirp.real[k]! - im[k]! * chirp.imaginary[k]!;
    // The conjugate, so that the same transform leads back.
    im[k] = -(re[k]! * chirp.imaginary[k]! + im[k]! * chirp.real[k]!);
    re[k] = product;
  }
  fourierTransform(re, im);
  for (let k = 0; k < length; k += 1) {
    const [x, y] = [re[k]! / size, -im[k]! / size];
    real[k] = x * chirp.cosines[k]! - y * chirp.sines[k]!;
    imaginary[k] = x * chirp.sines[k]! + y * chirp.cosines[k]!;
  }
}

/** The same of a plane [rows, columns] in place, rows then columns. */
export function fourierTransformPlane(
  real: Float64Array,
  imaginary: Float64Array,
  rows: number,
  columns: number,
): void {
  if (isPowerOfTwo(columns)) {
    const [re, im] = [turned(real, rows, columns), turned(imaginary, rows, columns)];
    transformColumns(re, im, columns, rows);
    turned(re, columns, rows, real);
    turned(im, columns, rows, imaginary);
  } else transformRows(real, imaginary, rows, columns);
  if (isPowerOfTwo(rows)) {
    transformColumns(real, imaginary, rows, columns);
    return;
  }
  const [re, im] = [turned(real, rows, columns), turned(imaginary, rows, columns)];
  transformRows(re, im, columns, rows);
  turned(re, columns, rows, real);
  turned(im, columns, rows, imaginary);
}

/** The same of each row of a plane. */
function transformRows(
  real: Float64Array,
  imaginary: Float64Array,
  rows: number,
  columns: number,
): void {
  for (let row = 0; row < rows; row += 1)
    fourierTransformAny(
      real.subarray(row * columns, (row + 1) * columns),
      imaginary.subarray(row * columns, (row + 1) * columns),
    );
}
