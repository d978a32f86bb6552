import { describe, expect, it } from 'vitest';
import { correctDeadPixels } from './apply.ts';

const correct = (source: Uint16Array, threshold: number) => {
  const target = new Uint16Array(source.length);
  const counts = new Int32Array(2);
  correctDeadPixels({
    source: { bayer: source },
    target: { bayer: target },
    tables: { threshold },
    rows: 10,
    columns: 10,
    from: 0,
    to: 10,
    counts,
  });
  return { target, counts };
};
const flat = (...changes: readonly (readonly [row: number, column: number, code: number])[]) => {
  const codes = new Uint16Array(100).fill(100);
  for (const [row, column, code] of changes) codes[row * 10 + column] = code;
  return codes;
};

describe('dead pixel correction', () => {
  it('replaces a pixel that differs from all eight of its colour, and counts it', () => {
    const { target, counts } = correct(flat([4, 5, 900], [7, 2, 0]), 30);
    expect([...target]).toEqual([...flat()]);
    expect([...counts]).toEqual([2, 1]);
  });
  it('keeps a pixel that differs by no more than the threshold, or from seven only', () => {
    expect(correct(flat([4, 5, 130]), 30).target[45]).toBe(130);
    expect(correct(flat([4, 5, 900], [4, 7, 880]), 30).target[45]).toBe(900);
  });
  it('takes the mean in the direction of least change, the vertical one of equals', () => {
    // Above and below add up to 250, all other pairs to 200: nearest to twice 400.
    expect(correct(flat([4, 5, 400], [2, 5, 120], [6, 5, 130]), 30).target[45]).toBe(125);
    expect(
      correct(flat([4, 5, 400], [2, 5, 110], [6, 5, 130], [4, 3, 120], [4, 7, 120]), 30).target[45],
    ).toBe(120);
    expect(correct(flat([4, 5, 400], [6, 3, 140], [2, 7, 141]), 30).target[45]).toBe(140);
  });
});
