/**
 * One standard normal number from one 32-bit word, by the inverse of the distribution function, tabulated: additions and
 * multiplications only, so that JavaScript and WebAssembly give the same bits. The table is shared with the kernel.
 *
 * The top bit is the sign; the other 31, m, give the tail probability p = (m + 1/2)/2^32. Each octave of m is cut into
 * eight equal pieces with a cubic each; below 8 every m has its own value. Reaches 6.3 standard deviations; the
 * distance from the true quantile is below 3e-7.
 */
const PIECES = 8;
const OCTAVES = 28;
const COEFFICIENTS = 4;

/** Probability of a standard normal number below −x, x >= 0; relative error below 1e-14. @see Abramowitz and Stegun 26.2.10, 26.2.14. */
function tail(x: number): number {
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let n = 1; term > sum * 1e-17; n += 1) {
      term *= (x * x) / (2 * n + 1);
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let n = 120; n > 0; n -= 1) fraction = x + n / fraction;
  return density / fraction;
}

/** The quantile −x of a probability below 1/2, by Newton's method on log(tail), which is nearly straight. */
function quantile(probability: number): number {
  let x = Math.sqrt(Math.max(0, -2 * Math.log(2 * probability)));
  for (let step = 0; step < 50; step += 1) {
    const value = tail(x);
    const slope = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI) / value;
    const change = Math.log(value / probability) / slope;
    x = Math.max(0, x + change);
    if (Math.abs(change) < 1e-13) break;
  }
  return -x;
}

/** Cubics [a, b, c, d], value a + t(b + t(c + t·d)), one per piece: octaves of m from 8 up, then m = 0..7. */
export const GAUSSIAN_TABLE: Float64Array = buildTable();

function buildTable(): Float64Array {
  const table = new Float64Array((OCTAVES * PIECES + PIECES) * COEFFICIENTS);
  const at = (m: number): number => quantile((m + 0.5) / 2 ** 32);
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    for (let piece = 0; piece < PIECES; piece += 1) {
      const width = 2 ** octave;
      const start = (PIECES + piece) * width;
      table.set(cubicThrough((t) => at(start + t * width)), (octave * PIECES + piece) * COEFFICIENTS);
    }
  }
  for (let m = 0; m < PIECES; m += 1) table[(OCTAVES * PIECES + m) * COEFFICIENTS] = at(m);
  return table;
}

/** The cubic that meets f at the four Chebyshev points of 0..1. */
function cubicThrough(f: (t: number) => number): number[] {
  const nodes = [1, 3, 5, 7].map((k) => (1 - Math.cos((k * Math.PI) / 8)) / 2);
  // Newton's divided differences, then expanded to powers of t.
  const differences = nodes.map(f);
  for (let order = 1; order < 4; order += 1) {
    for (let i = 3; i >= order; i -= 1) differences[i] = (differences[i]! - differences[i - 1]!) / (nodes[i]! - nodes[i - order]!);
  }
  let powers = [differences[3]!, 0, 0, 0];
  for (let i = 2; i >= 0; i -= 1) {
    powers = powers.map((_, degree) => (degree > 0 ? powers[degree - 1]! : 0) - nodes[i]! * powers[degree]!);
    powers[0]! += differences[i]!;
  }
  return powers;
}

/** A standard normal number from an unsigned 32-bit word. */
export function gaussianOf(word: number): number {
  const m = word & 0x7fffffff;
  let value: number;
  if (m < PIECES) value = GAUSSIAN_TABLE[(OCTAVES * PIECES + m) * COEFFICIENTS]!;
  else {
    const octave = 28 - Math.clz32(m);
    const index = ((octave << 3) + (m >>> octave) - PIECES) * COEFFICIENTS;
    const t = (m & ((1 << octave) - 1)) / (1 << octave);
    value = GAUSSIAN_TABLE[index]! + t * (GAUSSIAN_TABLE[index + 1]! + t * (GAUSSIAN_TABLE[index + 2]! + t * GAUSSIAN_TABLE[index + 3]!));
  }
  return word >>> 31 ? -value : value;
}
