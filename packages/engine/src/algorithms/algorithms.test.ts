import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { algorithms } from './list.ts';

it('begins with the documented ones, in their order (specification W-055)', () => {
  const documented = ['DETR', 'MiDaS_DPT_Small'];
  const labels = Object.values(algorithms).map(({ label }) => label);
  expect(labels.slice(0, documented.length)).toEqual(documented);
});

const here = new URL('./', import.meta.url);
const folders = readdirSync(here).filter((name) =>
  existsSync(new URL(`${name}/descriptor.ts`, here)),
);

it.each(folders)('%s/ has its line in list.ts', async (name) => {
  const exports = Object.values(
    (await import(`./${name}/descriptor.ts`)) as Record<string, unknown>,
  );
  expect(Object.values(algorithms).filter((member) => exports.includes(member))).toHaveLength(1);
});

it('there are as many lines as folders', () => {
  expect(Object.keys(algorithms)).toHaveLength(folders.length);
});

const loaded = {
  weights: { path: 'onnx/model.onnx', precision: 'fp32', sha256: '', hashIs: 'unknown' },
  inputs: { pixel_values: [undefined, 3, undefined, undefined] },
  loadMs: 0,
} as const;
const picture = { rows: 6, columns: 9, rgb: new Uint8Array(6 * 9 * 3).fill(120) };

describe.each(Object.values(algorithms))('$label', ({ load }) => {
  it.each([
    ['nothing', {}],
    [
      'wrong shapes',
      {
        logits: { shape: [2], data: new Float32Array(2) },
        predicted_depth: { shape: [1], data: new Float32Array(1) },
      },
    ],
    [
      'no numbers',
      {
        logits: { shape: [1, 1, 2], data: new BigInt64Array(2) },
        predicted_depth: { shape: [1, 1, 1], data: Float32Array.of(NaN) },
      },
    ],
  ])('refuses a network that answers %s, in a sentence', async (_, outputs) => {
    const { build } = await load();
    const network = {
      config: undefined,
      preprocessor: undefined,
      ...loaded,
      run: async () => outputs,
    };
    await expect(build(network).read(picture, { stopped: () => false })).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringMatching(/^its output.+\.$/) as string,
    });
  });

  it.each([
    ['null', null],
    ['a list', []],
    ['a number', 7],
    ['labels of no use', { id2label: 3 }],
  ])('takes %s for a config', async (_, config) => {
    const { build } = await load();
    expect(() =>
      build({ ...loaded, config, preprocessor: undefined, run: async () => ({}) }),
    ).not.toThrow();
  });
});
