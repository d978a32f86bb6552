import { readEvaluationDocument } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { initialRecipe, type Recipe } from '../../../../model/recipe/recipe.ts';
import { EXAMPLE } from './choosable.ts';
import { exampleScore } from './example-score.ts';
import { checkDraft, costOf } from './score-document.ts';
import { emptyDraft, MARKS, type ScoreDraft } from './score-draft.ts';
import { withPaths } from './varied-fields.ts';

const recipe: Recipe = {
  ...initialRecipe,
  scene: 'Macbeth',
  illuminant: 'D65',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
};
const marks: ScoreDraft = { ...emptyDraft, network: MARKS, dataset: MARKS };
const check = (draft: ScoreDraft, dataset = EXAMPLE) =>
  checkDraft(draft, recipe, { name: 'marks on marks', dataset });
const documentOf = (draft: ScoreDraft) => {
  const checked = check(draft);
  if ('missing' in checked) throw new Error(checked.missing);
  return checked.document;
};

it('says in one sentence what is missing', () => {
  expect(check(emptyDraft)).toEqual({ missing: 'Choose a network.' });
  expect(check({ ...emptyDraft, network: MARKS })).toEqual({ missing: 'Choose a data set.' });
  expect(check({ ...marks, images: 'many' })).toEqual({
    missing: 'images must be a whole number from 1 to 100000.',
  });
});

it('is a plan of lumenloom evaluate: cameras without scene, all combinations of conditions', () => {
  const paths = ['sceneLuminance', 'sensorParams.analog_gain'];
  const varied = withPaths(marks, recipe, [], paths);
  expect(varied.conditions.map(({ values }) => values)).toEqual(['100, 10, 1', '0.5, 1, 2']);
  expect(withPaths(varied, recipe, [], paths).conditions).toEqual([]);
  const cameras = [{ name: 'phone', recipe: { ...recipe, optics: '' } }];
  const document = documentOf({
    ...varied,
    cameras,
    images: '',
    classMap: 'car = vehicle\n\n',
    conditions: [varied.conditions[0]!, { ...varied.conditions[1]!, values: '1, 2' }],
  });
  expect(document).toMatchObject({
    name: 'marks on marks',
    network: MARKS,
    dataset: MARKS,
    seed: 1,
    ladder: true,
    classMap: { car: 'vehicle' },
    scene: { hfov: 10, luminance: 100, illuminant: 'D65' },
    cameras: { 'A current': { optics: 'Double-Gauss' }, 'B phone': { optics: '' } },
  });
  expect(document).not.toHaveProperty('images');
  expect(document).not.toHaveProperty('split');
  expect(documentOf({ ...marks, split: ' test ' })).toMatchObject({ split: 'test' });
  const read = readEvaluationDocument(document);
  if (!read.ok) throw new Error(read.problems[0]!.message);
  const { conditions, cameras: read2 } = read.value;
  expect(conditions).toHaveLength(6);
  expect(conditions[1]).toEqual({
    name: '100 cd/m², Analog Gain 2',
    set: { sceneLuminance: 100, 'sensorParams.analog_gain': 2 },
  });
  expect(Object.keys(read2['A current']!)).not.toContain('scene');
  const { runs, seconds, words } = costOf(
    { ...read.value, images: 200, conditions: conditions.slice(0, 3) },
    500,
  );
  expect(runs).toBe(1400);
  expect(seconds).toBeGreaterThan(100);
  expect(words).toMatch(/^200 pictures × 2 cameras × 3 levels \+ ideal = 1,400 runs ≈ \d+ min$/);
});

it('takes width, luminance and names of classes from the data set, unless they are typed', () => {
  const dataset = { ...EXAMPLE, hfov: 55, luminance: 3, classMap: { car: 'vehicle' } };
  expect(check(marks, dataset)).toMatchObject({
    document: { scene: { hfov: 55, luminance: 3 }, classMap: { car: 'vehicle' } },
  });
  expect(check({ ...marks, hfov: '30', luminance: '9' }, dataset)).toMatchObject({
    document: { scene: { hfov: 30, luminance: 9 } },
  });
});

it('fits inverse depth for MiDaS, unless another fit is chosen', () => {
  const depth = { ...EXAMPLE, task: 'depth' };
  const midas = { ...marks, network: 'MiDaS_DPT_Small' };
  const align = (draft: ScoreDraft) => ({ document: { score: { align: draft.align } } });
  expect(check(midas, depth)).toMatchObject(align({ ...midas, align: 'inverseScaleShift' }));
  for (const draft of [
    { ...midas, align: 'median' },
    { ...marks, align: 'none' },
  ])
    expect(check(draft, depth)).toMatchObject(align(draft));
});

it('the example is complete', () => {
  const { draft, recipe: opened } = exampleScore({ scene: 'Gridlines' });
  expect(opened).toMatchObject({ scene: 'Gridlines', illuminant: 'D65', optics: 'Double-Gauss' });
  expect(checkDraft(draft, opened, { name: 'n', dataset: EXAMPLE })).toMatchObject({
    cost: { runs: 60 },
    document: { images: 20, scene: { hfov: 21, luminance: 100, illuminant: 'D65' } },
  });
});
