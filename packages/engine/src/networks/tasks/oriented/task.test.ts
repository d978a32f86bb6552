import { expect, it } from 'vitest';
import type { NetworkDescriptor } from '../../descriptor.ts';
import { task } from './task.ts';

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
const descriptor = {
  labels: ['ship', 'plane'],
  output: { kind: 'yolo-obb', names: ['o'] },
  thresholds: { score: 0.1, overlap: 0.7, most: 9 },
} as unknown as NetworkDescriptor;
const read = (shape: readonly number[], data: readonly number[], at = placement) =>
  task.read('yolo-obb', {
    outputs: { o: { shape: [...shape], data: Float32Array.from(data) } },
    descriptor,
    placement: at,
    score: 0.1,
    hasMasks: false,
  });
const byRow = (rows: readonly (readonly number[])[]): readonly number[] =>
  rows[0]!.flatMap((_, field) => rows.map((row) => row[field]!));

it('suppresses by the overlap of turned boxes, which crossed ones hardly have', () => {
  const one = [100, 110, 80, 10, 0.75, 0.25, 0.5];
  const like = [101, 110, 80, 10, 0.5, 0.25, 0.5];
  const crossed = [100, 110, 80, 10, 0.5, 0.25, 0.5 + 1.5];
  expect(read([1, 7, 3], byRow([one, like, crossed]))).toEqual({
    kind: 'oriented',
    objects: [
      { rectangle: [50, 50, 40, 5, 0.5], score: 0.75, label: 0 },
      { rectangle: [50, 50, 40, 5, 2], score: 0.5, label: 0 },
    ],
  });
});

it('reads results in rows: middle, sides, score, class, angle', () => {
  const row = [100, 110, 80, 10, 0.5, 1, 0.25];
  expect(read([1, 1, 7], row).objects).toEqual([
    { rectangle: [50, 50, 40, 5, 0.25], score: 0.5, label: 1 },
  ]);
});

it('makes an oblique box of a stretched picture a rectangle again', () => {
  const row = [100, 110, 80, 10, 0.5, 1, 0];
  const stretched = { ...placement, scaleX: 4, scaleY: 1, left: 0, top: 0 };
  expect(read([1, 1, 7], row, stretched).objects[0]!.rectangle).toEqual([25, 110, 20, 10, 0]);
});

it('compares and draws turned boxes', () => {
  const turned = (angle: number) => ({
    picture: { rows: 100, columns: 200 },
    finding: {
      kind: 'oriented' as const,
      objects: [{ rectangle: [100, 50, 80, 10, angle] as const, score: 0.9, label: 0 }],
    },
  });
  const view = { descriptor, isSeen: () => true };
  const size = { rows: 100, columns: 200 };
  expect(task.compare(turned(0.3), turned(0.3), size, view).comparison).toMatchObject({
    kind: 'oriented',
    matches: [{ overlap: expect.closeTo(1, 9) as number }],
  });
  // As bounds they overlap by much more than as turned boxes.
  expect(task.compare(turned(0.3), turned(-0.3), size, view).comparison.matches).toEqual([]);
  const black = { ...size, rgb: new Uint8Array(3 * 100 * 200) };
  const drawn = task.draw(turned(Math.PI / 2), black, view)!;
  const at = (row: number, column: number): number => drawn.rgb[3 * (row * 200 + column)]!;
  // The long side stands upright at the left and right of the middle.
  expect([at(50, 95), at(50, 100), at(50, 130)]).toEqual([255, 0, 0]);
});
