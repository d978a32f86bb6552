import { describe, expect, it } from 'vitest';
import { keptShares, suppressFalseColour } from './apply.ts';

describe('false colour suppression', () => {
  it('keeps all colour of low edges and none of high ones; at the lower end a little is missing', () => {
    const shares = keptShares(8, 32);
    expect([0, 7, 8, 20, 31, 32, 255].map((edge) => shares[edge])).toEqual([
      65536, 65536, 65520, 32760, 2730, 0, 0,
    ]);
  });
  it.each([
    [32, 32],
    [40, 32],
  ])('is a hard step when min is %i and max is %i', (least, most) => {
    expect([31, 32].map((edge) => keptShares(least, most)[edge])).toEqual([65536, 0]);
  });
  it('draws chroma to the middle, downwards', () => {
    const target = new Uint8Array(4);
    suppressFalseColour({
      source: { edges: Int16Array.of(-20, 0), cbcr: Uint8Array.of(100, 200, 100, 200) },
      target: { cbcr: target },
      rows: 1,
      columns: 2,
      from: 0,
      to: 1,
      tables: { shares: keptShares(8, 32) },
    });
    expect([...target]).toEqual([
      128 + Math.floor((-28 * 32760) / 65536),
      128 + Math.floor((72 * 32760) / 65536),
      100,
      200,
    ]);
  });
});
