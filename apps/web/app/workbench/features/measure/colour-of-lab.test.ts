import { expect, test } from 'vitest';
import { colourOfLab } from './colour-of-lab.ts';

test.each([
  ['white', [100, 0, 0], 'color(xyz-d65 0.9505 1.0000 1.0888)'],
  ['grey of 18.4 %', [50, 0, 0], 'color(xyz-d65 0.1751 0.1842 0.2005)'],
  ['black', [0, 0, 0], 'color(xyz-d65 0.0000 0.0000 0.0000)'],
] as const)('%s has its tristimulus values', (_, lab, colour) =>
  expect(colourOfLab(lab)).toBe(colour),
);
