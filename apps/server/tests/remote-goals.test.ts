import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { atServer } from './experiment-calls.ts';
import { logIn } from './people.ts';
import { startServer } from './start-server.ts';

const CAMERA = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
  isp: 'Fast-openISP',
};
const noisy = (noise: number) => ({
  name: `noise ${noise}`,
  set: { ...CAMERA, sensorParams: { ...CAMERA.sensorParams, read_noise: noise } },
});

/** Prices in a file of this machine; cameras without a lens, so that no table is traced. */
const CHOICE = {
  version: 1,
  name: 'Marks',
  parts: { sensor: [noisy(2), noisy(8000), noisy(1)] },
  table: 'parts.csv',
  cost: 'sensor.price',
  requirements: { cost: 100 },
  evaluate: {
    ...{ dataset: 'example:marks', network: 'example:marks' },
    scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
  },
  goal: { figure: 'dataset.map50' },
  race: { first: 8, budget: { pictures: 8 } },
};
const PRICES = 'part;price\nnoise 2;40\nnoise 8000;20\n';

const YIELD = {
  name: 'Sensors at dusk',
  recipe: {
    ...{ scene: 'Macbeth', illuminant: 'D65', sceneLuminance: 3, sensor: 'Bayer-grbg' },
    sensorParams: { rows: 24, cols: 36, pixel_size: 2.2, read_noise: 1.4, fill_factor: 0.5 },
    exposureParams: { mode: 'fixed', seconds: 0.04 },
  },
  score: { figure: 'sensor.snrAtGrey18' },
  limit: 3.1,
  spread: [
    { name: 'read noise', path: 'sensorParams.read_noise', percent: 20 },
    { name: 'light', path: 'sceneLuminance', percent: 12, distribution: 'uniform' },
  ],
  runs: 24,
  method: 'model',
};

const goals = [
  {
    command: 'choose',
    document: CHOICE,
    files: ['runs.ndjson', 'candidates.csv', 'results.json', 'report.html', 'best-recipe.json'],
    end: /^noise 2\b.*\(95 %\)/m,
  },
  {
    command: 'yield',
    document: YIELD,
    files: ['runs.ndjson', 'results.json', 'report.html', 'worst-recipe.json'],
    end: / % of cameras reach 3\.1 /,
  },
] as const;

const server = startServer({ MAX_RUNNING_RUNS: '2', RATE_LIMIT_FACTOR: '10' });
let folder: string;
let there: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-goals-'));
  await writeFile(join(folder, 'parts.csv'), PRICES);
  there = await atServer(server, await logIn(server, 'owner@example.com'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each(goals)(
  'lumenloom $command --server writes the bytes that it writes by itself, and is followed again',
  async ({ command, document, files, end }) => {
    const path = join(folder, `${command}.json`);
    await writeFile(path, JSON.stringify(document));
    const ran = (out: string, ...more: readonly string[]) =>
      lumenloom(command, path, '--out', join(folder, `${command}-${out}`), ...more);
    const written = async (out: string, ...more: readonly string[]) => {
      const { status, stdout, stderr } = await ran(out, ...more);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(end);
      const at = (name: string) => readFile(join(folder, `${command}-${out}`, name), 'utf8');
      return Promise.all(files.map(at));
    };
    const here = await written('here', '--jobs', '1');
    // The races of cameras have tests of their own for that.
    if (command === 'yield') expect(await written('two', '--jobs', '2')).toEqual(here);
    const first = await written('there', ...there);
    expect(first).toEqual(here);
    expect(first.join('')).not.toContain(server.dataFolder);

    expect((await ran('there', ...there)).stderr).toMatch(/has the results of a \w+ already/);
    expect(await written('there', '--resume', ...there)).toEqual(here);
    expect((await ran('there', '--resume')).stderr).toContain('--server');
  },
);

it('a plan that refuses all cameras ends well, with the requirement that refuses most', async () => {
  const path = join(folder, 'dear.json');
  await writeFile(path, JSON.stringify({ ...CHOICE, requirements: { cost: 1 } }));
  const out = join(folder, 'dear');
  expect(await lumenloom('choose', path, '--out', out, ...there)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /No camera meets the requirements; cost alone refuses most, 3 of 3: .*\.\n$/,
    ) as string,
  });
  await expect(readFile(join(out, 'server.json'))).rejects.toThrow('ENOENT');
});

it('a file of this machine cannot be a part of a camera of a server', async () => {
  const path = join(folder, 'file.json');
  const lens = [{ name: 'ours', file: 'lens.json' }, 'published:heliar'];
  await writeFile(path, JSON.stringify({ ...CHOICE, parts: { lens } }));
  expect(await lumenloom('choose', path, ...there)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(
      /^parts\.lens\[0\]\.file: lens\.json is a file of this machine/m,
    ) as string,
  });
});
