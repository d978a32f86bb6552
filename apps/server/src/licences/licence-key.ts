import { createHash, randomInt } from 'node:crypto';

/**
 * Crockford's base 32 (https://www.crockford.com/base32.html): without I, L, O (easily misread) and
 * U (avoids words).
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const CHARACTERS_PER_GROUP = 5;

/**
 * A new key of 125 random bits, as people read and type it: five groups of five, as in
 * 7K3QX-0M2ZD-....
 */
export const newLicenceKey = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: CHARACTERS_PER_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    ),
  ).join('-');

/**
 * The stored hash of a key: SHA-256 of its characters, in whatever way they were typed (case,
 * groups, O for 0, I or L for 1). A fast hash is enough for 125 random bits.
 */
export function licenceKeyHash(key: string): string {
  const characters = key
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return createHash('sha256').update(characters).digest('hex');
}
