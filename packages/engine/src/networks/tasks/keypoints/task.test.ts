import { expect, it } from 'vitest';
import type { Asked } from '../task-code.ts';
import type { NetworkDescriptor } from '../../descriptor.ts';
import { task } from './task.ts';

/** The input is twice as large as the picture, with a margin of 10 rows above. */
const placement = {
  rows: 100,
  columns: 200,
  height: 220,
  width: 400,
  scaleX: 2,
  scaleY: 2,
  left: 0,
  top: 10,
};
const descriptorOf = (classes: number, points: readonly [number, number]) =>
  ({
    labels: Array.from({ length: classes }, (_, at) => `class ${at}`),
    output: { kind: 'yolo-pose', names: ['o'], points },
    thresholds: { score: 0.1, overlap: 0.7, most: 9 },
  }) as unknown as NetworkDescriptor;
const read = (shape: readonly number[], data: readonly number[], descriptor: NetworkDescriptor) =>
  task.read('yolo-pose', {
    outputs: { o: { shape: [...shape], data: Float32Array.from(data) } },
    descriptor,
    placement,
    score: 0.1,
    hasMasks: false,
  });
const byRow = (rows: readonly (readonly number[])[]): readonly number[] =>
  rows[0]!.flatMap((_, field) => rows.map((row) => row[field]!));

it('reads columns of boxes, classes and points, and suppresses boxes', () => {
  const strong = [100, 110, 40, 60, 0.25, 0.75, 90, 100, 0.5, 110, 130, 0.25];
  const weak = [...strong.slice(0, 4), 0.25, 0.5, 1, 1, 1, 1, 1, 1];
  const shape = [1, strong.length, 2];
  expect(read(shape, byRow([weak, strong]), descriptorOf(2, [2, 3]))).toEqual({
    kind: 'keypoints',
    objects: [
      { box: [40, 35, 20, 30], score: 0.75, label: 1, keypoints: [45, 45, 0.5, 55, 60, 0.25] },
    ],
  });
});

it('reads results in rows, points of two numbers, and keeps points in the picture', () => {
  const row = [80, 80, 120, 140, 0.5, 0, 90, 100, 900, -50];
  expect(read([1, 1, row.length], row, descriptorOf(1, [2, 2]))).toEqual({
    kind: 'keypoints',
    objects: [{ box: [40, 35, 20, 30], score: 0.5, label: 0, keypoints: [45, 45, 1, 200, 0, 1] }],
  });
});

const asked = (about: object): Asked =>
  ({
    ports: [{ name: 'o', type: 'float32', shape: [1, 4 + 1 + 3 * 5, 8400] }],
    described: {},
    metadata: {},
    labels: ['hand'],
    ...about,
  }) as unknown as Asked;

it('says what it assumes of the points', () => {
  const guesses: [readonly string[], string][] = [];
  expect(task.settingsOf!('yolo-pose', asked({}), guesses as never)).toEqual({ points: [5, 3] });
  expect(guesses.map(([keys]) => keys).flat()).toEqual(['output.points', 'sigmas']);
  const known: never[] = [];
  const persons = asked({ metadata: { task: 'pose', points: [17, 3] } });
  expect(task.settingsOf!('yolo-pose', persons, known)).toEqual({ points: [17, 3] });
  expect(known).toEqual([]);
  expect(task.recognise(persons)).toEqual({ kind: 'yolo-pose', by: 'metadata' });
  expect(task.recognise(asked({}))).toBeUndefined();
});

it('compares points of the same objects in pixels of the result', () => {
  const shifted = (shift: number) => ({
    picture: { rows: 100, columns: 200 },
    finding: {
      kind: 'keypoints' as const,
      objects: [
        {
          box: [40, 35, 20, 30] as const,
          score: 0.9,
          label: 0,
          keypoints: [45, 45, 1, 55 + shift, 60, 1],
        },
      ],
    },
  });
  const view = { descriptor: descriptorOf(1, [2, 3]), isSeen: () => true };
  const { comparison, lines } = task.compare(
    shifted(6),
    shifted(0),
    { rows: 50, columns: 100 },
    view,
  );
  expect(comparison).toMatchObject({ kind: 'keypoints', missed: [] });
  expect(comparison.pointDistance).toBeCloseTo(1.5, 9);
  expect(lines.at(-1)).toContain('1.50 pixels apart');
});
