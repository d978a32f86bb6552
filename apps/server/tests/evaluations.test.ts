import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatasetFile, EvaluationStatus } from '@lumenloom/contract';
import { beforeAll, expect, it } from 'vitest';
import { testPicture, zipOf } from '../../../packages/datasets/src/test-files.ts';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { get, sendForm } from './library-form.ts';
import { logIn, type Visitor } from './people.ts';
import { startServer } from './start-server.ts';
import { until } from './until.ts';

/** Without a lens: each process would trace its tables again. */
const CAMERA = {
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
  isp: 'Fast-openISP',
};
const DOCUMENT = {
  name: 'Two marks',
  dataset: 'example:marks',
  network: 'example:marks',
  scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
  images: 2,
  cameras: { small: CAMERA },
  bootstrap: { draws: 20 },
};

const server = startServer({ MAX_RUNNING_RUNS: '1', RATE_LIMIT_FACTOR: '10' });
const small = startServer({ MAX_RUNNING_RUNS: '1', WORK_MB: '100' });
const names = { owner: 'owner@example.com', other: 'other@example.com' };
let owner: Visitor;
let other: Visitor;
beforeAll(async () => {
  owner = await logIn(server, names.owner);
  other = await logIn(server, names.other);
});

const start = (document: object, visitor = owner) => visitor.post('/api/evaluations', document);
const started = async (document: object): Promise<string> => {
  const response = await start(document);
  expect([response.status, response.ok ? '' : await response.text()]).toEqual([201, '']);
  return ((await response.json()) as { readonly id: string }).id;
};
const statusOf = async (id: string): Promise<EvaluationStatus> =>
  (await (await get(owner, `/api/evaluations/${id}`)).json()) as EvaluationStatus;
const ended = (id: string, state: EvaluationStatus['state']) =>
  until(async () => {
    const status = await statusOf(id);
    if (status.endedAt === null) throw new Error(`${id} is ${status.state}`);
    expect([status.state, status.message]).toEqual([state, expect.any(String)]);
    return status;
  });
const remove = async (id: string, visitor = owner): Promise<unknown> =>
  (await visitor.post(`/api/evaluations/${id}`, undefined, { method: 'DELETE' })).json();
const network = fileURLToPath(new URL('../../../examples/marks.onnx', import.meta.url));
/** Files of a data set of one picture. */
const filesOfDataset = async () => {
  const annotations = {
    images: [{ id: 1, file_name: 'a.png', width: 64, height: 48 }],
    annotations: [
      { id: 1, image_id: 1, category_id: 1, bbox: [10, 10, 9, 9], area: 81, iscrowd: 0 },
    ],
    categories: [
      { id: 1, name: 'bright mark' },
      { id: 2, name: 'dark mark' },
    ],
  };
  return [
    {
      name: 'annotations.json',
      content: new TextEncoder().encode(JSON.stringify(annotations)),
    },
    { name: 'images/a.png', content: await testPicture(64, 48) },
  ] as const;
};
const addedDataset = async (): Promise<DatasetFile> => {
  const content = zipOf(await filesOfDataset());
  const form = { file: { name: 'one.zip', content } };
  return (await (await sendForm(owner, form, '/api/datasets')).json()) as DatasetFile;
};

