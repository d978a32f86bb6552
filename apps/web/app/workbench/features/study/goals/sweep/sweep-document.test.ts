import { expect, test } from 'vitest';
import { initialRecipe, type Recipe } from '../../../../model/recipe/recipe.ts';
import { timeInWords } from '../../../../kit/study/time-in-words.ts';
import { checkDraft, documentOf } from './sweep-document.ts';
import { secondsOf, timeAfterRuns } from '../../../../kit/study/seconds-of.ts';
import { variedField, withFields } from '../../../../kit/study/varied-field.ts';
import { emptyDraft, type SweepDraft } from './sweep-draft.ts';
import { sweepFields, type SweepField } from '../../../../kit/study/sweep-fields.ts';

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
  withFields({ ...emptyDraft, measure: ['sensor.snrAtGrey18'] }, paths.map(fieldAt));
const pathsOf = ({ fields: varied }: SweepDraft) => varied.map(({ path }) => path);
/** The fields of an ISP's pair or matrix, by their paths. */
const ispFields = (ispParams: Recipe['ispParams'], key: string) =>
  sweepFields({ ...recipe, ispParams: { ...recipe.ispParams, ...ispParams } }, []).filter(
    ({ path }) => path.startsWith(`ispParams.${key}`),
  );

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

test('a sweep is named by what it varies, unless its name is typed', () => {
  const name = (draft: Partial<SweepDraft>, ...paths: string[]): string =>
    documentOf({ ...draftOf(...paths), ...draft }, recipe).name;
  expect(name({}, 'sensorParams.read_noise', 'ispParams.cfaType')).toBe(
    'Sensor Read Noise: 1 to 4 mV; ISP CFA type: bilinear, malvar, 10 runs',
  );
  expect(name({}, 'sensor')).toBe('Sensor: 4 values, 4 runs');
  expect(name({ name: ' Noise ' }, 'sensor')).toBe('Noise');
  // What does not fit is left out.
  const cells = ispFields({}, 'ccmValues').map(({ path }) => path);
  expect(name({}, ...cells.slice(0, 4))).toBe(
    'ISP CCM values R,R; ISP CCM values R,G; ISP CCM values R,B; ISP CCM values R,Offset, 625 runs',
  );
  expect(name({}, ...cells.slice(0, 6))).toBe('ISP CCM values R,R and 5 more, 15625 runs');
  const drawn = { mode: 'random', samples: '20' } as const;
  expect(name(drawn, 'sensorParams.read_noise')).toBe('Sensor Read Noise: 1 to 4 mV, 20 runs');
  // A name is there before the document is complete.
  expect(name({ measure: [] }, 'sensor')).toBe('Sensor: 4 values, 4 runs');
  expect(name({})).toBe('Sweep');
});

test('fields are taken out again only where none of them is missing', () => {
  const rows = 'ispParams.cehGain[0]';
  const columns = 'ispParams.cehGain[1]';
  const both = [fieldAt(rows), fieldAt(columns)];
  expect(pathsOf(withFields(draftOf('optics'), [fieldAt('optics')]))).toEqual([]);
  expect(pathsOf(withFields(draftOf('optics', columns), both))).toEqual(['optics', columns, rows]);
  expect(pathsOf(withFields(draftOf(rows, 'optics', columns), both))).toEqual(['optics']);
});

test('each number of a pair or matrix is a field, with its own name and number', () => {
  const shown = (key: string, ispParams: Recipe['ispParams']) =>
    ispFields(ispParams, key).map(({ path, label, current }) => [path, label, current]);
  expect(shown('cehGain', { cehGain: '8,6' })).toEqual([
    ['ispParams.cehGain[0]', 'tiles, rows', 8],
    ['ispParams.cehGain[1]', 'tiles, columns', 6],
  ]);
  const cells = [
    ['1', '2', '3', '4'],
    ['5', '', '7', '8'],
    ['9', '10', '11', 'auto'],
  ];
  expect(shown('ccmValues', { ccmValues: cells })).toEqual([
    ['ispParams.ccmValues[0][0]', 'CCM values R,R', 1],
    ['ispParams.ccmValues[0][1]', 'CCM values R,G', 2],
    ['ispParams.ccmValues[0][2]', 'CCM values R,B', 3],
    ['ispParams.ccmValues[0][3]', 'CCM values R,Offset', 4],
    ['ispParams.ccmValues[1][0]', 'CCM values G,R', 5],
    ['ispParams.ccmValues[1][1]', 'CCM values G,G', 2000],
    ['ispParams.ccmValues[1][2]', 'CCM values G,B', 7],
    ['ispParams.ccmValues[1][3]', 'CCM values G,Offset', 8],
    ['ispParams.ccmValues[2][0]', 'CCM values B,R', 9],
    ['ispParams.ccmValues[2][1]', 'CCM values B,G', 10],
    ['ispParams.ccmValues[2][2]', 'CCM values B,B', 11],
    ['ispParams.ccmValues[2][3]', 'CCM values B,Offset', NaN],
  ]);
  for (const blank of ['', ' '])
    expect(shown('cehGain', { cehGain: blank }).map(([, , current]) => current)).toEqual([4, 6]);
});

test('a zero of a matrix is varied by a quarter of the largest number, about zero', () => {
  const zero = variedField(fieldAt('ispParams.ccmValues[0][1]'));
  expect(zero).toMatchObject({ from: '-500', to: '500', mean: '0', deviation: '200' });
  const none = [0, 1, 2].map(() => ['0', '0', '0', '0']);
  const [first] = ispFields({ ccmValues: none }, 'ccmValues');
  expect(variedField(first!)).toMatchObject({ from: '0', to: '1' });
});

test.each([
  ['4', { from: '2', to: '10', steps: '5' }],
  ['2', { from: '2', to: '6', steps: '5' }],
  ['255', { from: '128', to: '256', steps: '5' }],
  ['200', { from: '100', to: '256', steps: '5' }],
])('whole numbers begin with whole steps within their limits: %s', (rows, range) => {
  const draft = variedField(ispFields({ cehGain: `${rows},6` }, 'cehGain')[0]!);
  expect(draft).toMatchObject(range);
});

test('odd numbers begin with odd steps', () => {
  const odd = { ...fieldAt('ispParams.cehGain[0]'), current: 5, limits: { odd: true, min: 1 } };
  expect(variedField(odd as SweepField)).toMatchObject({ from: '3', to: '11', steps: '5' });
});

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
  expect(checkDraft(typed, recipe)).toMatchObject({ problem: { field: 'vary[0].from' } });
});

test('a varied lens takes longer, and how long depends on its blur', () => {
  const camera = { ...recipe, optics: 'Double-Gauss' };
  const [one, other] = ['sensorParams.read_noise', 'lens.surfaces[0].radius'].map((path) => ({
    seconds: secondsOf(camera, 10, [path]),
    words: timeAfterRuns(secondsOf(camera, 10, [path]), [path]),
  }));
  expect(other!.seconds).toBeGreaterThan(one!.seconds + 5);
  expect(one!.words).toMatch(/^, about \d+ s$/);
  expect(other!.words).toMatch(/^, at least \d+ s: the more a varied lens blurs/);
});

test.each([
  [0.2, '1 s'],
  [75, '75 s'],
  [600, '10 min'],
  [9000, '2.5 h'],
])('%s seconds are %s', (seconds, words) => expect(timeInWords(seconds)).toBe(words));
