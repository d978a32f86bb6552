import { expect, it } from 'vitest';
import { licenceKeyHash, newLicenceKey } from './licence-key.ts';

it('makes keys that differ, in readable groups', () => {
  const keys = Array.from({ length: 1000 }, newLicenceKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
  // Every character of the alphabet turns up among 25000: a generator that misses one is not
  // uniform.
  expect(new Set(keys.join('').replaceAll('-', '')).size).toBe(32);
});

it('takes a key however it is typed, and no other', () => {
  const hash = licenceKeyHash('7K3QX-0M2ZD-1ABCD-EFGHJ-KMNPQ');
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  for (const typed of [
    '7k3qx0m2zd1abcdefghjkmnpq',
    ' 7K3QX OM2ZD IABCD EFGHJ KMNPQ ',
    '7k3qx-om2zd-labcd-efghj-kmnpq',
  ])
    expect(licenceKeyHash(typed)).toBe(hash);
  expect(licenceKeyHash('7K3QX-0M2ZD-1ABCD-EFGHJ-KMNPR')).not.toBe(hash);
});
