import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../host.ts';
import type { Detection } from '../../analysis/match-detections.ts';
import { drawDetections } from './draw-detections.ts';

const flat = (rows: number, columns: number, shade: number): RgbImage => ({
  rows,
  columns,
  rgb: new Uint8Array(rows * columns * 3).fill(shade),
});
const colour = ({ columns, rgb }: RgbImage, row: number, column: number): number[] =>
  Array.from(rgb.subarray((row * columns + column) * 3, (row * columns + column) * 3 + 3));
const luma = ([red = 0, green = 0, blue = 0]: readonly number[]): number =>
  0.2126 * red + 0.7152 * green + 0.0722 * blue;
const apple: Detection = {
  label: 'apple',
  classIndex: 0,
  score: 0.934,
  box: { left: 0.2, top: 0.4, right: 0.6, bottom: 0.8 },
};

describe.each([
  ['650 x 450', 450, 650, 1],
  ['4000 x 3000', 3000, 4000, 6.67],
])('%s', (_, rows, columns, unit) => {
  it.each([0, 128, 255])(
    'the box stands where it should, light with a dark halo, on a ground of %i',
    (shade) => {
      const drawn = drawDetections([apple], flat(rows, columns, shade));
      const [row, left] = [Math.round(0.6 * rows), Math.round(0.2 * columns)];
      const line = Math.round(2 * unit);
      for (let step = 0; step < line; step += 1)
        expect(luma(colour(drawn, row, left + step))).toBeGreaterThan(180);
      for (const beside of [left - 1, left + line])
        expect(luma(colour(drawn, row, beside))).toBeLessThan(90);
      // Nothing is drawn inside the box or far from it.
      for (const [r, c] of [
        [row, Math.round(0.4 * columns)],
        [Math.round(0.95 * rows), Math.round(0.9 * columns)],
      ] as const)
        expect(colour(drawn, r, c)).toEqual([shade, shade, shade]);
    },
  );

  it('the label is dark on light above the box, and grows with the picture', () => {
    const drawn = drawDetections([apple], flat(rows, columns, 0));
    let [light, dark] = [0, 0];
    for (
      let row = Math.round(0.4 * rows - 16 * unit);
      row < Math.round(0.4 * rows - 2 * unit);
      row += 1
    ) {
      for (
        let column = Math.round(0.2 * columns + 3 * unit);
        column < Math.round(0.2 * columns + 90 * unit);
        column += 1
      ) {
        if (luma(colour(drawn, row, column)) > 180) light += 1;
        else if (luma(colour(drawn, row, column)) < 60) dark += 1;
      }
    }
    // Letters cover a quarter or so of their plate, at any size.
    expect(dark / (light + dark)).toBeGreaterThan(0.1);
    expect(dark / (light + dark)).toBeLessThan(0.4);
    expect((light + dark) / (14 * 87 * unit * unit)).toBeGreaterThan(0.6);
  });
});

it('leaves its input alone, and a picture without detections as it is', () => {
  const picture = flat(45, 65, 99);
  drawDetections([apple], picture);
  expect(picture.rgb.every((value) => value === 99)).toBe(true);
  expect(drawDetections([], picture)).toEqual(picture);
});

it('keeps labels off one another and in the picture', () => {
  const many = Array.from({ length: 3 }, (_, classIndex): Detection => ({
    ...apple,
    classIndex,
    box: { left: 0, top: 0, right: 1, bottom: 1 },
  }));
  const drawn = drawDetections(many, flat(450, 650, 0));
  const heads = [0, 1, 2].map((classIndex) =>
    colour(drawDetections([{ ...apple, classIndex }], flat(450, 650, 0)), 270, 130),
  );
  const colours = new Set<string>();
  for (let row = 0; row < 450; row += 1)
    for (let column = 4; column < 60; column += 1) colours.add(colour(drawn, row, column).join());
  // Each label's plate shows, in the colour of its class.
  for (const head of heads) expect(colours).toContain(head.join());
});

it.each([
  [1, 1],
  [2, 3],
  [16, 24],
  [8, 4000],
])('survives %i x %i pixels', (rows, columns) => {
  expect(drawDetections([apple], flat(rows, columns, 50)).rgb).toHaveLength(rows * columns * 3);
});
