import { expect, test } from 'vitest';
import { plotCsv, rangeOf, ticksOf } from './plot.ts';

test('a table has two columns per curve, as long as the longest', () =>
  expect(
    plotCsv({
      title: 'SFR',
      xLabel: 'cycles per pixel',
      yLabel: 'SFR',
      curves: [
        { name: 'raw', x: [0.5, 1], y: [0.4, 0.1] },
        { name: 'the "true"', x: [0.5], y: [0.5] },
      ],
    }),
  ).toBe('"cycles per pixel","raw","cycles per pixel","the ""true"""\n0.5,0.4,0.5,0.5\n1,0.1,,\n'));

test('an axis has round steps within its range', () => {
  expect(ticksOf(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(ticksOf(-7.3, 2.1, 4)).toEqual([-5, 0]);
  expect(ticksOf(0, 4095, 4)).toEqual([0, 2000, 4000]);
});

test('equal values get a range', () => {
  expect(rangeOf([3, 3])).toEqual([2.5, 3.5]);
  expect(rangeOf([])).toEqual([0, 1]);
  expect(rangeOf([4, -1])).toEqual([-1, 4]);
});
