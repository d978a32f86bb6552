import { describe, expect, it } from 'vitest';
import { bicubic, bilinear, resample } from './resample.ts';

const ramp = (rows: number, columns: number) => ({
  rows,
  columns,
  values: Float32Array.from(
    { length: rows * columns },
    (_, at) => 3 * (at % columns) + 5 * Math.floor(at / columns),
  ),
});

describe('resample', () => {
  it('widens the triangle when it shrinks, so that every sample counts', () => {
    // Centre 1 of four samples at 0.5, 1.5, 2.5: weights 3/4, 3/4, 1/4, normalised; the other one
    // is its mirror image.
    const [first, second] = resample({ rows: 1, columns: 4, values: [0, 0, 7, 0] }, 1, 2, bilinear);
    expect(first).toBeCloseTo(1, 6);
    expect(second).toBeCloseTo(3, 6);
  });

  it('interpolates when it grows, and holds the rim', () => {
    expect(Array.from(resample({ rows: 1, columns: 2, values: [0, 4] }, 1, 4, bilinear))).toEqual([
      0, 1, 3, 4,
    ]);
  });

  it.each([
    ['bilinear', bilinear],
    ['bicubic', bicubic],
  ])('%s leaves a picture of the same size as it is', (_, filter) => {
    const picture = ramp(5, 7);
    expect(Array.from(resample(picture, 5, 7, filter))).toEqual(Array.from(picture.values));
  });

  it.each([
    ['bilinear', bilinear],
    ['bicubic', bicubic],
  ])('%s keeps an even picture even, and a slope a slope', (_, filter) => {
    for (const value of resample(
      { rows: 9, columns: 13, values: new Float32Array(9 * 13).fill(4) },
      4,
      31,
      filter,
    ))
      expect(value).toBeCloseTo(4, 5);
    const small = resample(ramp(40, 60), 10, 15, filter);
    expect(small[5 * 15 + 8]! - small[5 * 15 + 7]!).toBeCloseTo(4 * 3, 4);
    expect(small[6 * 15 + 7]! - small[5 * 15 + 7]!).toBeCloseTo(4 * 5, 4);
  });

  it('overshoots at an edge as Keys says: -1/16 and 9/16 half-way between samples', () => {
    const grown = resample({ rows: 1, columns: 4, values: [0, 0, 1, 1] }, 1, 12, bicubic);
    expect(grown[5]! + grown[6]!).toBeCloseTo(1, 6);
    expect(Math.max(...grown)).toBeGreaterThan(1);
  });

  it('reads one channel of an interleaved picture', () => {
    expect(
      Array.from(
        resample(
          { rows: 1, columns: 2, values: [1, 2, 3, 4, 5, 6], stride: 3, offset: 2 },
          1,
          2,
          bilinear,
        ),
      ),
    ).toEqual([3, 6]);
  });
});
