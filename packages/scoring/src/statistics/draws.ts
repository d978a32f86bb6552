/**
 * Which images a draw of a bootstrap has, from a counter: the same seed and draw give the same
 * images, in any order of the draws and for any number of them.
 *
 * @see Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2, 3. SC11
 * (Threefry-2x32, 20 rounds); known answers in its Random123 library.
 */
const ROTATIONS = [13, 15, 26, 6, 17, 29, 16, 24];
const PARITY = 0x1bd11bda;
const ROUNDS = 20;

/** Fills `out` with two unsigned 32-bit words for a counter and a key of two words each. */
export function threefry(
  counter: readonly [number, number],
  [key0, key1]: readonly [number, number],
  out: Uint32Array,
): void {
  const key2 = PARITY ^ key0 ^ key1;
  // The words of the key that are added, in turn.
  let [next, after, last] = [key1, key2, key0];
  let x0 = (counter[0] + key0) | 0;
  let x1 = (counter[1] + key1) | 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const turn = ROTATIONS[round % 8]!;
    x0 = (x0 + x1) | 0;
    x1 = ((x1 << turn) | (x1 >>> (32 - turn))) ^ x0;
    if (round % 4 !== 3) continue;
    x0 = (x0 + next) | 0;
    x1 = (x1 + after + (round + 1) / 4) | 0;
    [next, after, last] = [after, last, next];
  }
  out[0] = x0;
  out[1] = x1;
}

/** The largest seed; it is a whole number from 0. */
export const LARGEST_SEED = 2 ** 32 - 1;

/**
 * Counts how often each image is drawn, as many as there are and with return.
 *
 * @param key seed, and number of the images among others that are drawn apart.
 */
export function drawImages(
  key: readonly [seed: number, stratum: number],
  draw: number,
  multiplicities: Uint32Array,
): void {
  const images = multiplicities.length;
  const words = new Uint32Array(2);
  multiplicities.fill(0);
  for (let i = 0; i < images; i += 2) {
    threefry([i / 2, draw], key, words);
    multiplicities[Math.floor((words[0]! / 2 ** 32) * images)]! += 1;
    if (i + 1 < images) multiplicities[Math.floor((words[1]! / 2 ** 32) * images)]! += 1;
  }
}
