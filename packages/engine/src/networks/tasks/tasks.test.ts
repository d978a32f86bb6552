import { readdirSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { NetworkDescriptor } from '../descriptor.ts';
import { readOutputs } from '../read-outputs.ts';
import { DATASET_FIGURES, TASK_NAMES, figureRange, kindNamed, taskNamed } from './list.ts';
import type { OutputKind } from './list.ts';
import { loadTask } from './load-task.ts';

/** What every task must do, whoever adds it: docs/adding-a-task.md. */

test('every folder of a task has its line in list.ts, under its name', () => {
  const folders = readdirSync(new URL('.', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(TASK_NAMES.toSorted()).toEqual(folders.toSorted());
});

test('a kind of outputs belongs to one task, and figures of one name are alike', () => {
  const kinds = TASK_NAMES.flatMap((name) => Object.keys(taskNamed(name).kinds));
  expect(kinds).toHaveLength(new Set(kinds).size);
  for (const name of TASK_NAMES)
    expect(DATASET_FIGURES).toEqual(
      new Map([
        ...DATASET_FIGURES,
        ...Object.entries(taskNamed(name).figures).map(
          ([figure, facts]) => [`dataset.${figure}`, facts] as const,
        ),
      ]),
    );
});

const placement = {
  rows: 6,
  columns: 9,
  height: 6,
  width: 9,
  scaleX: 1,
  scaleY: 1,
  left: 0,
  top: 0,
};
const input: NetworkDescriptor['input'] = {
  name: 'x',
  layout: 'nchw',
  type: 'float32',
  width: null,
  height: null,
  resize: 'none',
  pad: 114,
  interpolation: 'bilinear',
  antialias: false,
  colour: 'rgb',
  range: [0, 1],
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
  second: null,
};

test('shares end at 0 and 1, errors at 0', () => {
  expect(figureRange('dataset.map')).toEqual([0, 1]);
  expect(figureRange('absRel')).toEqual([0, Infinity]);
});

describe.each(TASK_NAMES)('%s', (name) => {
  const kinds = Object.keys(taskNamed(name).kinds) as OutputKind[];

  it.each(kinds)('%s: outputs that are missing, or of a wrong shape, are refused', async (kind) => {
    expect(kindNamed(kind).task).toBe(name);
    const task = await loadTask(name);
    const port = { name: 'o', type: 'float32', shape: [1, 2, 3] } as const;
    const names = ['o', 'p', 'q', 'r'].slice(0, Math.max(1, task.namesOf(kind, [port]).length));
    for (const outputs of [{}, { o: { shape: [2, 1, 1, 1, 2], data: new Float32Array(3) } }]) {
      const descriptor: NetworkDescriptor = {
        version: 1,
        task: name,
        labels: null,
        input,
        background: 'none',
        output: { kind, names },
        thresholds: { score: 0.1, overlap: 0.7, most: 9 },
      };
      await expect(readOutputs(outputs, descriptor, placement, 'scoring')).rejects.toThrow(
        /^its .+\.$/,
      );
    }
  });
});
