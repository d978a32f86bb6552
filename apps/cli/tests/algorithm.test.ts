import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { THREE_BANDS, jsonFile, lumenloom, temporaryFolder } from './lumenloom.ts';

const recipe = {
  illuminant: 'D65',
  scene: 'apple.jpg',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows: '90', cols: '130', pixel_size: '11' },
};
let folder: string;
let path: string;
beforeAll(async () => {
  vi.stubEnv(
    'MODELS_DIR',
    fileURLToPath(new URL('../../../packages/node-host/tests/tiny-models/', import.meta.url)),
  );
  folder = await temporaryFolder();
  path = await jsonFile(folder, 'recipe.json', recipe);
});

const reportOf = async (out: string) =>
  JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as {
    readonly algorithm: Readonly<Record<string, unknown>>;
  };

test('--algorithm DETR writes the scores to report.json, and the picture with and without boxes', async () => {
  const out = join(folder, 'detr');
  const { status, stdout, stderr } = await lumenloom(
    'simulate',
    path,
    '--algorithm',
    'DETR',
    '--out',
    out,
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect((await readdir(out)).toSorted()).toEqual([
    'log.txt',
    'plain.png',
    'report.json',
    'result.png',
  ]);
  const { algorithm } = await reportOf(out);
  expect(algorithm).toMatchObject({
    label: 'DETR',
    status: 'done',
    kind: 'detection',
    scoreThreshold: 0.5,
    overlapThreshold: 0.5,
  });
  const [{ ideal, camera, overlap }] = algorithm['matches'] as [
    {
      ideal: { label: string; score: number };
      camera: { label: string; score: number; box: number[] };
      overlap: number;
    },
  ];
  for (const { label, score } of [ideal, camera]) {
    expect(label).toBe('tiny: reddish');
    expect(score).toBeGreaterThan(0.5);
  }
  expect(overlap).toBeGreaterThan(0.5);
  expect(camera.box[2]).toBeLessThanOrEqual(130);
  expect(stdout).toContain(
    `${ideal.label} ${ideal.score.toFixed(2)} ideal, ${camera.score.toFixed(2)} camera, overlap ${overlap.toFixed(2)}`,
  );
});

test('an algorithm in the recipe runs too, and depth is compared in numbers', async () => {
  const out = join(folder, 'depth');
  const { status } = await lumenloom(
    'simulate',
    await jsonFile(folder, 'depth.json', { ...recipe, algorithm: 'MiDaS_DPT_Small' }),
    '--out',
    out,
  );
  expect(status).toBe(0);
  const { algorithm } = await reportOf(out);
  expect(algorithm).toMatchObject({ label: 'MiDaS_DPT_Small', kind: 'depth', points: 384 * 384 });
  expect(algorithm['rankCorrelation']).toBeGreaterThan(0.5);
  expect(algorithm['rankCorrelation']).toBeLessThan(1);
  expect(algorithm['meanRelativeDifference']).toBeGreaterThan(0);
});

test('a sweep over a tilted group has the yield on the score of a network, with its interval', async () => {
  const out = join(folder, 'yield');
  const score = 'algorithm.meanRelativeDifference';
  const sweep = await jsonFile(folder, 'yield.json', {
    name: 'The negative element of a triplet, tilted',
    recipe: {
      ...recipe,
      optics: 'Cooke Triplet',
      seed: 1,
      algorithm: 'MiDaS_DPT_Small',
      ...THREE_BANDS,
      sensorParams: { rows: 48, cols: 64, pixel_size: 4 },
    },
    groups: [{ surfaces: [2, 3] }],
    vary: [{ path: 'lens.groups[0].tilt[0]', values: [0, 5] }],
    measure: [score],
  });
  const yieldAt = async (limit: number) => {
    const { status, stdout } = await lumenloom(
      ...['sweep', sweep, '--out', out, '--jobs', '1', '--resume', '--json'],
      ...['--limit', `${score}<=${limit}`],
    );
    expect(status).toBe(0);
    return JSON.parse(stdout) as { readonly yield: number; readonly yieldInterval: number[] };
  };
  await yieldAt(1);
  const [, straight, tilted] = (await readFile(join(out, 'results.csv'), 'utf8'))
    .split('\n')
    .map((line) => Number(line.split(',')[3]));
  expect(tilted).toBeGreaterThan(1.05 * straight!);
  // Wilson 1927 at 95 %: of one of two runs .0945 to .9055, of two of two .3424 to 1.
  const between = await yieldAt((straight! + tilted!) / 2);
  expect(between.yield).toBe(0.5);
  expect(between.yieldInterval[0]).toBeCloseTo(0.0945, 4);
  expect(between.yieldInterval[1]).toBeCloseTo(0.9055, 4);
  const above = await yieldAt(2 * tilted!);
  expect(above.yield).toBe(1);
  expect(above.yieldInterval[0]).toBeCloseTo(0.3424, 4);
});

test('the network of the examples is an algorithm of recipes and sweeps', async () => {
  const out = join(folder, 'marks');
  const named = await lumenloom('simulate', path, '--algorithm', 'example:marks', '--out', out);
  expect(named).toMatchObject({ status: 0, stderr: '' });
  expect((await reportOf(out)).algorithm).toMatchObject({ label: 'marks.onnx', status: 'done' });
  const sweep = await jsonFile(folder, 'marks-sweep.json', {
    name: 'Marks',
    recipe: { ...recipe, algorithm: 'example:marks' },
    vary: [{ path: 'sensorParams.read_noise', values: [1] }],
    measure: ['algorithm.extra.length'],
  });
  const swept = await lumenloom('sweep', sweep, '--out', join(folder, 'swept'));
  expect(swept).toMatchObject({ status: 0, stderr: '' });
  expect(await readFile(join(folder, 'swept/results.csv'), 'utf8')).toMatch(/\n0,\d+,1,\d+,done,/);
});

test('an algorithm that does not exist is a sentence', async () => {
  const { status, stderr } = await lumenloom('simulate', path, '--algorithm', 'YOLO');
  expect(status).toBe(2);
  expect(stderr).toBe(
    'algorithm: Algorithm "YOLO" is not known: choose DETR, MiDaS_DPT_Small, or leave it blank.\n',
  );
});
