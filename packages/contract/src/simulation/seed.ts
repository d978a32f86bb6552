/**
 * An unsigned 32-bit seed from any plain data: the same data, the same seed.
 *
 * @see FNV-1a, Fowler, Noll and Vo: http://www.isthe.com/chongo/tech/comp/fnv/ over the JSON text.
 */
export function hashToSeed(data: unknown): number {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(data))
    hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** The temporal seed of a frame of a series, whose first one has `seed`. */
export const laterSeed = (seed: number, frame: number): number => (seed + frame) % 2 ** 32;
