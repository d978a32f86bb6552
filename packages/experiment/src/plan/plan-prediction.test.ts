import { describe, expect, test } from 'vitest';
import { planPrediction } from './plan-prediction.ts';

const PLAN = {
  name: 'Noise of a small camera',
  recipe: {
    scene: 'Slanted Edge',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 64, cols: 96, pixel_size: 9 },
    isp: 'Fast-openISP',
    seed: 1,
  },
  vary: [
    { path: 'sensorParams.read_noise', from: 0.5, to: 8, steps: 20, scale: 'log' },
    { path: 'sensorParams.analog_gain', values: [1, 2] },
  ],
  mode: 'latin-hypercube',
  samples: 20,
  evaluate: { dataset: 'example:marks', network: 'marks.onnx', scene: { hfov: 21 }, images: 1 },
};
const PREDICT = {
  score: 'dataset.map50',
  figures: ['information.snriDb', { figure: 'sensor.snrAtGrey18', chosen: 'after' }],
  factors: ['sensorParams.analog_gain'],
};

test('a plan is a sweep that measures its score and its figures', async () => {
  const read = await planPrediction({
    ...PLAN,
    measure: ['information.capacity', 'dataset.map50'],
    predict: PREDICT,
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { document, count } = read.value;
  expect(count).toBe(20);
  expect(document.measure).toEqual([
    ...['dataset.map50', 'information.snriDb', 'sensor.snrAtGrey18', 'information.capacity'],
  ]);
  expect(document.predict).toMatchObject({ test: 0.3333, seed: 1 });
});

describe('refused', () => {
  const other = (predict: object, plan: object = {}): unknown => ({
    ...PLAN,
    ...plan,
    predict: { ...PREDICT, ...predict },
  });
  test.each<[string, string, unknown]>([
    ['predict', 'The plan needs predict, with score', PLAN],
    [
      'predict.score',
      'The score is a figure of the data set, such as dataset.map50, not sensor.snrAtGrey18.',
      other({ score: 'sensor.snrAtGrey18' }),
    ],
    [
      'predict.score',
      'dataset.map50 needs evaluate in the sweep',
      other({}, { evaluate: undefined }),
    ],
    ['predict.figures', 'figures must name at least one figure.', other({ figures: [] })],
    [
      'predict.figures[0]',
      'report.json has no number named sharpness',
      other({ figures: ['sharpness'] }),
    ],
    [
      'predict.figures[0]',
      'dataset.map is a score: a figure that predicts is known before the network sees a picture.',
      other({ figures: ['dataset.map'] }),
    ],
    [
      'predict.figures[1]',
      'information.snriDb is named twice.',
      other({ figures: ['information.snriDb', 'information.snriDb'] }),
    ],
    [
      'predict.figures[0].chosen',
      'chosen must be "after".',
      other({ figures: [{ figure: 'information.snriDb', chosen: 'before' }] }),
    ],
    [
      'predict.factors[0]',
      'isp does not vary; what varies is sensorParams.read_noise, sensorParams.analog_gain.',
      other({ factors: ['isp'] }),
    ],
    [
      'predict.factors[0]',
      'sensorParams.analog_gain has one value only: leaving it out leaves no camera.',
      other({}, { vary: [PLAN.vary[0], { path: 'sensorParams.analog_gain', values: [1, 1] }] }),
    ],
    ['predict.test', 'test must be at most 0.9.', other({ test: 1 })],
    ['predict.test', 'leaves one of both parts without cameras.', other({ test: 1e-6 })],
    ['predict.seed', 'seed must be a whole number from 0', other({ seed: -1 })],
    ['samples', 'needs at least 20 cameras; the plan has 12.', other({}, { samples: 12 })],
    ['repeats', 'must be 1: a camera is one run.', other({}, { repeats: 2 })],
    ['measure[0]', 'report.json has no number named x', other({}, { measure: ['x'] })],
  ])('%s: %s', async (field, message, plan) => {
    const read = await planPrediction(plan);
    const wrong = read.ok ? [] : read.problems;
    expect(wrong[0]).toEqual({
      field,
      message: expect.stringContaining(message) as string,
    });
  });

  test('an unknown key of predict, by its name', async () => {
    const read = await planPrediction(other({ draws: 10 }));
    expect(JSON.stringify(read)).toContain('draws');
  });
});
