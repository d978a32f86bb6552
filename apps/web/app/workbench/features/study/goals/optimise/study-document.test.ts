import { readStudyDocument } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { variedField, withFields } from '../../../../kit/study/varied-field.ts';
import { sweepFields } from '../../../../kit/study/sweep-fields.ts';
import { initialRecipe } from '../../../../model/recipe/recipe.ts';
import { checkDraft, documentOf } from './study-document.ts';
import { aimAt, emptyDraft, turnedDirection, type Aim, type StudyDraft } from './study-draft.ts';

const recipe = {
  ...initialRecipe,
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
};
const fieldAt = (path: string) => sweepFields(recipe, []).find((field) => field.path === path)!;
const draftOf = (paths: readonly string[], aims: readonly Aim[] = []): StudyDraft => ({
  ...withFields(emptyDraft, paths.map(fieldAt)),
  aims,
});
const aim = (figure: string, changes: Partial<Aim> = {}): Aim => ({ ...aimAt(figure), ...changes });
const SNR = 'sensor.snrAtGrey18';
const COLOUR = 'measurements.colour.mean';

test('fields are variables, figures are objectives and limits', () => {
  const draft = draftOf(
    ['sensorParams.read_noise', 'optics'],
    [aim(SNR), aim(COLOUR, { direction: 'max', value: '6' })],
  );
  const document = documentOf(draft, recipe);
  expect(document).toMatchObject({
    name: 'Sensor Read Noise, mV; Optics',
    vary: [
      { path: 'sensorParams.read_noise', from: 0.48, to: 1.92, scale: 'linear' },
      { path: 'optics', values: ['Cooke Triplet', 'Double-Gauss', 'Fisheye'] },
    ],
    objectives: [{ figure: SNR, goal: 'maximise' }],
    constraints: [{ figure: COLOUR, max: 6 }],
    budget: { runs: 200 },
    validate: 8,
  });
  expect(readStudyDocument(document)).toMatchObject({ ok: true });
});

test('what is better the smaller it is begins as small, everything else as large', () => {
  for (const figure of [COLOUR, 'measurements.sfr.edges.0.developed.overshootPercent'])
    expect(aimAt(figure).direction).toBe('minimise');
  for (const figure of [SNR, 'measurements.noise.grey18Db'])
    expect(aimAt(figure).direction).toBe('maximise');
});

test('a press turns the direction on, and the other way round', () => {
  const directions = ['minimise', 'maximise', 'target', 'min', 'max', 'minimise'] as const;
  for (const [at, direction] of directions.slice(0, -1).entries()) {
    expect(turnedDirection(direction, 1)).toBe(directions[at + 1]);
    expect(turnedDirection(directions[at + 1]!, -1)).toBe(direction);
  }
});

test('a row of the matrix keeps its sum by the cell that does not vary, unless all do', () => {
  const draft = draftOf(
    [
      'ispParams.ccmValues[0][0]',
      'ispParams.ccmValues[0][1]',
      ...[0, 1, 2].map((column) => `ispParams.ccmValues[1][${column}]`),
    ],
    [aim(COLOUR)],
  );
  const document = documentOf(draft, recipe);
  // The first row of the default is 0, 0, 2000.
  expect(document.derive).toEqual([
    { path: 'ispParams.ccmValues[0][2]', expression: '2000 - ccm_R_R - ccm_R_G' },
  ]);
  expect(readStudyDocument(document)).toMatchObject({ ok: true });
  expect(documentOf({ ...draft, keepsRowSums: false }, recipe).derive).toBeUndefined();
});

test('an objective and a limit can be of the same figure', () => {
  const draft = draftOf(
    ['sensorParams.read_noise'],
    [aim(SNR), aim(SNR, { direction: 'min', value: '20' })],
  );
  expect(checkDraft(draft, recipe)).toHaveProperty('document');
});

test('what is missing is said in one sentence', () => {
  const problem = (draft: StudyDraft) => checkDraft(draft, recipe);
  const message = (text: string | RegExp) => ({
    problem: {
      field: expect.any(String) as string,
      message: typeof text === 'string' ? text : (expect.stringMatching(text) as string),
    },
  });
  expect(problem(emptyDraft)).toEqual(message('Choose a field to vary.'));
  const draft = draftOf(['sensorParams.read_noise']);
  const objective = message('Choose an objective: a figure that shall become better.');
  expect(problem(draft)).toEqual(objective);
  expect(problem({ ...draft, aims: [aim(SNR, { direction: 'min', value: '1' })] })).toEqual(
    objective,
  );
  expect(problem({ ...draft, aims: [aim(SNR), aim(COLOUR, { direction: 'max' })] })).toEqual(
    message('Mean colour error needs a value beside ≤.'),
  );
  expect(problem({ ...draft, aims: [aim(SNR)], runs: 'many' })).toEqual(message(/^runs must be/));
  const inverted = { ...variedField(fieldAt('sensorParams.read_noise')), from: '3', to: '1' };
  expect(problem({ ...draft, aims: [aim(SNR)], fields: [inverted] })).toEqual(
    message(/^to must be above from/),
  );
});
