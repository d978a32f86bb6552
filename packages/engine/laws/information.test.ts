/** What raw pixels tell in closed form, against sums over pixels and over pictures. */
import { expect, test } from 'vitest';
import { loadLens } from '../src/optics/load-lens.ts';
import { lightSceneStage } from '../src/pipeline/light-scene-stage.ts';
import type { LabPlan } from '../src/pipeline/lab/lab-plan.ts';
import { runInformation } from '../src/pipeline/lab/run-information.ts';
import type { NpsResults } from '../src/pipeline/measurements/nps/descriptor.ts';
import type { StarResults } from '../src/pipeline/measurements/star/descriptor.ts';
import type { SensedPlan } from '../src/pipeline/sensor-stage.ts';
import { noiseBudget } from '../src/sensors/noise-budget.ts';
import { planOf, run } from './run.ts';
import { testHost } from './test-host.ts';

const host = testHost();
const LAB: LabPlan = {
  objectWidth: (0.2 * Math.PI) / 180,
  objectRatio: 1,
  objectContrast: 0.5,
  backgroundShare: 0.18,
  field: 0,
};
const plan = planOf({ sensorParameters: { pixel_size: 4 } }) as SensedPlan;
const lens = await loadLens(undefined);
const { result: lit } = await lightSceneStage(plan, host);
const informationOf = (lab: Partial<LabPlan>, seconds = 0.02) =>
  runInformation({ plan, lit, lens }, { ...LAB, ...lab }, seconds)!;

/** Share of the pixel from `left` on that an object of some pixels covers, from `at` on. */
const covered = (left: number, at: number, width: number): number =>
  Math.max(0, Math.min(left + 1, at + width) - Math.max(left, at));

/** Sums over pixels of the squares of what they get, mean over 64 places of the object in them. */
function placed(width: number): number {
  let sum = 0;
  for (let place = 0; place < 64; place += 1)
    for (let left = -1; left <= Math.ceil(width) + 1; left += 1)
      sum += covered(left, (place + 0.5) / 64, width) ** 2 / 64;
  return sum;
}

test('SNRi is that of an object that lies anywhere on the pixels', () => {
  for (const [objectWidth, objectRatio] of [
    [0.05, 1.7],
    [0.2, 0.4],
    [4, 1],
  ] as const) {
    const {
      snriDb,
      objectWidthPx: width,
      electrons,
    } = informationOf({
      objectWidth: (objectWidth * Math.PI) / 180,
      objectRatio,
    });
    const variance = noiseBudget(plan.sensor, { signal: electrons, exposureSeconds: 0.02 })
      .filter(({ name }) => name !== 'rows' && name !== 'columns')
      .reduce((all, term) => all + term.variance, 0);
    const found = Math.sqrt((placed(width) * placed(objectRatio * width)) / variance);
    // Integrals over a square of 8 cycles per pixel, which is a thousandth of them for small ones.
    expect(Math.abs(10 ** (snriDb! / 20) / (0.5 * electrons * found) - 1)).toBeLessThan(2e-3);
  }
});

test('what would be clipped has no figure, and more light tells more', () => {
  const [dim, bright, clipped] = [0.002, 0.01, 10].map((seconds) => informationOf({}, seconds)) as [
    ReturnType<typeof informationOf>,
    ReturnType<typeof informationOf>,
    ReturnType<typeof informationOf>,
  ];
  for (const key of ['snriDb', 'capacity', 'neqZero', 'contrastDetection'] as const) {
    expect(bright[key]!).toBeGreaterThan(dim[key]!);
    expect(clipped[key]).toBeNull();
  }
  expect(bright.edgeErrorPx!).toBeLessThan(dim.edgeErrorPx!);
  expect(bright.capacity!).toBeLessThan(bright.capacityMax);
  expect(dim.mosaicShare).toBe(0.5);
});

test('a run has it in report and log where the recipe asks, and takes the same picture', async () => {
  const exposed = { ...plan, exposureSeconds: 0.01 };
  const [asked, silent] = [await run({ ...exposed, lab: LAB }), await run(exposed)];
  expect(asked.report.information!.electrons).toBeCloseTo(
    0.18 * asked.report.sensor!.electronsAtWhite[1]!,
    6,
  );
  expect(asked.log.join('\n')).toContain('SNRi');
  expect(silent.report).not.toHaveProperty('information');
  expect(silent.log.join('\n')).not.toContain('SNRi');
  expect(asked.raw).toEqual(silent.raw);
  expect(asked.report.measurements).toEqual(silent.report.measurements);
});

/** A measurement of a run of a chart on a small sensor; undefined where it has none. */
async function measured<Results>(
  scene: 'sineStar' | 'uniformField',
  name: string,
  lab?: LabPlan,
): Promise<Results | undefined> {
  const sensorParameters = { rows: 180, cols: 180, pixel_size: 11 };
  const sceneParameters = scene === 'sineStar' ? { hfov: 13, cycles: 72 } : { hfov: 30 };
  const { report } = await run(
    planOf({ scene, sceneParameters, sensorParameters }, lab ? { lab } : {}),
  );
  const found: unknown = report.measurements.find((one) => one.name === name);
  return found as Results | undefined;
}

test('a run measures its own chart', async () => {
  const star = await measured<StarResults>('sineStar', 'star');
  const { raw, true: known } = star!;
  expect(raw.modulationAtHalfNyquist!).toBeCloseTo(known.modulationAtHalfNyquist!, 2);
  expect(Math.abs(raw.capacityStar / known.capacityStar - 1)).toBeLessThan(0.03);
  expect(await measured('uniformField', 'nps')).toBeUndefined();
  const nps = await measured<NpsResults>('uniformField', 'nps', LAB);
  // Twenty thousand green pixels of one frame.
  expect(Math.abs(nps!.variance / nps!.true.variance - 1)).toBeLessThan(0.05);
});
