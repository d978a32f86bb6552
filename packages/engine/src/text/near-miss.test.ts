import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distance } from './near-miss.ts';

test.each([
  ['simulate', 'simulat', 1],
  ['simulate', 'smiulate', 1],
  ['sweep', 'sleep', 1],
  ['', 'port', 4],
  ['ca', 'abc', 3],
])('%s and %s are %i edits apart', (one, other, edits) => {
  expect(distance(one, other)).toBe(edits);
  expect(distance(other, one)).toBe(edits);
});

test('a limit changes no distance up to it', () => {
  const text = fc.string({ unit: fc.constantFrom('A', 'B', '_'), maxLength: 8 });
  fc.assert(
    fc.property(text, text, fc.nat(4), (one, other, most) => {
      const edits = distance(one, other);
      expect(Math.min(distance(one, other, most), most + 1)).toBe(Math.min(edits, most + 1));
    }),
  );
});
