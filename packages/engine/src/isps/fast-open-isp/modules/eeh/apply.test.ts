import { describe, expect, it } from 'vitest';
import { EDGE_KERNEL, edgeBoosts, enhanceEdges } from './apply.ts';

describe('edge enhancement', () => {
  it('blurs with a gaussian of 1.2 px', () => {
    expect([...EDGE_KERNEL.slice(0, 15)]).toEqual([
      63, 180, 255, 180, 63, 180, 511, 723, 511, 180, 255, 723, 1024, 723, 255,
    ]);
  });
  it('boosts nothing that is flat, then a ramp, then everything', () => {
    const boosts = edgeBoosts(512, 2, 9, 24);
    // The ramp 658·a − 1316, over 256: continuous with 2·a at 9.
    expect([0, 2, 3, 9, 10, 12, 13, 255].map((height) => boosts[height])).toEqual([
      0,
      0,
      (658 * 3 - 1316) >> 8,
      (658 * 9 - 1316) >> 8,
      20,
      24,
      24,
      24,
    ]);
  });
  it('has no ramp where flat is not below edge', () => {
    const boosts = edgeBoosts(384, 100, 4, 1000);
    expect([4, 5, 99, 255].map((height) => boosts[height])).toEqual([0, 7, 148, 382]);
  });
  it('adds on the bright side, takes away on the dark one, and keeps the edge', () => {
    const source = Uint8Array.from({ length: 60 }, (_, at) => (at % 10 < 5 ? 50 : 150));
    const target = new Uint8Array(60);
    const edges = new Int16Array(60);
    enhanceEdges({
      source: { y: source },
      target: { y: target, edges },
      rows: 6,
      columns: 10,
      from: 0,
      to: 6,
      tables: { boosts: edgeBoosts(256, 0, 0, 1000) },
    });
    // The blur across the edge from the sums of the kernel's columns.
    const sums = [0, 1, 2, 3, 4].map((column) =>
      [0, 1, 2, 3, 4].reduce((sum, row) => sum + EDGE_KERNEL[row * 5 + column]!, 0),
    );
    const share = (columns: readonly number[]): number =>
      columns.reduce((sum, column) => sum + sums[column]!, 0) /
      sums.reduce((sum, value) => sum + value, 0);
    const dark = 50 - Math.trunc(50 + 100 * share([3, 4]));
    expect(edges[24]).toBe(dark);
    expect(target[24]).toBe(50 + dark);
    expect(target[25]).toBe(150 + (150 - Math.trunc(150 - 100 * share([0, 1]))));
    expect(target[20]).toBe(50);
  });
});
