import type { TriedNetwork } from '@lumenloom/contract';
import { expect, it } from 'vitest';
import {
  classesOf,
  COCO,
  namesOf,
  numbersOf,
  settingsOf,
  usualSigmas,
  withKind,
} from './network-settings.ts';

const settings = settingsOf({
  task: 'detection',
  output: { kind: 'yolo', names: ['out'] },
  background: 'none',
});
const outputs = (...shape: (number | null)[]): TriedNetwork['outputs'] => [
  { name: 'other', type: 'float32', shape: [1, 7] },
  { name: 'out', type: 'float32', shape },
];

it.each([
  ['yolo', [1, 84, 8400], 80, '84 − 4'],
  ['yolo', [1, 8400, 84], 80, '84 − 4'],
  ['yolo-seg', [1, 116, 8400], 80, '116 − 36'],
  ['yolo-objectness', [1, 25200, 85], 80, '85 − 5'],
  ['detr', [1, 100, 92], 91, '92 − 1'],
  ['rtdetr', [1, 300, 80], 80, '80'],
  ['logits', [1, 1000], 1000, '1000'],
  ['class-map', [1, 21, null, null], 21, '21'],
] as const)('%s of %j has %i classes', (kind, shape, count, sum) => {
  expect(classesOf(withKind(settings, kind), outputs(...shape))).toEqual({ count, sum });
});

it('a shape that is not fixed, or that classes do not follow from, tells none', () => {
  expect(classesOf(settings, outputs(1, null, 8400))).toBeUndefined();
  expect(classesOf(withKind(settings, 'end2end'), outputs(1, 300, 6))).toBeUndefined();
});

it('another kind brings its task, and what follows from it', () => {
  const depth = withKind(settings, 'depth');
  expect(depth).toMatchObject({ task: 'depth', output: { kind: 'depth', inverse: true } });
  expect(withKind(depth, 'detr')).toEqual({
    task: 'detection',
    background: 'last',
    output: { kind: 'detr', names: ['out'] },
  });
});

it('typed lists: numbers and names', () => {
  expect(numbersOf('0.485, 0.456,.406')).toEqual([0.485, 0.456, 0.406]);
  expect(numbersOf('1,,x')).toEqual([1, null, null]);
  expect(namesOf('bolt, nut\nwasher,')).toEqual(['bolt', 'nut', 'washer']);
  expect(namesOf(' \n')).toBeNull();
  expect(COCO).toHaveLength(80);
});

it('sigmas belong to key points; without any those of COCO or one share for all are taken', () => {
  const posed = withKind({ ...settings, sigmas: [0.1] }, 'yolo-pose');
  expect(posed.sigmas).toEqual([0.1]);
  expect(withKind(posed, 'yolo')).not.toHaveProperty('sigmas');
  expect(usualSigmas(posed)).toBe('those of COCO');
  expect(usualSigmas({ ...posed, output: { ...posed.output, points: [4, 3] } })).toBe(
    '1/4 for each',
  );
});
