/** Charts that a camera photographs for the figures of a lab, beside what must be. */
import { expect, test } from 'vitest';
import { toEngineUnits } from '../src/field-descriptor.ts';
import { ispFields } from '../src/isps/fast-open-isp/order.ts';
import { acutanceOfCamera, informationOfCamera } from '../src/pipeline/lab/chart-edge.ts';
import { gridOfCamera } from '../src/pipeline/lab/chart-grid.ts';
import { shadingOfCamera } from '../src/pipeline/lab/even-field.ts';
import { visualNoiseOfCamera } from '../src/pipeline/lab/eye-noise.ts';
import { flickerOfCamera } from '../src/pipeline/lab/lamp-series.ts';
import {
  contrastOfCamera,
  noiseSpectrumOfCamera,
  stepsOfCamera,
} from '../src/pipeline/lab/patches.ts';
import { starOfCamera, textureOfCamera } from '../src/pipeline/lab/sharpness.ts';
import type { SensedPlan } from '../src/pipeline/sensor-stage.ts';
import { planOf } from './run.ts';
import { testHost } from './test-host.ts';

const host = testHost();
const isp = { id: 'fastOpenIsp' as const, parameters: toEngineUnits(ispFields, {}) };
const camera = (rows: number, cols: number, noise: boolean) =>
  planOf({ sensorParameters: { rows, cols, pixel_size: 4.4 } }, { noise }) as SensedPlan;

/** Rounding to codes, and pixels of one colour of a mosaic. */
const STAR = 0.01;
test('the star of the ideal lens shows its transfer to .45 cycles per pixel', async () => {
  const { true: known, raw, cycles } = await starOfCamera(camera(200, 220, false), host);
  const within = known.frequency.flatMap((f, i) => (f <= 0.45 ? [i] : []));
  expect(cycles % 2).toBe(0);
  expect(within.length).toBeGreaterThan(5);
  for (const i of within) {
    expect(Math.abs(raw!.mean[i]! - known.mean[i]!)).toBeLessThan(STAR);
    for (const [segment, value] of raw!.segments[i]!.entries())
      expect(Math.abs(value! - known.segments[i]![segment]!)).toBeLessThan(2 * STAR);
  }
});

/** One picture of leaves is a small sample: what folds over is a few hundredths at .4. */
const LEAVES = 0.01;
test('leaves show the transfer of the ideal lens; an ISP with NLM loses them', async () => {
  const plan = { ...camera(200, 220, false), isp } as SensedPlan;
  const { true: known, raw, developed } = await textureOfCamera(plan, host);
  for (const [i, f] of known.frequency.entries())
    if (f <= 0.25) expect(Math.abs(raw!.cross[i]! - known.cross[i]!)).toBeLessThan(LEAVES);
  const at = known.frequency.indexOf(0.25);
  expect(developed!.cross[at]!).toBeLessThan(0.6 * known.cross[at]!);
});

test('the spectrum of the noise of an even field is that of the budget', async () => {
  const settings = { kind: 'temporal', block: 32 } as const;
  const { true: model, raw } = await noiseSpectrumOfCamera(camera(256, 256, true), host, settings);
  // Two percent: 8 frames of 256 x 256 pixels of two greens.
  expect(Math.abs(raw!.variance / model.variance - 1)).toBeLessThan(0.02);
  expect(Math.abs(raw!.rowVariance)).toBeLessThan(0.02 * model.variance);
});

test('steps show the dynamic range of the model, pairs the share that normal pixels have', async () => {
  const plan = camera(200, 240, true);
  const steps = await stepsOfCamera(plan, host);
  // The incremental gain of wide steps is 5 % high, and what folds over the darkest patch.
  expect(Math.abs(steps.raw!.dynamicRangeDb! - steps.true.dynamicRangeDb)).toBeLessThan(1);
  const pairs = await contrastOfCamera(plan, host);
  const bright = pairs.true.flatMap(({ level }, i) => (level === 1 ? [i] : []));
  expect(bright).toHaveLength(5);
  for (const i of bright)
    expect(
      Math.abs(pairs.raw![i]!.contrastDetection - pairs.true[i]!.contrastDetection),
    ).toBeLessThan(0.03);
});

test('frames of an edge tell what the model knows', async () => {
  const { true: known, raw } = await informationOfCamera(camera(160, 160, true), host);
  const figures = ['capacity', 'capacityDisc', 'lightVariance', 'darkVariance', 'light'] as const;
  // Eight frames, and the estimator of the SFR: 4.5 % by the reference.
  for (const key of figures) expect(Math.abs(raw![key] / known[key] - 1)).toBeLessThan(0.045);
  expect(raw!.edgeErrorPx).toBeLessThan(1.1 * known.edgeErrorPx);
  const { true: eye, raw: ofRaw } = await acutanceOfCamera(camera(160, 160, false), host, 40);
  expect(Math.abs(ofRaw!.acutance - eye.acutance)).toBeLessThan(0.01);
});

test('a grid and an even field are those of the ideal lens', async () => {
  const grid = await gridOfCamera(camera(240, 240, false), host);
  expect(Math.abs(grid.true.worstPercent)).toBeLessThan(1e-9);
  expect(Math.abs(grid.raw.worstPercent)).toBeLessThan(0.3);
  const { true: known, raw } = await shadingOfCamera(camera(90, 120, false), host);
  expect(known.luminanceShadingPercent).toBe(0);
  expect(raw!.luminanceShadingPercent).toBeLessThan(0.5);
});

test('frames of a flickering lamp have the closed form of their exposures', async () => {
  const flicker = { kind: 'pwm', hertz: 90, depth: 0.7, phaseDegrees: 20, duty: 0.3 } as const;
  const plan = { ...camera(64, 64, true), flicker, exposure: { mode: 'fixed', seconds: 0.002 } };
  const settings = { frames: 12, hertz: 25, threshold: 0.1, delta: 0.1 };
  const { true: known, raw } = await flickerOfCamera(plan as SensedPlan, host, settings);
  expect(known.modulationIndex).toBeGreaterThan(0.5);
  expect(raw!.modulationIndex).toBeCloseTo(known.modulationIndex, 2);
  expect(raw!.detectionIndex).toBe(known.detectionIndex);
  const still = { ...camera(64, 64, true) } as SensedPlan;
  await expect(flickerOfCamera(still, host, settings)).rejects.toThrow('does not flicker');
});

test('visual noise rises with the read noise, and is none without noise', async () => {
  const noiseOf = async (readNoise: number) => {
    const plan = planOf(
      { sensorParameters: { rows: 80, cols: 80, pixel_size: 4.4, read_noise: readNoise } },
      { isp },
    ) as SensedPlan;
    return visualNoiseOfCamera(plan, host, 41);
  };
  const [quiet, loud] = [await noiseOf(1), await noiseOf(30)];
  expect(quiet.true.visualNoise).toBeLessThan(0.1 * quiet.developed!.visualNoise);
  expect(loud.developed!.visualNoise).toBeGreaterThan(1.3 * quiet.developed!.visualNoise);
});
