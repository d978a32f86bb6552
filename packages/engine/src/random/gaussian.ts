import { cos } from '../quantities/elementary.ts';
import { normalQuantile } from './normal-distribution.ts';

/**
 * One standard normal number from one 32-bit word, by a tabulated inverse of the distribution
 * function. It uses only additions and multiplications and no branch, so JavaScript and WebAssembly
 * give the same bits. The kernel uses the same table.
 *
 * The top bit is the sign. The other 31 bits, m, give the tail probability p = u/2^32 with u = m +
 * 1/2 in single precision. The bits of that float address the table: the exponent selects the
 * octave of u, three more bits one of eight pieces of it, and the other twenty are the place t in
 * the piece. Each piece has a cubic. Values reach 6.3 standard deviations.
 */
const PIECES = 8;
/** Octaves of u from 1/2 to 2^31. */
const OCTAVES = 32;
const COEFFICIENTS = 4;
/** Bits of a float below the three that select the piece. */
const PLACE_BITS = 20;
/** Exponent and piece bits of u = 1/2. */
const FIRST_PIECE = 126 * PIECES;

let table: Float64Array | undefined;

/**
 * Cubics [a, b, c, d], value a + t(b + t(c + t·d)), one per piece in ascending order of u; the last
 * is u = 2^31 itself, the median. Built when it is first used: that takes .05 s, and few programs
 * draw numbers.
 */
export const gaussianTable = (): Float64Array => (table ??= buildTable());

function buildTable(): Float64Array {
  const cubics = new Float64Array((OCTAVES * PIECES + 1) * COEFFICIENTS);
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    for (let piece = 0; piece < PIECES; piece += 1) {
      const width = 2 ** (octave - 1) / PIECES;
      cubics.set(
        cubicThrough((t) => normalQuantile(((PIECES + piece + t) * width) / 2 ** 32)),
        (octave * PIECES + piece) * COEFFICIENTS,
      );
    }
  }
  return cubics;
}

/** Coefficients of the cubic that interpolates f at the four Chebyshev points of 0..1. */
function cubicThrough(f: (t: number) => number): number[] {
  const nodes = [1, 3, 5, 7].map((k) => (1 - cos((k * Math.PI) / 8)) / 2);
  // Newton's divided differences, then expanded to powers of t.
  const differences = nodes.map(f);
  for (let order = 1; order < 4; order += 1) {
    for (let i = 3; i >= order; i -= 1)
      differences[i] = (differences[i]! - differences[i - 1]!) / (nodes[i]! - nodes[i - order]!);
  }
  let powers = [differences[3]!, 0, 0, 0];
  for (let i = 2; i >= 0; i -= 1) {
    powers = powers.map(
      (_, degree) => (degree > 0 ? powers[degree - 1]! : 0) - nodes[i]! * powers[degree]!,
    );
    powers[0]! += differences[i]!;
  }
  return powers;
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** A standard normal number from an unsigned 32-bit word. */
export function gaussianOf(word: number): number {
  single[0] = Math.fround(word & 0x7fffffff) + 0.5;
  const address = bits[0]!;
  const index = ((address >>> PLACE_BITS) - FIRST_PIECE) * COEFFICIENTS;
  const t = (address & (2 ** PLACE_BITS - 1)) / 2 ** PLACE_BITS;
  const cubics = table ?? gaussianTable();
  const value =
    cubics[index]! + t * (cubics[index + 1]! + t * (cubics[index + 2]! + t * cubics[index + 3]!));
  return word >>> 31 ? -value : value;
}
