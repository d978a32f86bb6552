import { expect, it } from 'vitest';
import { scaleRows } from './apply.ts';

/** Luma of any size. */
const scale = (y: Uint8Array, rows: number, height: number, width: number): number[] => {
  const target = new Uint8Array(width * height);
  scaleRows({
    source: { y },
    target: { y: target },
    tables: { height, width },
    rows,
    columns: y.length / rows,
    from: 0,
    to: height,
  });
  return [...target];
};

it('interpolates between pixel centres and holds the ends', () => {
  expect(scale(Uint8Array.of(0, 100), 1, 1, 4)).toEqual([0, 25, 75, 100]);
});
it('takes the mean of two when it halves', () => {
  expect(scale(Uint8Array.of(0, 100, 50, 60), 1, 1, 2)).toEqual([50, 55]);
});
it('changes nothing at the same size', () => {
  expect(scale(Uint8Array.of(1, 2, 3, 4, 5, 6), 2, 2, 3)).toEqual([1, 2, 3, 4, 5, 6]);
});
it('scales every plane that is there, and keeps rows and channels apart', () => {
  const [y, cbcr] = [new Uint8Array(4), new Uint8Array(8)];
  scaleRows({
    source: { y: Uint8Array.of(10, 30), cbcr: Uint8Array.of(0, 200, 100, 100) },
    target: { y, cbcr },
    tables: { height: 4, width: 1 },
    rows: 2,
    columns: 1,
    from: 0,
    to: 4,
  });
  expect([...y]).toEqual([10, 15, 25, 30]);
  expect([...cbcr]).toEqual([0, 200, 25, 175, 75, 125, 100, 100]);
});
