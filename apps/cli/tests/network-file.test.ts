import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reportProblems } from '@lumenloom/contract';
import type { SimulationReport } from '@lumenloom/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

/** `lumenloom simulate --network-file` with the tiny networks of the golden folder. */

const networks = fileURLToPath(
  new URL('../../../packages/node-host/tests/vision-networks/', import.meta.url),
);
const recipe = {
  scene: 'Macbeth',
  illuminant: 'D65',
  optics: 'Cooke Triplet',
  sensor: 'Bayer-rggb',
  isp: 'Fast-openISP',
  algorithm: 'DETR',
  sensorParams: { rows: '96', cols: '128' },
};

let folder: string;
let recipeFile: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  recipeFile = await jsonFile(folder, 'recipe.json', recipe);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function simulated(name: string, ...args: readonly string[]) {
  const out = join(folder, name);
  const { status, stderr } = await lumenloom(
    ...['simulate', recipeFile, '--out', out],
    ...['--network-file', join(networks, `${name}.onnx`), ...args],
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const report = JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as SimulationReport;
  expect(reportProblems(report)).toEqual([]);
  return { out, report, log: await readFile(join(out, 'log.txt'), 'utf8') };
}

test('takes the place of the recipe’s algorithm; picture and noise are those without it', async () => {
  const { out, report, log } = await simulated('yolo11', '--labels', 'x,y,z');
  expect(report.algorithm).toMatchObject({
    label: 'yolo11.onnx',
    status: 'done',
    kind: 'detection',
    network: {
      sha256: '262205743db24279af8a853f3884eb834ef8bb8e737721be73bd60e21d3c6ef0',
      descriptor: { output: { kind: 'yolo' }, input: { resize: 'letterbox', pad: 114 } },
      problems: [],
    },
    matches: [
      { camera: { label: 'x', box: [20, 32, 40, 48] }, overlap: 1 },
      { camera: { label: 'z' } },
      { camera: { label: 'y' } },
      { camera: { label: 'z' } },
    ],
  });
  expect(log).toContain('The algorithm is the network of yolo11.onnx.');
  expect(log).toContain('sha256 262205743db24279');
  expect(log).toContain('128 x 96 pixels, letterbox');
  expect(log).not.toContain('DETR');
  const plain = join(folder, 'plain');
  const without = await lumenloom('simulate', recipeFile, '--set', 'algorithm=', '--out', plain);
  expect(without.status).toBe(0);
  expect(await readFile(join(out, 'plain.png'))).toEqual(await readFile(join(plain, 'result.png')));
  expect(await readFile(join(out, 'result.png'))).not.toEqual(
    await readFile(join(out, 'plain.png')),
  );
});

test('classes are in the log and in the report; guesses too', async () => {
  const { report, log } = await simulated('classification-logits');
  expect(report.algorithm).toMatchObject({ kind: 'classification', isSame: true });
  expect(log).toContain('classification-logits.onnx: labels are not in the file: give --labels.');
  expect(log).toMatch(/class \d .* on the ideal picture, .* the same class\./);
});

test('a network that cannot process the picture leaves the run without overlay', async () => {
  const descriptor = await jsonFile(folder, 'wrong.json', {
    output: { kind: 'logits', names: ['output0'] },
  });
  const { report, log } = await simulated('yolo-end2end', '--descriptor', descriptor);
  expect(report.algorithm).toMatchObject({ status: 'unusable model files' });
  expect(log).toMatch(
    /yolo-end2end\.onnx did not run: its output .+\. The picture is shown without overlay\./,
  );
});

test.each([
  ['a damaged file', ['--network-file', join(networks, 'refused/cut-off.onnx')], 'cut-off.onnx: '],
  ['no file', ['--network-file', '/nowhere.onnx'], '/nowhere.onnx'],
  ['labels alone', ['--labels', 'a'], '--labels belongs to --network-file.'],
  [
    'two networks',
    ['--algorithm', 'DETR', '--network-file', 'x.onnx'],
    '--algorithm and --network-file both choose a network: leave one out.',
  ],
])('%s is refused before the run, with exit status 2', async (_, args, sentence) => {
  const out = join(folder, 'none');
  const { status, stderr, stdout } = await lumenloom('simulate', recipeFile, '--out', out, ...args);
  expect(status).toBe(2);
  expect(stderr).toContain(sentence);
  expect(stdout).toBe('');
});
