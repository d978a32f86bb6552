import { expect, test } from 'vitest';
import { gaussianOf } from '../random/gaussian.ts';
import { philox } from '../random/philox.ts';
import { clippedEnds } from './clipped-ends.ts';

const words = new Uint32Array(4);
/** Two plateaus with noise, rounded and cut off. */
function counts(
  [dark, bright]: readonly [number, number],
  noise: readonly [number, number],
  [low, high]: readonly [number, number],
): ReadonlyMap<number, number> {
  const all = new Map<number, number>();
  for (let at = 0; at < 4000; at += 1) {
    philox([at, 0, 0, 0], [7, 0], words);
    const side = at % 2;
    const value = Math.round([dark, bright][side]! + noise[side]! * gaussianOf(words[0]!));
    const code = Math.min(high, Math.max(low, value));
    all.set(code, (all.get(code) ?? 0) + 1);
  }
  return all;
}
const OPEN = [-Infinity, Infinity] as const;
const NO_END = { low: undefined, high: undefined };

test.each([
  ['black at 0', counts([-2, 150], [1, 3], [0, 255]), 255, { low: 0, high: undefined }],
  ['12 bits in 16', counts([400, 5000], [5, 20], [0, 4095]), 65535, { low: undefined, high: 4095 }],
  [
    '12 bits at the top of 16',
    new Map([
      [900, 50],
      [901, 50],
      [65520, 99],
    ]),
    65535,
    { low: undefined, high: 65520 },
  ],
  [
    '10 bits in .npy',
    counts([90, 1010], [3, 12], [0, 1023]),
    65535,
    { low: undefined, high: 1023 },
  ],
  [
    'noise cut at any code',
    counts([64, 700], [4, 9], [64, 4095]),
    65535,
    { low: 64, high: undefined },
  ],
  [
    'a bright side without noise',
    counts([90, 2000], [4, 30], [0, 900]),
    65535,
    { low: undefined, high: 900 },
  ],
  ['noise of both sides', counts([90, 700], [3, 9], OPEN), 65535, NO_END],
  ['a dark side of less than a code', counts([12, 200], [0.2, 3], OPEN), 255, NO_END],
  [
    'no noise at all',
    new Map([
      [40, 99],
      [41, 2],
      [60, 1],
      [120, 1],
      [199, 3],
      [200, 99],
    ]),
    255,
    NO_END,
  ],
  [
    'numbers with a fraction from 0',
    new Map([
      [0, 99],
      [0.1, 9],
      [0.9, 99],
    ]),
    undefined,
    NO_END,
  ],
])('%s', (_, values, largest, ends) => {
  expect(clippedEnds(values, largest)).toEqual(ends);
});
