import { evaluationDocumentSchema } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import { sameCameraSentences } from './same-cameras.ts';

const sentencesOf = (rest: object): readonly string[] =>
  sameCameraSentences(
    evaluationDocumentSchema.parse({
      dataset: 'd',
      network: 'n',
      scene: { luminance: 300 },
      ...rest,
    }),
  );

it('cameras that the scene makes equal, and values that it replaces', () => {
  const camera = { optics: 'Double-Gauss' };
  expect(sentencesOf({ cameras: { a: camera, b: { ...camera, sceneLuminance: 2 } } })).toEqual([
    'a and b are the same camera: scene.luminance replaces cameras.b.sceneLuminance.',
  ]);
  expect(sentencesOf({ cameras: { a: camera, b: camera } })).toEqual([
    'a and b are the same camera.',
  ]);
  expect(
    sentencesOf({ cameras: { a: camera, b: { optics: 'Cooke Triplet', sceneLuminance: 2 } } }),
  ).toEqual(['scene.luminance replaces cameras.b.sceneLuminance.']);
});

it('cameras that the conditions make equal are equal', () => {
  const cameras = { a: { sensorParams: { rows: 9 } }, b: { sensorParams: { rows: 8 } } };
  const conditions = [{ name: 'x', set: { 'sensorParams.rows': 7 } }];
  expect(sentencesOf({ cameras, conditions })).toEqual(['a and b are the same camera.']);
  expect(sentencesOf({ cameras, conditions: [...conditions, { name: 'y' }] })).toEqual([]);
});
