import { expect, it } from 'vitest';
import { convertToLuma } from './apply.ts';

it('converts black, white and the primaries as BT.601 does, cut off', () => {
  const y = new Uint8Array(5);
  const cbcr = new Uint8Array(10);
  convertToLuma({
    source: { rgb: Uint8Array.of(0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255) },
    target: { y, cbcr },
    tables: {},
    rows: 1,
    columns: 5,
    from: 0,
    to: 1,
  });
  expect([...y]).toEqual([16, 235, 81, 144, 40]);
  expect([...cbcr]).toEqual([128, 128, 128, 128, 90, 239, 54, 34, 239, 110]);
});
