import { expect, it } from 'vitest';
import { labOf } from '../../colour/lab.ts';
import { D65_WHITE } from '../../colour/adaptation.ts';
import { SRGB_TO_LINEAR } from '../../colour/srgb.ts';
import type { Triple } from '../../colour/xyz.ts';
import type { Colour } from './canvas.ts';
import { DEPTH_COLOURS } from './depth-colours.ts';
import { drawDepth } from './draw-depth.ts';

/** IEC 61966-2-1, linear sRGB to XYZ. */
const TO_XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
] as const;
const lab = (colour: Colour): Triple =>
  labOf(
    TO_XYZ.map((row) =>
      row.reduce((sum, factor, channel) => sum + factor * SRGB_TO_LINEAR[colour[channel]!]!, 0),
    ) as unknown as Triple,
    D65_WHITE,
  );

it('the colours rise in lightness by equal steps', () => {
  const lightness = DEPTH_COLOURS.map((colour) => lab(colour)[0]);
  const step = (lightness.at(-1)! - lightness[0]!) / 255;
  expect(step).toBeGreaterThan(0.28);
  // Half a step of the 8-bit codes is up to 0.3 in lightness at the dark end.
  for (const [index, value] of lightness.entries())
    expect(Math.abs(value - (lightness[0]! + index * step))).toBeLessThan(0.35);
});

it('neighbours never jump: no contours that are not in the map', () => {
  for (const [index, colour] of DEPTH_COLOURS.slice(1).entries()) {
    const [one, other] = [lab(colour), lab(DEPTH_COLOURS[index]!)];
    expect(Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])).toBeLessThan(2.5);
  }
});

const map = { rows: 2, columns: 2, values: Float32Array.of(0, 10, 0, 10) };
const pixel = (rgb: Uint8Array, at: number): number[] =>
  Array.from(rgb.subarray(at * 3, at * 3 + 3));

it('draws far dark and near light, at the size of the picture, and nothing beyond the image circle', () => {
  const { rgb } = drawDepth(map, [0, 10], { rows: 40, columns: 60 }, (x) => x < 0.9);
  expect(rgb).toHaveLength(40 * 60 * 3);
  expect(pixel(rgb, 0)).toEqual(DEPTH_COLOURS[0]);
  expect(pixel(rgb, 50)).toEqual(DEPTH_COLOURS[255]);
  expect(pixel(rgb, 59)).toEqual([26, 26, 28]);
});

it('shows its scale where there is room: the darkest colour beside the lightest, in the lower left corner', () => {
  const { rgb } = drawDepth(map, [0, 10], { rows: 450, columns: 650 }, () => true);
  const right = Array.from({ length: 80 }, (_, i) => pixel(rgb, (365 + i) * 650 + 210));
  const left = Array.from({ length: 80 }, (_, i) => pixel(rgb, (365 + i) * 650 + 20));
  expect(right).toContainEqual(DEPTH_COLOURS.at(Math.floor((194 / 200) * 256)));
  expect(
    left.some((colour) => colour.join() === DEPTH_COLOURS[Math.floor((4 / 200) * 256)]!.join()),
  ).toBe(true);
});

it('draws a flat map in one colour', () => {
  const { rgb } = drawDepth(
    { ...map, values: new Float32Array(4).fill(3) },
    [3, 3],
    { rows: 4, columns: 4 },
    () => true,
  );
  expect(new Set(Array.from({ length: 16 }, (_, at) => pixel(rgb, at).join())).size).toBe(1);
});
