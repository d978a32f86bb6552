import { describe, expect, it } from 'vitest';
import { blendWeights, enhanceContrast, equalisingCurve, findCurves, tilingOf } from './apply.ts';

describe('contrast enhancement', () => {
  it('cuts into tiles, and mirrors what is missing half above and half below', () => {
    expect(tilingOf([4, 6], 450, 650)).toEqual({
      tileRows: 4,
      tileColumns: 6,
      height: 113,
      width: 109,
      top: 1,
      left: 2,
    });
  });
  it('blends from one tile to the next', () => {
    expect([...blendWeights(5)]).toEqual([1024, 768, 512, 256, 0]);
    expect([...blendWeights(1)]).toEqual([1024]);
  });
  it('without a limit that bites is the cumulative histogram', () => {
    const histogram = new Int32Array(256);
    histogram[10] = 30;
    histogram[20] = 10;
    const curve = equalisingCurve(histogram, 1);
    expect([curve[9], curve[10], curve[19], curve[20], curve[255]]).toEqual([
      0, 191, 191, 255, 255,
    ]);
  });
  it('with a limit of 0 spreads everything evenly', () => {
    const histogram = new Int32Array(256);
    histogram[7] = 512;
    expect([...equalisingCurve(histogram, 0)].slice(0, 256)).toEqual(
      Array.from({ length: 256 }, (_, luma) => Math.trunc(((luma + 1) / 256) * 255)),
    );
  });
  it('sends the corners through one curve and the middle through four', () => {
    const [rows, columns] = [8, 8];
    const tiling = tilingOf([2, 2], rows, columns);
    const y = new Uint8Array(64).fill(3);
    const curves = new Uint8Array(4 * 256);
    const tables = { tiling, clipLimit: 1, curves };
    findCurves({ source: { y }, tables, rows, columns, from: 0, to: 2 });
    expect(curves[3]).toBe(255);
    [0, 40, 80, 120].forEach((value, tile) => {
      curves[tile * 256 + 3] = value;
    });
    const target = new Uint8Array(64);
    enhanceContrast({
      source: { y },
      target: { y: target },
      tables,
      rows,
      columns,
      from: 0,
      to: 8,
    });
    expect([target[0], target[7], target[56], target[63]]).toEqual([0, 40, 80, 120]);
    // A third of the way from the upper left centre, where it is 0, in either direction.
    expect(target[3 * 8 + 3]).toBe(
      (682 * ((342 * 40) >> 10) + 342 * ((682 * 80 + 342 * 120) >> 10)) >> 10,
    );
  });
});
