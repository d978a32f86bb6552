import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { MARKS_NETWORK, filesOfDataset } from './dataset-of-one.ts';
import { atServer } from './experiment-calls.ts';
import { logIn } from './people.ts';
import { startServer } from './start-server.ts';

/** Without a lens: each process would trace its tables again. */
const CAMERA = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
  isp: 'Fast-openISP',
};
const EVALUATE = {
  ...{ dataset: 'set', network: 'net.onnx' },
  scene: { hfov: 5, luminance: 100 },
};
const STUDY = {
  name: 'Noise',
  recipe: { scene: 'Macbeth', ...CAMERA },
  vary: [{ path: 'sensorParams.read_noise', from: 50, to: 4000, scale: 'log', start: 50 }],
  objectives: [{ name: 'map', figure: 'dataset.map', goal: 'maximise' }],
  evaluate: EVALUATE,
  budget: { runs: 4 },
};
const { objectives: _, budget: __, ...SHARED } = STUDY;
const SMALL = { 'sensorParams.rows': 60, 'sensorParams.cols': 80 };

/** Each with files of this machine, and with what the server is to be sent of them. */
const goals = [
  {
    command: 'evaluate',
    one: 'an evaluation',
    document: {
      ...{ name: 'One mark', ...EVALUATE, bootstrap: { draws: 20 } },
      conditions: [
        { name: 'day', set: SMALL },
        { name: 'published', set: { ...SMALL, optics: 'published:pentax-110-24' } },
      ],
      cameras: {
        small: 'small.json',
        // The numbers of the sensor win here, and are sent.
        chip: { ...CAMERA, sensor: 'published:imx250', sensorParams: { pixel_size: 3.45 } },
      },
    },
    files: ['images.ndjson', 'results.json', 'report.html', 'galleries.json'],
    end: 'Wrote ',
  },
  {
    command: 'optimise',
    one: 'a study',
    document: STUDY,
    files: ['results.csv', 'best-recipe.json'],
    end: 'All 4 runs of the budget were made.',
  },
  {
    command: 'sweep',
    one: 'a sweep',
    document: {
      ...SHARED,
      vary: [{ path: 'sensorParams.read_noise', values: [50, 4000] }],
      measure: ['dataset.map', 'sensor.dynamicRangeDb'],
    },
    files: ['results.csv', 'results.json', 'report.html'],
    end: 'Wrote ',
  },
] as const;

const server = startServer({ MAX_RUNNING_RUNS: '1', RATE_LIMIT_FACTOR: '10' });
let folder: string;
let there: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lumenloom-remote-'));
  await mkdir(join(folder, 'set', 'images'), { recursive: true });
  for (const { name, content } of await filesOfDataset())
    await writeFile(join(folder, 'set', name), content);
  await copyFile(MARKS_NETWORK, join(folder, 'net.onnx'));
  await writeFile(join(folder, 'small.json'), JSON.stringify(CAMERA));
  there = await atServer(server, await logIn(server, 'owner@example.com'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Whether the server has the files. */
let isSent = false;

it.each(goals)(
  'lumenloom $command --server writes the files that it writes by itself, is sent what it needs once, and is followed again',
  async ({ command, one, document, files, end }) => {
    const path = join(folder, `${command}.json`);
    await writeFile(path, JSON.stringify(document));
    const ran = (out: string, ...more: readonly string[]) =>
      lumenloom(command, path, '--out', join(folder, `${command}-${out}`), ...more);
    const written = async (out: string, ...more: readonly string[]) => {
      const { status, stdout, stderr } = await ran(out, ...more);
      expect([status, stderr]).toEqual([0, '']);
      const at = (name: string) => readFile(join(folder, `${command}-${out}`, name), 'utf8');
      return { stdout, files: await Promise.all(files.map(at)), page: await at('report.html') };
    };
    const here = await written('here', '--jobs', '1');
    const first = await written('there', ...there);
    expect(first.files).toEqual(here.files);
    expect(first.stdout).toContain(end);
    expect(first.page).not.toContain(server.dataFolder);
    for (const sentence of isSent
      ? [
          'The server has the data set already, as set.',
          'The server has the network already, as net.onnx.',
        ]
      : ['Sending the data set set.', 'Sending the network net.onnx.'])
      expect(first.stdout).toContain(sentence);
    isSent = true;

    expect((await ran('there', ...there)).stderr).toContain(`has the results of ${one} already`);
    // The same one is followed, not started anew.
    expect((await written('there', '--resume', ...there)).files).toEqual(first.files);
    const elsewhere = await ran('there', '--resume');
    expect(elsewhere.stderr).toContain('--server');
  },
);

it('an evaluation of the version before, which kept its id in evaluation.json, is followed again', async () => {
  const out = join(folder, 'evaluate-there');
  const headerFile = join(out, 'evaluation.json');
  const { id } = JSON.parse(await readFile(join(out, 'server.json'), 'utf8')) as { id: string };
  const header = JSON.parse(await readFile(headerFile, 'utf8')) as object;
  await rm(join(out, 'server.json'));
  await writeFile(headerFile, JSON.stringify({ version: '4.0.0', node: 'v20', ...header, id }));
  const results = await readFile(join(out, 'results.json'), 'utf8');
  await rm(join(out, 'results.json'));
  const path = join(folder, 'evaluate.json');
  const again = await lumenloom('evaluate', path, '--out', out, '--resume', ...there);
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(again.stdout).toContain(`evaluation ${id}.`);
  expect(await readFile(join(out, 'results.json'), 'utf8')).toBe(results);
});
