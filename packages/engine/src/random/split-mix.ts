/**
 * The draws of a seed from 0 to 2^32 - 1, in their order: splitmix64 in halves of 32 bits, so that
 * no number loses a digit.
 *
 * @see Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
 */
export class SplitMix {
  #high: number;
  #low: number;

  constructor(seed: number) {
    // (k + seed 2^32 + 1) times the golden gamma, at k = -1.
    [this.#high, this.#low] = times([seed >>> 0, 0], GAMMA);
  }

  /** The next draw, from 0 up to 1. */
  next(): number {
    const low = this.#low + GAMMA[1];
    this.#high = (this.#high + GAMMA[0] + (low >= 2 ** 32 ? 1 : 0)) >>> 0;
    this.#low = low >>> 0;
    const first = times(shifted([this.#high, this.#low], 30), MIX_1);
    const [high, rest] = shifted(times(shifted(first, 27), MIX_2), 31);
    return (high * 2 ** 21 + (rest >>> 11)) * 2 ** -53;
  }
}

type Halves = readonly [high: number, low: number];
const GAMMA: Halves = [0x9e3779b9, 0x7f4a7c15];
const MIX_1: Halves = [0xbf58476d, 0x1ce4e5b9];
const MIX_2: Halves = [0x94d049bb, 0x133111eb];

/** z xor z shifted right. */
const shifted = ([high, low]: Halves, bits: number): Halves => [
  (high ^ (high >>> bits)) >>> 0,
  (low ^ ((low >>> bits) | (high << (32 - bits)))) >>> 0,
];

/** Product modulo 2^64. */
function times([high, low]: Halves, [otherHigh, otherLow]: Halves): Halves {
  const [a, b, c, d] = [low & 0xffff, low >>> 16, otherLow & 0xffff, otherLow >>> 16];
  const middle = b * c + Math.floor((a * c) / 0x10000);
  const carry = a * d + (middle % 0x10000);
  const upper = b * d + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000);
  return [
    (upper + Math.imul(high, otherLow) + Math.imul(low, otherHigh)) >>> 0,
    (((carry % 0x10000) << 16) | ((a * c) & 0xffff)) >>> 0,
  ];
}
