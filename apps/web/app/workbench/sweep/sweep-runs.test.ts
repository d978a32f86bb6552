import { readSweepDocument, type SweepOutcome } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { recipeOfRun, runsInWords } from './sweep-runs.ts';

const read = readSweepDocument({
  name: 'Noise',
  recipe: { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 64 } },
  vary: [
    { path: 'sensorParams.read_noise', values: [1, 2] },
    { path: 'macbethParams.hfov', values: [20, 30] },
  ],
  measure: ['sensor.snrAtGrey18'],
});
if (!read.ok) throw new Error(read.problems[0]!.message);
const document = read.value;
const outcome = (run: number, noise: number, hfov: number, snr: number | null): SweepOutcome => ({
  run,
  seed: run,
  values: { 'sensorParams.read_noise': noise, 'macbethParams.hfov': hfov },
  figures: { 'sensor.snrAtGrey18': snr },
  status: 'done',
  message: '',
});

test('the recipe of a run has its values as the workbench holds them, and defaults elsewhere', () => {
  const recipe = recipeOfRun(document, outcome(0, 2, 30, 20));
  expect(recipe.sensorParams).toEqual({
    ...initialRecipe.sensorParams,
    rows: '64',
    read_noise: '2',
  });
  expect(recipe.macbethParams?.['hfov']).toBe(30);
  expect(recipe.scene).toBe('Macbeth');
  expect(recipe.illuminantCustomPhotons).toEqual(initialRecipe.illuminantCustomPhotons);
});

test('what two runs differ in is said in words', () => {
  const { recipe, figures } = runsInWords(document, outcome(0, 1, 20, 20), outcome(1, 2, 30, null));
  expect(recipe).toMatch(/^scene .*20 → 30.*; sensor read noise 1 → 2\smV$/);
  expect(figures).toEqual([{ name: 'sensor.snrAtGrey18', one: 20, other: undefined }]);
});
