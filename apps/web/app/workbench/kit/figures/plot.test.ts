import { expect, test } from 'vitest';
import { plotCsv } from './plot.ts';

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
