import { expect, it } from 'vitest';
import { BAYER_PHASES } from '../../bayer-phases.ts';
import { compensateBlackLevels } from './apply.ts';

it('takes levels away and adds a share of the corrected red and blue of the same cell to the greens', () => {
  const target = new Uint16Array(8);
  // Two cells of grbg: green in the red row, red; blue, green in the blue row.
  compensateBlackLevels({
    source: { bayer: Uint16Array.of(100, 200, 10, 5, 300, 100, 400, 2) },
    target: { bayer: target },
    rows: 2,
    columns: 4,
    from: 0,
    to: 2,
    tables: { phases: BAYER_PHASES.grbg, levels: [50, 20, 30, 40], alpha: 512, beta: 1024 },
  });
  expect([...target]).toEqual([100 - 20 + 75, 150, 0, 0, 260, 100 - 30 + 260, 360, 2 - 30 + 360]);
});
