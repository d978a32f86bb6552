import { expect, it } from 'vitest';
import { focusLines } from './focus-lines.ts';

const facts = {
  objectDistanceM: 2.4,
  focusDistanceM: 2.4,
  focusShiftUm: 28,
  magnification: -0.003,
  circleOfConfusionUm: 0,
  hyperfocalM: 5,
  nearM: 1.88,
  farM: 3.21,
};

it.each([
  [facts, '2.40 m; sharp 1.9 to 3.2 m at one pixel of blur'],
  [{ ...facts, farM: null }, '2.40 m; sharp from 1.9 m at one pixel of blur'],
  [{ ...facts, nearM: null, farM: null }, '2.40 m; nothing is sharp at one pixel of blur'],
  [
    { ...facts, focusDistanceM: null, nearM: 0.123 },
    'infinity; sharp 0.12 to 3.2 m at one pixel of blur',
  ],
])('says where a lens is sharp: %#', (focus, line) => {
  expect(focusLines({ ...focus, autofocus: null })).toEqual([line]);
  expect(focusLines(undefined)).toEqual([]);
});
