import { expect, test } from 'vitest';
import { drawImages, threefry } from './draws.ts';

test.each([
  [
    [0, 0],
    [0, 0],
    [0x6b200159, 0x99ba4efe],
  ],
  [
    [-1, -1],
    [-1, -1],
    [0x1cb996fc, 0xbb002be7],
  ],
  [
    [0x243f6a88, 0x85a308d3],
    [0x13198a2e, 0x03707344],
    [0xc4923a9c, 0x483df7a0],
  ],
] as const)("Random123's known answers: counter %j, key %j", (counter, key, answer) => {
  const out = new Uint32Array(2);
  threefry(counter, key, out);
  expect([...out]).toEqual(answer);
});

test('a draw has as many images as there are, and depends on seed and draw alone', () => {
  const [one, again, other] = [7, 7, 8].map((draw) => {
    const counts = new Uint32Array(101);
    drawImages(3, draw, counts);
    return counts;
  });
  expect(one!.reduce((sum, count) => sum + count, 0)).toBe(101);
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
});
