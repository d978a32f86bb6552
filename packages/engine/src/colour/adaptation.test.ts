import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { D65_WHITE, adaptation, multiply } from './adaptation.ts';
import type { Triple } from './xyz.ts';

/** Bradford's inverse is published with seven decimals. */
const SEVEN_DECIMALS = 1e-6;

const A: Triple = [1.0985, 1, 0.35585];
const D50: Triple = [0.96422, 1, 0.82521];
const D65: Triple = [0.95047, 1, 1.08883];

const expectClose = (
  actual: readonly number[],
  expected: readonly number[],
  tolerance: number,
): void => {
  actual.forEach((value, index) => {
    expect(Math.abs(value - expected[index]!)).toBeLessThan(tolerance);
  });
};

describe('Bradford adaptation', () => {
  test('keeps white white', () => {
    const component = fc.double({ min: 0.2, max: 2, noNaN: true });
    const white = fc.tuple(component, fc.constant(1), component) as fc.Arbitrary<Triple>;
    fc.assert(
      fc.property(white, white, (from, to) => {
        // All cone responses of a white must be positive.
        fc.pre(0.7502 * from[0] < 1.6 && 0.7502 * to[0] < 1.6);
        expectClose(multiply(adaptation(from, to), from), to, 10 * SEVEN_DECIMALS);
      }),
      { seed: 2 },
    );
  });
  test('from a white to itself changes nothing', () => {
    adaptation(D65_WHITE, D65_WHITE).forEach((row, index) => {
      expectClose(
        row,
        [0, 1, 2].map((column) => Number(column === index)),
        SEVEN_DECIMALS,
      );
    });
  });
  test('there and back is nothing', () => {
    const [there, back] = [adaptation(A, D65), adaptation(D65, A)];
    for (const colour of [
      [0.3, 0.2, 0.1],
      [0.1, 0.4, 0.9],
    ] as const)
      expectClose(multiply(back, multiply(there, colour)), colour, 3 * SEVEN_DECIMALS);
  });
  // B. Lindbloom, 'Chromatic adaptation', Bradford, ASTM E308 whites: www.brucelindbloom.com.
  test.each([
    [
      'A to D65',
      A,
      D65,
      [
        0.8446965, -0.1179225, 0.3948108, -0.1366303, 1.1041226, 0.1291718, 0.0798489, -0.1348999,
        3.1924009,
      ],
    ],
    [
      'D50 to D65',
      D50,
      D65,
      [
        0.9555766, -0.0230393, 0.0631636, -0.0282895, 1.0099416, 0.0210077, 0.0122982, -0.020483,
        1.3299098,
      ],
    ],
  ] as const)('%s as published', (_, from, to, published) => {
    expectClose(adaptation(from, to).flat(), published, 2 * SEVEN_DECIMALS);
  });
  test('the D65 of sRGB is x 0.3127, y 0.3290', () => {
    const [x, y, z] = D65_WHITE;
    expectClose([x / (x + y + z), y / (x + y + z)], [0.3127, 0.329], 1e-12);
  });
});
