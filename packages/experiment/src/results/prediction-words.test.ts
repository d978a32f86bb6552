import { expect, test } from 'vitest';
import { figureRows, predictionSentences, threeDecimals } from './prediction-words.ts';

test.each([
  [-0.0002, '0.000'],
  [0.0004, '0.000'],
  [-0.0006, '-0.001'],
  [0.9536, '0.954'],
  [null, '–'],
])('%d with three decimals', (value, text) => {
  expect(threeDecimals(value)).toBe(text);
});

const figure = (name: string, missing: number) => ({
  figure: name,
  n: 20 - missing,
  missing,
  spearman: 0.9,
  interval: [0.8, 0.95] as const,
  test: { n: 6, rho: 0.8, rmse: 0.1, r2: null },
  leaveOneOut: [],
  within: {},
});
const nameOf = (name: string): string => (name === 'mtf' ? 'MTF50 of the developed picture' : name);

test('says which cameras a figure leaves out, and which figures can be told apart', () => {
  const differences = [
    { first: 'snri', second: 'mtf', value: -0.4, interval: [-0.5, -0.2] as const },
    { first: 'snri', second: 'snr', value: -0.0001, interval: [-0.01, 0.03] as const },
    { first: 'snri', second: 'even', value: null, interval: null },
  ];
  const figures = [figure('snri', 0), figure('snr', 1), figure('mtf', 12)];
  expect(predictionSentences({ figures, differences }, nameOf)).toEqual([
    '1 camera has no snr; it is left out for that figure.',
    '12 cameras have no MTF50 of the developed picture; they are left out for that figure.',
    'snri and MTF50 of the developed picture differ: |MTF50 of the developed picture| - |snri| = -0.400 [-0.500, -0.200].',
    'snri and snr cannot be told apart here: |snr| - |snri| = 0.000 [-0.010, 0.030].',
    'snri and even cannot be compared: one of them has no correlation here, as it or the score does not vary.',
  ]);
});

test('marks a figure that was chosen late', () => {
  const figures = [{ ...figure('snri', 0), chosen: 'after' as const }];
  expect(figureRows({ figures }).rows).toEqual([
    ['snri (chosen after)', '20', '0.900', '[0.800, 0.950]', '0.800', '0.100', '–'],
  ]);
});
