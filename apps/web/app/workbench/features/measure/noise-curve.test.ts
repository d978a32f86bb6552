import { expect, test } from 'vitest';
import type { Report } from '../../model/run/run-store.ts';
import { luminanceOf, noiseCurve, stopsOf } from './noise-curve.ts';

const sensor = {
  saturationElectrons: 10_000,
  readNoiseElectrons: 0,
  dsnuElectrons: 0,
  prnuPercent: 0,
} as NonNullable<Report['sensor']>;

test('without other noise the ratio is the root of the electrons', () => {
  const { x, y } = noiseCurve(sensor);
  expect(x.at(-1)).toBe(0);
  expect(y.at(-1)).toBeCloseTo(40, 10);
  expect(y[x.indexOf(-2)]).toBeCloseTo(10 * Math.log10(2500), 10);
});

test('read noise rules the dark, PRNU the bright end', () => {
  const { y } = noiseCurve({ ...sensor, readNoiseElectrons: 100, prnuPercent: 10 });
  const dark = 10_000 * 2 ** -12;
  expect(y[0]).toBeCloseTo(20 * Math.log10(dark / Math.sqrt(dark + 100 ** 2)), 1);
  expect(y.at(-1)).toBeLessThan(20);
});

test('noise of rows counts where the ratios of the report have it', () => {
  const rows = { name: 'rows', greyElectrons: 50, darkElectrons: 50 };
  const last = (isInSnr: boolean): number =>
    noiseCurve({
      ...sensor,
      noiseTerms: [{ ...rows, isInSnr, isInDynamicRange: true }],
    }).y.at(-1)!;
  expect(last(true)).toBeCloseTo(20 * Math.log10(10_000 / Math.sqrt(10_000 + 50 ** 2)), 10);
  expect(last(false)).toBeCloseTo(40, 10);
});

test('signals count in stops from saturation; L* 50 is 18 % grey', () => {
  expect(stopsOf(2500, sensor)).toBe(-2);
  expect(luminanceOf(100)).toBe(1);
  expect(luminanceOf(49.5)).toBeCloseTo(0.18, 2);
  expect(luminanceOf(8)).toBeCloseTo(0.008856, 5);
});