it('computes, keeps a network of the library meanwhile, and gives its files to its account alone', async () => {
  const content = await readFile(network);
  const form = { kind: 'network', name: 'Own marks', file: { name: 'own.onnx', content } };
  const file = (await (await sendForm(owner, form)).json()) as { readonly id: string };
  const removeFile = () => owner.post(`/api/library/${file.id}`, undefined, { method: 'DELETE' });
  const own = await started({ ...DOCUMENT, network: `mine:${file.id}` });
  const refused = await removeFile();
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      field: '',
      message: 'An evaluation of yours that has not ended needs this file: cancel it first.',
    },
  ]);
  const id = await started(DOCUMENT);
  expect(await (await get(owner, `/api/evaluations/${id}/document`)).json()).toMatchObject({
    ...DOCUMENT,
    seed: 1,
  });
  const status = await ended(id, 'done');
  expect(status).toMatchObject({ name: 'Two marks', message: '', images: 2, done: 2 });
  const path = `/api/evaluations/${id}`;
  const resultsOf = async (one: string) => {
    const text = await (await get(owner, `/api/evaluations/${one}/results.json`)).text();
    return JSON.parse(text) as { readonly source: object; readonly cameras: object };
  };
  const results = await resultsOf(id);
  expect(results).toMatchObject({ name: 'Two marks', images: 2, cameras: [{ name: 'small' }] });
  expect(JSON.stringify(results)).not.toContain(server.dataFolder);
  const report = await get(owner, `${path}/report.html`);
  expect(report.headers.get('content-disposition')).toBe('attachment; filename="report.html"');
  const page = await report.text();
  expect(page).toContain('Two marks');
  expect(page).not.toContain(server.dataFolder);
  const lines = (await (await get(owner, `${path}/images.ndjson`)).text()).trim().split('\n');
  expect(lines).toHaveLength(4);

  await ended(own, 'done');
  const { source, cameras } = await resultsOf(own);
  expect([source, cameras]).toEqual([results.source, results.cameras]);
  const pageOfOwn = await (await get(owner, `/api/evaluations/${own}/report.html`)).text();
  expect(/own\.onnx|Own marks/.exec(pageOfOwn)).not.toBeNull();
  expect((await removeFile()).status).toBe(204);
  expect(await remove(own)).toEqual({ status: 'deleted' });

  for (const part of ['/results.json', '/report.html', '/images.ndjson'])
    expect((await get(other, path + part)).status).toBe(404);
  expect(await remove(id)).toEqual({ status: 'deleted' });
  expect(await readdir(join(server.dataFolder, 'evaluations'))).toEqual([]);
});

it('keeps a data set that an unfinished one needs', async () => {
  const { id: dataset } = await addedDataset();
  const running = await started({ ...DOCUMENT, images: 60 });
  const id = await started({ ...DOCUMENT, dataset: `mine:${dataset}` });
  const removeDataset = () =>
    owner.post(`/api/datasets/${dataset}`, undefined, { method: 'DELETE' });
  const refused = await removeDataset();
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      field: '',
      message: 'An evaluation of yours that has not ended needs this data set: cancel it first.',
    },
  ]);
  expect((await get(owner, `/api/evaluations/${id}/results.json`)).status).toBe(404);
  await until(async () => {
    expect((await statusOf(running)).done).toBeGreaterThan(0);
  });
  expect(await remove(running)).toEqual({ status: 'cancelled' });
  expect(await ended(id, 'done')).toMatchObject({ images: 1, done: 1 });
  expect((await removeDataset()).status).toBe(204);
  for (const one of [running, id]) expect(await remove(one)).toEqual({ status: 'deleted' });
});

