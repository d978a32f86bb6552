import { readStudyDocument, type StudyDocument, type StudyRun } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { tuneIsp, whyNotTuned } from './tune-isp.ts';

const recipe: Recipe = {
  ...initialRecipe,
  illuminant: 'Tungsten',
  scene: 'apple.jpg',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
};
const FIGURES = {
  'case:Macbeth/measurements.colour.mean': 8,
  'case:Macbeth, a tenth of the light/measurements.noise.grey18Db': 20,
  'case:Slanted Edge/measurements.sfr.edges.0.developed.mtf50': 0.2,
  'case:Macbeth/isp.clippedPercent.ccm.0': 0,
  'case:Macbeth/isp.clippedPercent.ccm.1': 3,
  'case:Macbeth/isp.clippedPercent.ccm.2': 0.5,
};
const measured = (changes: Partial<StudyRun> = {}) => ({
  ...{ figures: FIGURES, status: 'done' as const, message: '' },
  ...changes,
});

async function tuned(camera: Recipe = recipe) {
  const asked: StudyDocument[] = [];
  const accepted = (document: object): StudyDocument => {
    const read = readStudyDocument(JSON.parse(JSON.stringify(document)));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    return read.value;
  };
  const { document } = await tuneIsp(camera, async (start) => {
    asked.push(accepted(start));
    return measured();
  });
  return { asked, study: accepted(document) };
}

test('one run measures the start; noise, sharpness and clipping must not get worse than that', async () => {
  const { asked, study } = await tuned();
  expect(asked.map(({ budget }) => budget.runs)).toEqual([1]);
  expect(study.budget.runs).toBe(400);
  expect(study.algorithm.name).toBe('cma-es');
  expect(study.objectives).toMatchObject([
    { figure: 'case:Macbeth/measurements.colour.mean', goal: 'minimise' },
  ]);
  const limits = study.constraints.map(({ figure, min, max }) => [figure, min ?? max]);
  expect(limits).toEqual([
    // A tenth more noise is .83 dB.
    ['case:Macbeth, a tenth of the light/measurements.noise.grey18Db', 19.172],
    ['case:Slanted Edge/measurements.sfr.edges.0.developed.mtf50', 0.19],
    ['case:Macbeth/isp.clippedPercent.ccm.0', 1],
    ['case:Macbeth/isp.clippedPercent.ccm.1', 3],
    ['case:Macbeth/isp.clippedPercent.ccm.2', 1],
  ]);
});

test('it starts from what suits the light, varies what is on, and keeps the sums of the rows', async () => {
  const { study } = await tuned();
  const start = study.recipe as unknown as Recipe;
  expect(start.ispParams['awbR']).not.toEqual(recipe.ispParams['awbR']);
  const paths = study.vary.map(({ path }) => path);
  for (const key of ['awbR', 'awbB', 'gacOffset', 'nlmHeight', 'bnfNormGain', 'eehGain'])
    expect(paths).toContain(`ispParams.${key}`);
  expect(paths.filter((path) => path!.includes('ccmValues'))).toHaveLength(6);
  expect(study.derive.map(({ path }) => path)).toEqual(
    [2, 1, 0].map((column, row) => `ispParams.ccmValues[${row}][${column}]`),
  );
  for (const variable of study.vary)
    if ('from' in variable) expect(variable.to).toBeGreaterThan(variable.from);
  const without = { ...recipe, ispParams: { ...recipe.ispParams, nlmEnabled: false } };
  expect((await tuned(without)).study.vary.map(({ path }) => path)).not.toContain(
    'ispParams.nlmHeight',
  );
});

test('the dark case has a tenth of the electrons', async () => {
  const { study } = await tuned();
  expect(study.cases.map(({ name, set }) => [name, set])).toEqual([
    ['Macbeth', { scene: 'Macbeth' }],
    ['Slanted Edge', { scene: 'Slanted Edge' }],
    ['Macbeth, a tenth of the light', { scene: 'Macbeth', 'sensorParams.analog_gain': 0.1 }],
  ]);
});

test('a start that fails is said, and what cannot be tuned says what is missing', async () => {
  const failed = measured({ status: 'failed', message: 'The chart is too small.' });
  await expect(tuneIsp(recipe, async () => failed)).rejects.toThrow('The chart is too small.');
  expect(whyNotTuned({ ...recipe, isp: '' })).toBe('Choose Fast-openISP first.');
  expect(whyNotTuned({ ...recipe, isp: 'Reference ISP' })).toMatch(
    /^The Reference ISP has nothing to tune/,
  );
  expect(whyNotTuned({ ...recipe, sensor: '' })).toBe('Choose a sensor first.');
  expect(whyNotTuned(recipe)).toBeUndefined();
});
