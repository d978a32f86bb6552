import { expect, test } from 'vitest';
import { differenceOf, figuresText, threeDigits } from './figures.ts';

test.each([
  [0.12345, '0.123'],
  [12.345, '12.3'],
  [99.96, '100'],
  [12345, '12300'],
  [2.5e7, '2.50e7'],
  [-0.5, '\u22120.500'],
  [0, '0'],
  [null, '–'],
  [NaN, '–'],
])('%s is shown as %s', (value, text) => expect(threeDigits(value)).toBe(text));

test('a difference is in per cent of the true value, or in the unit itself', () => {
  const figure = { label: 'MTF50', measured: 0.31, true: 0.33, unit: 'cy/px' };
  expect(differenceOf({ ...figure, difference: 'percent' })).toBe('\u22126 %');
  expect(differenceOf({ ...figure, difference: 'absolute' })).toBe('\u22120.0200');
  expect(differenceOf(figure)).toBe('');
  expect(differenceOf({ ...figure, true: null, difference: 'percent' })).toBe('');
  expect(differenceOf({ ...figure, true: 0, difference: 'percent' })).toBe('');
});

test('figures are copied with a title and the names of the columns', () =>
  expect(
    figuresText('SFR', [
      { label: 'MTF50', measured: 0.31, true: 0.33, unit: 'cy/px', difference: 'percent' },
    ]),
  ).toBe('SFR\nfigure\tmeasured\ttrue\tdifference\tunit\nMTF50\t0.310\t0.330\t\u22126 %\tcy/px'));
