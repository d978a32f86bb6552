import { expect, it } from 'vitest';
import { BAYER_PHASES } from '../../bayer-phases.ts';
import { balanceWhite } from './apply.ts';

it('multiplies each colour with its gain, cuts off, clips and counts', () => {
  const target = new Uint16Array(4);
  const counts = new Int32Array(3);
  // bggr: blue, green in the blue row; green in the red row, red.
  balanceWhite({
    source: { bayer: Uint16Array.of(100, 100, 100, 100) },
    target: { bayer: target },
    rows: 2,
    columns: 2,
    from: 0,
    to: 2,
    tables: {
      phases: BAYER_PHASES.bggr,
      gains: [2048, 1029, 1500, 65535],
      saturation: 4095,
    },
    counts,
  });
  expect([...target]).toEqual([4095, 146, 100, 200]);
  expect([...counts]).toEqual([0, 0, 1]);
});
