import { expect, it } from 'vitest';
import { filterAliasing } from './apply.ts';

it('spreads a pixel over its own colour: half, and a sixteenth to each of eight', () => {
  const source = new Uint16Array(100);
  source[44] = 1600;
  const target = new Uint16Array(100);
  filterAliasing({
    source: { bayer: source },
    target: { bayer: target },
    tables: {},
    rows: 10,
    columns: 10,
    from: 0,
    to: 10,
  });
  const wanted = new Uint16Array(100);
  for (const row of [2, 4, 6]) for (const column of [2, 4, 6]) wanted[row * 10 + column] = 100;
  wanted[44] = 800;
  expect(target).toEqual(wanted);
});
