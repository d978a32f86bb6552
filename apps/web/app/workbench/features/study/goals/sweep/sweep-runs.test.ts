import { readSweepDocument, type SweepOutcome } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { initialRecipe } from '../../../../model/recipe/recipe.ts';
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
  expect(recipe.macbethParams['hfov']).toBe(30);
  expect(recipe.scene).toBe('Macbeth');
  expect(recipe.illuminantCustomPhotons).toEqual(initialRecipe.illuminantCustomPhotons);
});

test('the recipe of a run has numbers of its pairs and matrices beside those that are not varied', () => {
  const values = { 'ispParams.cehGain[1]': 8, 'ispParams.ccmValues[0][1]': -7 };
  const ispAt = (ispParams: object) =>
    recipeOfRun(
      { ...document, recipe: { ...document.recipe, ispParams } },
      { ...outcome(0, 2, 30, 20), values },
    ).ispParams;
  const byDefault = [
    ['0', '-7', '2000', '0'],
    ['0', '2000', '0', '0'],
    ['2000', '0', '0', '0'],
  ];
  expect(ispAt({})).toEqual({
    ...initialRecipe.ispParams,
    cehGain: '4,8',
    ccmValues: byDefault,
  });
  expect(ispAt({ cehGain: '16,32', ccmValues: '' })).toMatchObject({
    cehGain: '16,8',
    ccmValues: byDefault,
  });
  const ccmValues = [
    [1, 2, 3, 4],
    ['5', '', '7', '8'],
    [9, 10, 11, 12],
  ];
  expect(ispAt({ cehGain: [16, 32], ccmValues })).toMatchObject({
    cehGain: '16,8',
    ccmValues: [
      ['1', '-7', '3', '4'],
      ['5', '2000', '7', '8'],
      ['9', '10', '11', '12'],
    ],
  });
});

test('a recipe with blank rows of a table opens with their defaults, as it was computed', () => {
  const photons = initialRecipe.illuminantCustomPhotons;
  const recipe = {
    illuminantCustomPhotons: photons.map((_, band) => (band === 1 ? 9 : null)),
    sceneFileIlluminantData: initialRecipe.sceneFileIlluminantData.map(() => [3, '']),
  };
  const opened = recipeOfRun({ ...document, recipe }, outcome(0, 2, 30, 20));
  expect(opened.illuminantCustomPhotons).toEqual(
    photons.map((value, band) => (band === 1 ? 9 : value)),
  );
  expect(opened.sceneFileIlluminantData).toEqual(recipe.sceneFileIlluminantData.map(() => [3, 0]));
});

test('what two runs differ in is said in words', () => {
  const { recipe, figures } = runsInWords(document, outcome(0, 1, 20, 20), outcome(1, 2, 30, null));
  expect(recipe).toMatch(/^scene .*20 → 30.*; sensor read noise 1 → 2\smV$/);
  expect(figures).toEqual([{ name: 'sensor.snrAtGrey18', one: 20, other: undefined }]);
});
