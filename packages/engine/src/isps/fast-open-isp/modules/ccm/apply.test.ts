import { expect, it } from 'vitest';
import { correctColours } from './apply.ts';

it('mixes channels, adds the offset before the division, clips and counts; in place', () => {
  const codes = Uint16Array.of(100, 200, 300, 4000, 0, 10);
  const counts = new Int32Array(3);
  correctColours({
    source: { codes },
    target: { codes },
    rows: 1,
    columns: 2,
    from: 0,
    to: 1,
    tables: {
      matrix: [
        [0, 0, 2000, 0],
        [-1024, 1024, 0, 1535],
        [2048, 0, 0, 0],
      ],
      saturation: 4095,
    },
    counts,
  });
  // 300·2000/1024 = 585.9; 100 + 1535/1024 = 101.5; the second pixel's green is below 0, its blue
  // beyond full.
  expect([...codes]).toEqual([585, 101, 200, 19, 0, 4095]);
  expect([...counts]).toEqual([0, 0, 1]);
});
