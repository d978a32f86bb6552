import { describe, expect, test } from 'vitest';
import { explainedShare, isWanted, paretoFront, shown, yieldAt } from './statistics.ts';

describe('sensitivity', () => {
  const grid = [0, 1, 2, 3].flatMap((a) => [0, 1, 2, 3].map((b) => ({ a, b })));
  test('is the share of each variable in a sum, 9 to 1 for slopes of 3 and 1', () => {
    const pairs = (variable: 'a' | 'b') =>
      grid.map((at) => [at[variable], 3 * at.a + at.b] as const);
    expect(explainedShare(pairs('a'))).toBeGreaterThan(0.8);
    expect(explainedShare(pairs('a'))).toBeLessThan(0.91);
    expect(explainedShare(pairs('b'))).toBeLessThan(0.11);
  });
  test('is 1 for a single variable without repeats, and 0 for a figure that does not change', () => {
    expect(
      explainedShare([
        [1, 5],
        [2, 7],
        [3, 6],
      ]),
    ).toBeCloseTo(1, 12);
    expect(
      explainedShare([
        [1, 0.1 + 0.2],
        [2, 0.3],
        [3, 0.3],
      ]),
    ).toBe(0);
  });
  test('of noise is near 0, also over many values', () => {
    let state = 1;
    const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
    const pairs = Array.from({ length: 2000 }, () => [random(), random()] as const);
    expect(explainedShare(pairs)).toBeLessThan(0.02);
    expect(explainedShare(pairs.map(([value]) => [value, value ** 2] as const))).toBeGreaterThan(
      0.9,
    );
  });
});

describe('the Pareto front', () => {
  const points = [
    { x: 1, y: 1 },
    { x: 2, y: 3 },
    { x: 3, y: 2 },
    { x: 2, y: 2 },
    { x: 3, y: 1 },
  ];
  test.each([
    [
      { x: 1, y: 1 },
      [
        [2, 3],
        [3, 2],
      ],
    ],
    [{ x: 1, y: -1 }, [[3, 1]]],
    [
      { x: -1, y: 1 },
      [
        [1, 1],
        [2, 3],
      ],
    ],
    [{ x: -1, y: -1 }, [[1, 1]]],
  ] as const)('for %o', (better, front) => {
    expect(paretoFront(points, better).map(({ x, y }) => [x, y])).toEqual(front);
  });
});

test('the yield counts the runs on the limit', () => {
  expect(yieldAt([1, 2, 3, 4], 3, true)).toBe(0.5);
  expect(yieldAt([1, 2, 3, 4], 3, false)).toBe(0.75);
});

test.each([
  ['', true],
  ['d65', true],
  ['noise < 3', true],
  ['noise < 2', false],
  ['noise >= 2 and status = done', true],
  ['noise >= 2 and status = failed', false],
  ['light = D65', true],
  ['absent > 1', false],
  ['Read Noise, mV < 3', true],
  ['read noise > 3', false],
])('the filter "%s"', (filter, wanted) => {
  const cells = [
    { names: ['noise', 'Read Noise, mV'], text: '2' },
    { names: ['light'], text: 'D65' },
    { names: ['status'], text: 'done' },
  ];
  expect(isWanted(cells, filter)).toBe(wanted);
});

test('numbers are shown with four digits, whole ones in full', () => {
  expect([0.123456, 4294967295, null, 'D65', [1]].map(shown)).toEqual([
    '0.1235',
    '4294967295',
    '',
    'D65',
    '[1]',
  ]);
});
