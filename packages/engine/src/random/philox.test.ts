import { describe, expect, test } from 'vitest';
import { philox } from './philox.ts';

const draw = (
  counter: readonly [number, number, number, number],
  key: readonly [number, number],
): string[] => {
  const out = new Uint32Array(4);
  philox(counter, key, out);
  return Array.from(out, (word) => word.toString(16).padStart(8, '0'));
};

describe('Philox4x32-10', () => {
  // Known answers of the Random123 library, tests/kat_vectors.
  test.each([
    ['zeros', [0, 0, 0, 0], [0, 0], '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    [
      'ones',
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      '408f276d 41c83b0e a20bc7c6 6d5451fd',
    ],
    [
      'digits of pi',
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      'd16cfe09 94fdcceb 5001e420 24126ea1',
    ],
  ] as const)('known answer: %s', (_, counter, key, words) => {
    expect(draw(counter, key)).toEqual(words.split(' '));
  });
  test('signed and unsigned counters and keys are the same words', () => {
    expect(draw([-1, -1, -1, -1], [-1, -1])).toEqual(
      draw([0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff], [0xffffffff, 0xffffffff]),
    );
  });
  test('one bit of counter or key changes about half of the output', () => {
    const bits = (words: readonly string[]): number[] =>
      words.flatMap((word) => Array.from(parseInt(word, 16).toString(2).padStart(32, '0'), Number));
    const reference = bits(draw([5, 6, 7, 8], [9, 10]));
    for (const other of [
      draw([4, 6, 7, 8], [9, 10]),
      draw([5, 6, 7, 9], [9, 10]),
      draw([5, 6, 7, 8], [8, 10]),
      draw([5, 6, 7, 8], [9, 11]),
    ]) {
      const changed = bits(other).filter((bit, index) => bit !== reference[index]).length;
      // Half of 128 bits on average, within 4.5 standard deviations.
      expect(Math.abs(changed - 64)).toBeLessThan(4.5 * Math.sqrt(32));
    }
  });
});
