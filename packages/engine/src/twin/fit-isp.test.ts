import { expect, test } from 'vitest';
import { onCurve } from '../optics/measured/monotone-curve.ts';
import { fitIsp } from './fit-isp.ts';

const [RED, BLUE, EXPONENT] = [1.45, 2.1, 1 / 1.8];
const MATRIX = [
  [1.3, -0.2, -0.1],
  [-0.15, 1.4, -0.25],
  [-0.05, -0.3, 1.35],
] as const;

/** Patches of all hues and levels, developed without noise. @param white over the brightest green. */
function halvesOf(white: number) {
  return Array.from({ length: 60 }, (_, patch) => {
    const level = 0.05 + 0.95 * ((patch * 7) % 60) * (1 / 59);
    const hue = (k: number): number => 1 + 0.45 * Math.cos(2 * Math.PI * (patch / 12 - k / 3));
    const light = [0, 1, 2].map((k) => (level * (patch % 6 === 0 ? 1 : hue(k))) / 1.45);
    const raw = [light[0]! * (1.6 / RED), light[1]!, light[2]! * (1.2 / BLUE)];
    const developed = MATRIX.map(([r, g, b]) => {
      const linear = (r * RED * raw[0]! + g * raw[1]! + b * BLUE * raw[2]!) / white;
      return Math.min(Math.max(linear, 0), 1) ** EXPONENT;
    });
    return { patch, raw, developed };
  });
}

test.each([1.2, 4])(
  'gains, matrix and curve where white is %d times the brightest green',
  (white) => {
    const { model, left } = fitIsp(halvesOf(white));
    expect(left).toBeLessThan(0.002);
    expect(model.gains![0]).toBeCloseTo(RED, 1);
    expect(model.gains![1]).toBeCloseTo(BLUE, 1);
    for (const [r, row] of MATRIX.entries())
      for (const [c, factor] of row.entries())
        expect(Math.abs(model.matrix[r]![c]! - factor)).toBeLessThan(0.04);
    for (const at of [0.1, 0.4, 0.9])
      expect(Math.abs(onCurve(model.curve, at) - (at / white) ** EXPONENT)).toBeLessThan(0.01);
  },
);
