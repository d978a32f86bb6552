import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EvaluationResults } from '@lumenloom/experiment/dataset';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lumenloom } from './lumenloom.ts';

const cases = fileURLToPath(new URL('vision-cases/', import.meta.url));
const NETWORK = fileURLToPath(
  new URL('../../../packages/node-host/tests/network-cases/mmdeploy.onnx', import.meta.url),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Notes its process once, and answers with the objects of the network of all pictures. */
const program = (notes: string): string => `
  require('fs').appendFileSync(${JSON.stringify(notes)}, process.pid + ' ');
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const bytes = Buffer.from(JSON.parse(line).outputs.dets.data, 'base64');
    const at = (i) => bytes.readFloatLE(4 * i);
    const objects = ['cup', 'plate'].map((category, row) => {
      const [left, top, right, bottom, score] = [0, 1, 2, 3, 4].map((i) => at(5 * row + i));
      return { bbox: [left, top, right - left, bottom - top], score, category };
    });
    console.log(JSON.stringify({ objects }));
  });`;

const asked = (notes: string) => ({
  dataset: join(cases, 'yolo-splits.set'),
  split: 'all',
  network: NETWORK,
  descriptor: {
    task: 'detection',
    labels: ['cup', 'plate'],
    output: { kind: 'command', command: [process.execPath, '-e', program(notes)] },
  },
  scene: { hfov: 10 },
});
const camera = {
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 48, cols: 64 },
  scene: 'Macbeth',
  exposureParams: { mode: 'auto' },
  isp: 'Fast-openISP',
};
const processesIn = async (notes: string): Promise<number> =>
  new Set((await readFile(notes, 'utf8')).trim().split(' ')).size;

test('all threads of an evaluation ask one process', async () => {
  const notes = join(folder, 'evaluation');
  const plan = join(folder, 'plan.json');
  await writeFile(plan, JSON.stringify(asked(notes)));
  const out = join(folder, 'out');
  const { status, stderr } = await lumenloom('evaluate', plan, '--out', out, '--jobs', '2');
  expect([status, stderr]).toEqual([0, '']);
  const results = JSON.parse(
    await readFile(join(out, 'results.json'), 'utf8'),
  ) as EvaluationResults;
  expect([results.images, results.source.figures['dataset.map50']]).toEqual([5, 1]);
  expect(await processesIn(notes)).toBe(1);
});

test('all runs of a sweep ask one process', async () => {
  const notes = join(folder, 'sweep');
  const document = join(folder, 'sweep.json');
  await writeFile(
    document,
    JSON.stringify({
      name: 'Exposure',
      recipe: camera,
      vary: [{ path: 'exposureParams.compensation', values: [0, -1] }],
      measure: ['dataset.map50'],
      evaluate: { ...asked(notes), images: 2 },
    }),
  );
  const out = join(folder, 'swept');
  const { status, stderr } = await lumenloom('sweep', document, '--out', out);
  expect([status, stderr]).toEqual([0, '']);
  const csv = await readFile(join(out, 'results.csv'), 'utf8');
  expect(csv.trim().split('\n')).toHaveLength(3);
  expect(await processesIn(notes)).toBe(1);
});
