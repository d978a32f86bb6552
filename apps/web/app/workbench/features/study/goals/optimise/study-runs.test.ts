import { readStudyDocument, type StudyDocument, type StudyRun } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { initialRecipe } from '../../../../model/recipe/recipe.ts';
import { bestSoFar, recipeOfRun, withFreshNoise } from './study-runs.ts';

function documentOf(changes: object): StudyDocument {
  const read = readStudyDocument({
    name: 'A study',
    recipe: { ...initialRecipe, sensor: 'Bayer-grbg', isp: 'Fast-openISP' },
    vary: [{ path: 'sensorParams.pixel_size', name: 'pitch', from: 1, to: 5 }],
    objectives: [{ name: 'snr', figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
    budget: { runs: 10 },
    ...changes,
  });
  if (!read.ok) throw new Error(read.problems[0]!.message);
  return read.value;
}
const run = (number: number, figures: StudyRun['figures'], changes: Partial<StudyRun> = {}) => ({
  run: number,
  seed: 1,
  values: { pitch: number },
  figures,
  feasible: true,
  status: 'done' as const,
  message: '',
  ...changes,
});

test('the best keeps the limits, and runs that failed or were previews are none', () => {
  const runs = [
    run(0, { snr: 20 }),
    run(1, { snr: 24 }),
    run(2, { snr: 30 }, { feasible: false }),
    run(3, { snr: 40 }, { status: 'preview', feasible: false }),
    run(4, {}, { status: 'failed', feasible: false }),
  ];
  expect(bestSoFar(documentOf({}), runs)?.run).toBe(1);
  expect(bestSoFar(documentOf({}), runs.slice(2))).toBeUndefined();
});

test('weights sum the changes up as shares of the start; without weights there is no best', () => {
  const objectives = [
    { name: 'snr', figure: 'sensor.snrAtGrey18', goal: 'maximise', weight: 1 },
    { name: 'price', expression: 'pitch', goal: 'target', value: 0, weight: 3 },
  ];
  const runs = [
    run(0, { snr: 20, price: 2 }),
    // 10 % more, 5 % dearer.
    run(1, { snr: 22, price: 2.1 }),
    // 20 % more, 5 % dearer.
    run(2, { snr: 24, price: 2.1 }),
  ];
  expect(bestSoFar(documentOf({ objectives }), runs)?.run).toBe(2);
  expect(bestSoFar(documentOf({ objectives }), runs.slice(0, 2))?.run).toBe(0);
  const unweighted = objectives.map(({ weight: _, ...objective }) => objective);
  expect(bestSoFar(documentOf({ objectives: unweighted }), runs)).toBeUndefined();
});

test('the recipe of a run has its values and what follows from them', () => {
  const document = documentOf({
    constants: { perArea: 1860 },
    derive: [{ path: 'sensorParams.well_capacity', expression: 'round(perArea*pitch**2)' }],
  });
  expect(recipeOfRun(document, run(2, {})).sensorParams).toMatchObject({
    pixel_size: '2',
    well_capacity: '7440',
  });
});

test('says what a run gains on the start in the same noises', () => {
  const figures = { snr: { mean: 24.5, standardError: 0.02 } };
  const results = {
    validation: [
      { run: 3, figures, againstStart: { snr: { mean: 4, low: 3.9, high: 4.1 } } },
      { run: 0, figures, againstStart: null },
      { run: 5, figures, againstStart: { snr: { mean: -0.5, low: null, high: null } } },
    ],
  };
  expect(withFreshNoise(results, 3)).toEqual([
    'snr: 24.500 ± 0.020, +4.00 (95 % for the noise on this scene: +3.90 to +4.10) against the start',
  ]);
  expect(withFreshNoise(results, 0)).toEqual(['snr: 24.500 ± 0.020']);
  expect(withFreshNoise(results, 5)).toEqual([
    'snr: 24.500 ± 0.020, −0.500 (one noise, so without an interval) against the start',
  ]);
  expect(withFreshNoise(undefined, 3)).toEqual([]);
});
