import { evaluationDocumentSchema } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { warningsOf } from './warnings.ts';

const document = evaluationDocumentSchema.parse({
  dataset: 'd',
  network: 'n',
  conditions: [{ name: 'day', weight: 3 }, { name: 'dusk' }],
});
const ground = {
  document,
  categories: [],
  images: [],
  pictureConditions: new Map(),
  isAgreement: false,
  threshold: 0.25,
  voidClasses: [],
  limits: new Map(),
  notes: ['Of the parts val is taken.'],
};
const found = (detections: number, topScore: number) => ({
  detections,
  truths: 48,
  pictures: 12,
  topScore,
});
const column = { figures: { 'dataset.map': 0 }, intervals: {}, covers: '' };
const floor = 'the network finds nothing';
const results = {
  version: '',
  name: '',
  document,
  differences: [],
  labelIou: null,
  images: 12,
  failed: [],
  source: { ...column, found: found(0, 0.04), floor },
  cameras: [{ name: 'CAMERA', ...column, found: found(0, 0.01), floor }],
  skipped: ['a', 'b', 'c', 'd'].map((place) => ({ place, reason: 'is wrong' })),
};

it('what makes the figures worthless comes first, and each thing is said', () => {
  expect(warningsOf(results, ground).slice(0, 6)).toEqual([
    'The network finds nothing in the source pictures (0 of 48 objects, highest score .04 for a threshold of .25): network, classes or threshold do not fit this data. Camera scores say nothing.',
    'CAMERA: the network finds nothing (0 of 48; 0 at the source).',
    'Of the parts val is taken.',
    '4 things of the data set are left out or changed, all listed as skipped in results.json: a (is wrong), b (is wrong), c (is wrong), ….',
    'The figures of a camera are the mean over the conditions day, dusk, weighted 3, 1.',
    'Only a few pictures: the intervals are rough.',
  ]);
});

it('a camera alone at the floor is measured against the source', () => {
  const source = { ...column, found: found(41, 0.9) };
  expect(warningsOf({ ...results, source, skipped: [] }, ground)[0]).toBe(
    'CAMERA: the network finds nothing (0 of 48; 41 at the source).',
  );
});
