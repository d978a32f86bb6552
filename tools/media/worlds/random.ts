/**
 * Mixes a 32-bit integer so that every input bit reaches every output bit (the finalizer of
 * MurmurHash3, A. Appleby, public domain). Returns an unsigned 32-bit integer.
 */
export function hash32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Hash of two integers, an unsigned 32-bit integer. */
export function hash2(a: number, b: number): number {
  return hash32(Math.imul(a, 0x9e3779b1) ^ hash32(b + 0x7f4a7c15));
}

/** Hash of two integers as a number in 0 (included) .. 1 (excluded). */
export function hashUnit(a: number, b: number): number {
  return hash2(a, b) * 2 ** -32;
}