it('gives the command line the bytes that it computes itself, and is sent files once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-evaluation-'));
  try {
    await mkdir(join(folder, 'set', 'images'), { recursive: true });
    for (const { name, content } of await filesOfDataset())
      await writeFile(join(folder, 'set', name), content);
    await copyFile(network, join(folder, 'net.onnx'));
    const plan = join(folder, 'plan.json');
    const small = { 'sensorParams.rows': 60, 'sensorParams.cols': 80 };
    const document = {
      ...DOCUMENT,
      dataset: 'set',
      network: 'net.onnx',
      scene: { hfov: 5, luminance: 100 },
      conditions: [
        { name: 'day', set: small },
        { name: 'published', set: { ...small, optics: 'published:pentax-110-24' } },
      ],
      // The numbers of the sensor win here, and are sent.
      cameras: {
        small: 'small.json',
        chip: { ...CAMERA, sensor: 'published:imx250', sensorParams: { pixel_size: 3.45 } },
      },
    };
    await writeFile(plan, JSON.stringify(document));
    await writeFile(join(folder, 'small.json'), JSON.stringify(CAMERA));
    const answer = await owner.post('/api/tokens', { name: 'command line' });
    const { token } = (await answer.json()) as { readonly token: string };
    const there = ['--server', server.address, '--token', token];
    const evaluate = async (out: string, ...more: readonly string[]) => {
      const { status, stdout, stderr } = await lumenloom(
        ...['evaluate', plan, '--out', join(folder, out), ...more],
      );
      expect([status, stderr]).toEqual([0, '']);
      const names = ['images.ndjson', 'results.json', 'report.html', 'galleries.json'];
      const files = names.map((name) => readFile(join(folder, out, name), 'utf8'));
      return { stdout, files: await Promise.all(files) };
    };
    const here = await evaluate('here', '--jobs', '1');
    const first = await evaluate('first', ...there);
    expect(first.files).toEqual(here.files);
    expect(first.stdout).toContain('Sending the data set set.');
    // Without the lens, whose tables each process traces again.
    const plain = { ...document, conditions: document.conditions.slice(0, 1) };
    await writeFile(plan, JSON.stringify(plain));
    const again = await evaluate('again', ...there);
    expect(again.stdout).toContain('The server has the data set already, as set.');
    expect(again.stdout).toContain('The server has the network already, as net.onnx.');
    expect((await evaluate('again', '--resume', ...there)).files).toEqual(again.files);
    const other = await lumenloom('evaluate', plan, '--out', join(folder, 'again'), '--resume');
    expect(other.stderr).toContain('has the results of another evaluation');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('gives studies and sweeps the figures of the command line, and is sent their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-study-'));
  try {
    await mkdir(join(folder, 'set', 'images'), { recursive: true });
    for (const { name, content } of await filesOfDataset())
      await writeFile(join(folder, 'set', name), content);
    await copyFile(network, join(folder, 'net.onnx'));
    const path = join(folder, 'study.json');
    const study = {
      name: 'Noise',
      recipe: { scene: 'Macbeth', ...CAMERA },
      vary: [{ path: 'sensorParams.read_noise', from: 50, to: 4000, scale: 'log', start: 50 }],
      objectives: [{ name: 'map', figure: 'dataset.map', goal: 'maximise' }],
      evaluate: { dataset: 'set', network: 'net.onnx', scene: { hfov: 5, luminance: 100 } },
      budget: { runs: 4 },
    };
    await writeFile(path, JSON.stringify(study));
    const answer = await owner.post('/api/tokens', { name: 'study' });
    const { token } = (await answer.json()) as { readonly token: string };
    const there = ['--server', server.address, '--token', token];
    const filesOf = async (
      [command, document, out]: readonly [string, string, string],
      names: readonly string[],
      ...more: readonly string[]
    ) => {
      const ran = await lumenloom(command, document, '--out', join(folder, out), ...more);
      expect([ran.status, ran.stderr]).toEqual([0, '']);
      return Promise.all(names.map((name) => readFile(join(folder, out, name), 'utf8')));
    };
    const ofStudy = ['results.csv', 'best-recipe.json'];
    const here = await filesOf(['optimise', path, 'here'], ofStudy);
    expect(await filesOf(['optimise', path, 'first'], ofStudy, ...there)).toEqual(here);
    const { objectives: _, budget: __, ...sweep } = study;
    const sweepPath = join(folder, 'sweep.json');
    await writeFile(
      sweepPath,
      JSON.stringify({
        ...sweep,
        vary: [{ path: 'sensorParams.read_noise', values: [50, 4000] }],
        measure: ['dataset.map', 'sensor.dynamicRangeDb'],
      }),
    );
    const ofSweep = ['results.csv', 'results.json', 'report.html'];
    const sweptHere = await filesOf(['sweep', sweepPath, 'swept'], ofSweep);
    expect(await filesOf(['sweep', sweepPath, 'there'], ofSweep, ...there)).toEqual(sweptHere);
    expect(await readFile(join(folder, 'first', 'report.html'), 'utf8')).not.toContain(
      server.dataFolder,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('lights the data set of a study or sweep with a light of the library, and keeps it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-light-'));
  const removed: string[] = [];
  try {
    const bands = Array.from({ length: 31 }, (_, band) => 400 + 10 * band);
    const red = bands.map((nm) => `${nm},${nm < 600 ? 0.01 : 1}`).join('\n');
    await writeFile(join(folder, 'red.csv'), `${red}\n`);
    const sent = await sendForm(owner, { kind: 'light', file: { name: 'red.csv', content: red } });
    const { id: light } = (await sent.json()) as { readonly id: string };
    const documentIn = (illuminant: string) => ({
      name: 'Red light',
      // The whole picture of the data set.
      recipe: {
        scene: 'Macbeth',
        ...CAMERA,
        sensorParams: { rows: 120, cols: 160, pixel_size: 18 },
      },
      vary: [{ path: 'sensorParams.read_noise', values: [20] }],
      measure: ['dataset.map', 'dataset.map50'],
      evaluate: {
        dataset: 'example:marks',
        network: 'example:marks',
        images: 1,
        scene: { hfov: 21, luminance: 100, illuminant },
      },
    });
    const figuresOf = async (illuminant: string): Promise<unknown> => {
      const path = join(folder, 'sweep.json');
      await writeFile(path, JSON.stringify(documentIn(illuminant)));
      const out = join(folder, 'out', illuminant);
      expect(await lumenloom('sweep', path, '--out', out)).toMatchObject({ status: 0, stderr: '' });
      const { runs } = JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as {
        readonly runs: readonly { readonly figures: unknown }[];
      };
      return runs[0]!.figures;
    };
    const known = await figuresOf('red.csv');
    expect(known).not.toEqual(await figuresOf('D65'));
    const sweep = documentIn(`mine:${light}`);
    const { measure, ...study } = sweep;
    const asked = {
      studies: {
        ...study,
        vary: [{ path: 'sensorParams.read_noise', values: [20, 21], start: 20 }],
        objectives: measure.map((figure) => ({ name: figure, figure, goal: 'maximise' })),
        budget: { runs: 1 },
      },
      sweeps: sweep,
    };
    const remove = (path: string) => owner.post(path, undefined, { method: 'DELETE' });
    for (const [table, document] of Object.entries(asked)) {
      const answer = await owner.post(`/api/${table}`, document);
      expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([201, '']);
      const { id } = (await answer.json()) as { readonly id: string };
      const refused = await remove(`/api/library/${light}`);
      expect([refused.status, await refused.json()]).toMatchObject([
        409,
        {
          message: `A ${table === 'studies' ? 'study' : 'sweep'} of yours that has not ended needs this file: cancel it first.`,
        },
      ]);
      const lines = await (await get(owner, `/api/${table}/${id}/results`)).text();
      expect((JSON.parse(lines) as { readonly figures: unknown }).figures).toEqual(known);
      removed.push(`/api/${table}/${id}`);
    }
    const gone = () => remove(`/api/library/${light}`);
    await until(async () => {
      expect((await gone()).status).toBe(204);
    });
    const unknown = await owner.post('/api/studies', asked.studies);
    expect([unknown.status, await unknown.json()]).toMatchObject([
      422,
      { field: 'evaluate.scene.illuminant' },
    ]);
    for (const path of removed) await remove(path);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('takes lenses and sensors of the library, and keeps them while one needs them', async () => {
  const chip = { name: 'Chip', pattern: 'rggb', bits: 10, sensorParams: { pixel_size: 9 } };
  const added = async (kind: string, name: string, content: string): Promise<string> => {
    const answer = await sendForm(owner, { kind, file: { name, content } });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const triplet = new URL('../../../examples/triplet.zmx', import.meta.url);
  const lens = await added('lens', 'triplet.zmx', await readFile(triplet, 'utf8'));
  const sensor = await added('sensor', 'chip.json', JSON.stringify(chip));
  const busy = await started({ ...DOCUMENT, images: 60 });
  const id = await started({
    ...DOCUMENT,
    images: 1,
    cameras: { own: { ...CAMERA, sensor: `mine:${sensor}` } },
    conditions: [{ name: 'lens', set: { optics: `mine:${lens}` } }],
  });
  const removed = async (file: string) =>
    (await owner.post(`/api/library/${file}`, undefined, { method: 'DELETE' })).status;
  expect([await removed(lens), await removed(sensor)]).toEqual([409, 409]);
  expect(await remove(busy)).toEqual({ status: 'cancelled' });
  expect((await ended(id, 'done')).message).toBe('');
  const text = await (await get(owner, `/api/evaluations/${id}/images.ndjson`)).text();
  expect(text).toContain('"camera":"own"');
  expect(text).not.toContain('"failed"');
  // A file that is lost on the disk fails the evaluation that needs it, and no other.
  const other = await started({ ...DOCUMENT, images: 60 });
  const lost = await started({
    ...DOCUMENT,
    cameras: { own: { ...CAMERA, optics: `mine:${lens}` } },
  });
  await rm(join(server.dataFolder, 'library'), { recursive: true });
  expect(await remove(other)).toEqual({ status: 'cancelled' });
  expect((await ended(lost, 'failed')).message).toContain('is gone: upload it again');
  expect([await removed(lens), await removed(sensor)]).toEqual([204, 204]);
  const gone = await start({
    ...DOCUMENT,
    cameras: { own: { ...CAMERA, optics: `mine:${lens}` } },
  });
  expect([gone.status, await gone.json()]).toMatchObject([422, { field: 'cameras.own.optics' }]);
  for (const one of [busy, id, other, lost]) await remove(one);
});

it.each([
  ['a data set of nobody', { dataset: 'mine:none' }, 'dataset', /^You have no data set mine:none/],
  ['a path', { dataset: '/etc' }, 'dataset', /^You have no data set \/etc/],
  ['another network', { network: '/etc/passwd' }, 'network', /^You have no network \/etc\/passwd/],
  ['a network of nobody', { network: 'mine:none' }, 'network', /^You have no network mine:none/],
  ['the file of a camera', { cameras: { a: 'a.json' } }, 'cameras.a', /^A server reads no files/],
  [
    'a command',
    { descriptor: { output: { kind: 'command', command: ['post'] } } },
    'descriptor.output.kind',
    /^command is for the command line\.$/,
  ],
  ['the file of a descriptor', { descriptor: 'd.json' }, 'descriptor', /^A server reads no files/],
  [
    'a camera that cannot be',
    { cameras: { a: { ...CAMERA, sensorParams: { rows: 0 } } } },
    'cameras.a.sensorParams.rows',
    /rows|Rows/,
  ],
  [
    'a lens that is not published',
    { cameras: { a: { ...CAMERA, optics: 'published:none' } } },
    'cameras.a.optics',
    /^There is no published:none: choose one of/,
  ],
  [
    'the file of a lens',
    { cameras: { a: { ...CAMERA, optics: '../../examples/triplet.zmx' } } },
    'cameras.a.optics',
    /Double-Gauss/,
  ],
  ['another key', { jobs: 3 }, 'jobs', /^jobs means nothing/],
])('refuses %s', async (_, change, field, message) => {
  const response = await start({ ...DOCUMENT, ...change });
  expect(await response.json()).toMatchObject({
    field,
    message: expect.stringMatching(message) as string,
  });
  expect(response.status).toBe(422);
});

it('says why one failed', async () => {
  const { id: dataset } = await addedDataset();
  const id = await started({
    ...DOCUMENT,
    dataset: `mine:${dataset}`,
    classMap: { 'bright mark': 'no such mark' },
  });
  expect((await ended(id, 'failed')).message).toContain('no such mark');
});

it('an evaluation that takes more memory than it may ends, and says so', async () => {
  const visitor = await logIn(small, names.owner);
  expect((await start(DOCUMENT, visitor)).status).toBe(201);
  await until(async () => {
    const { evaluations } = (await (await get(visitor, '/api/evaluations')).json()) as {
      readonly evaluations: readonly EvaluationStatus[];
    };
    expect(evaluations[0]).toMatchObject({
      state: 'failed',
      message: 'The evaluation ended its process: its data set may need too much memory.',
    });
  });
});
