import { describe, expect, test } from 'vitest';
import { D65_WHITE } from './adaptation.ts';
import { D50_WHITE, deltaE76, labOf, xyzOfLab } from './lab.ts';
import type { Triple } from './xyz.ts';

const grey = (luminance: number): Triple =>
  D65_WHITE.map((value) => value * luminance) as unknown as Triple;

describe('CIE L*a*b*', () => {
  test('white is 100, 0, 0 and black is 0, 0, 0', () => {
    for (const [index, value] of labOf(D65_WHITE, D65_WHITE).entries())
      expect(value).toBeCloseTo(index === 0 ? 100 : 0, 12);
    for (const value of labOf([0, 0, 0], D65_WHITE)) expect(value).toBeCloseTo(0, 12);
  });
  // L* = 8, Y = (6/29)³, is where the straight line ends and the cube root begins.
  test.each([
    [0.18, 49.49610761],
    [0.5, 76.06926101],
    [0.01, 8.991442404],
    [(6 / 29) ** 3, 8],
    [0.001, 0.9032962963],
  ])('a grey of %f has L* %f and no colour', (luminance, lightness) => {
    const [l, a, b] = labOf(grey(luminance), D65_WHITE);
    expect(l).toBeCloseTo(lightness, 7);
    expect(a).toBeCloseTo(0, 10);
    expect(b).toBeCloseTo(0, 10);
  });
  test('the two branches meet in value and in slope', () => {
    const [knee, step] = [(6 / 29) ** 3, 1e-6];
    const at = (luminance: number): number => labOf(grey(luminance), D65_WHITE)[0];
    expect((at(knee + step) - at(knee)) / (at(knee) - at(knee - step))).toBeCloseTo(1, 3);
  });
  test('more X is redder, more Z is bluer', () => {
    const [x, y, z] = grey(0.5);
    expect(labOf([x * 1.1, y, z], D65_WHITE)[1]).toBeGreaterThan(0);
    expect(labOf([x, y, z * 1.1], D65_WHITE)[2]).toBeLessThan(0);
  });
});

test('L*, a*, b* lead back to the XYZ that they came from, dark ones too', () => {
  for (const lab of [
    [96.539, -0.425, 1.186],
    [28.778, 14.179, -50.297],
    [3, 1, -2],
  ] as const)
    for (const [axis, value] of labOf(xyzOfLab(lab, D50_WHITE), D50_WHITE).entries())
      expect(value).toBeCloseTo(lab[axis]!, 10);
});

test('the colour difference is a distance', () => {
  expect(deltaE76([50, 3, 4], [50, 0, 0])).toBe(5);
  expect(deltaE76([50, 0, 0], [50, 3, 4])).toBe(5);
  expect(deltaE76([12, 3, 4], [12, 3, 4])).toBe(0);
});
