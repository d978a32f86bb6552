import { expect, it } from 'vitest';
import { scaleRows } from './apply.ts';

const scale = (
  source: Uint8Array,
  rows: number,
  channels: number,
  height: number,
  width: number,
): number[] => {
  const target = new Uint8Array(width * height * channels);
  scaleRows({
    source,
    target,
    channels,
    rows,
    columns: source.length / rows / channels,
    from: 0,
    to: height,
    height,
    width,
  });
  return [...target];
};

it('interpolates between pixel centres and holds the ends', () => {
  expect(scale(Uint8Array.of(0, 100), 1, 1, 1, 4)).toEqual([0, 25, 75, 100]);
});
it('takes the mean of two when it halves', () => {
  expect(scale(Uint8Array.of(0, 100, 50, 60), 1, 1, 1, 2)).toEqual([50, 55]);
});
it('keeps channels apart, and rows', () => {
  expect(scale(Uint8Array.of(0, 200, 100, 100), 2, 2, 4, 1)).toEqual([
    0, 200, 25, 175, 75, 125, 100, 100,
  ]);
});
it('changes nothing at the same size', () => {
  expect(scale(Uint8Array.of(1, 2, 3, 4, 5, 6), 2, 1, 2, 3)).toEqual([1, 2, 3, 4, 5, 6]);
});
