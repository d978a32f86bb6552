import { expect, test } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { checkDraft, documentOf, timeInWords } from './sweep-document.ts';
import { emptyDraft, withField, type SweepDraft } from './sweep-draft.ts';
import { sweepFields } from './sweep-fields.ts';

const recipe = {
  ...initialRecipe,
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { ...initialRecipe.sensorParams, read_noise: '2' },
};
const fields = sweepFields(recipe, []);
const fieldAt = (path: string) => fields.find((field) => field.path === path)!;
const draftOf = (...paths: string[]): SweepDraft =>
  paths.reduce<SweepDraft>((draft, path) => withField(draft, fieldAt(path)), {
    ...emptyDraft,
    measure: ['sensor.snrAtGrey18'],
  });

test('a field begins with all that it can take, or with half to twice its number', () => {
  expect(documentOf(draftOf('optics', 'sensorParams.read_noise'), recipe)).toMatchObject({
    vary: [
      { path: 'optics', values: fieldAt('optics').values },
      { path: 'sensorParams.read_noise', from: 1, to: 4, steps: 5, scale: 'linear' },
    ],
    mode: 'grid',
    repeats: 1,
    keep: 'figures',
  });
  expect(documentOf(draftOf('ispParams.dpcEnabled'), recipe)).toMatchObject({
    vary: [{ path: 'ispParams.dpcEnabled', values: [false, true] }],
  });
});

test('a field is taken out again', () =>
  expect(withField(draftOf('optics'), fieldAt('optics')).fields).toEqual([]));

test('drawn values have a distribution instead of steps', () =>
  expect(
    documentOf({ ...draftOf('sensorParams.read_noise'), mode: 'random', samples: '7' }, recipe),
  ).toMatchObject({
    vary: [{ path: 'sensorParams.read_noise', distribution: 'uniform', from: 1, to: 4 }],
    samples: 7,
  }));

test('the check counts runs and estimates their time, or says what is wrong', () => {
  const checked = checkDraft({ ...draftOf('sensorParams.read_noise'), repeats: '3' }, recipe);
  expect(checked).toMatchObject({ runs: 15 });
  expect((checked as { seconds: number }).seconds).toBeGreaterThan(1);
  expect(checkDraft(emptyDraft, recipe)).toMatchObject({
    problem: { message: 'Choose a field to vary.' },
  });
  const draft = draftOf('sensorParams.read_noise');
  const typed = { ...draft, fields: [{ ...draft.fields[0]!, from: 'x' }] };
  expect(checkDraft(typed, recipe)).toMatchObject({ problem: { field: 'vary.0.from' } });
});

test.each([
  [0.2, '1 s'],
  [75, '75 s'],
  [600, '10 min'],
  [9000, '2.5 h'],
])('%s seconds are %s', (seconds, words) => expect(timeInWords(seconds)).toBe(words));
