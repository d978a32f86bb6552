import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetFile, EvaluationStatus } from '@lumenloom/contract';
import { beforeAll, expect, it } from 'vitest';
import { zipOf } from '../../../packages/datasets/src/test-files.ts';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { MARKS_NETWORK, filesOfDataset } from './dataset-of-one.ts';
import { atServer, callsOf } from './experiment-calls.ts';
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

const { start, started, ask, textOf, ended, inTheMidst, remove } = callsOf('evaluations');
const addedDataset = async (): Promise<DatasetFile> => {
  const content = zipOf(await filesOfDataset());
  const form = { file: { name: 'one.zip', content } };
  return (await (await sendForm(owner, form, '/api/datasets')).json()) as DatasetFile;
};

it('computes, keeps a network of the library meanwhile, and gives its files to its account alone', async () => {
  const content = await readFile(MARKS_NETWORK);
  const form = { kind: 'network', name: 'Own marks', file: { name: 'own.onnx', content } };
  const file = (await (await sendForm(owner, form)).json()) as { readonly id: string };
  const removeFile = () => owner.post(`/api/library/${file.id}`, undefined, { method: 'DELETE' });
  const own = await started(owner, { ...DOCUMENT, network: `mine:${file.id}` });
  const refused = await removeFile();
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      field: '',
      message: 'An evaluation of yours that has not ended needs this file: cancel it first.',
    },
  ]);
  const id = await started(owner, DOCUMENT);
  expect(await (await ask(owner, id, '/document')).json()).toMatchObject({
    ...DOCUMENT,
    seed: 1,
  });
  const status = await ended(owner, id);
  expect(status).toMatchObject({ name: 'Two marks', message: '', images: 2, done: 2 });
  const resultsOf = async (one: string) => {
    const text = await textOf(owner, one, '/results.json');
    return JSON.parse(text) as { readonly source: object; readonly cameras: object };
  };
  const results = await resultsOf(id);
  expect(results).toMatchObject({ name: 'Two marks', images: 2, cameras: [{ name: 'small' }] });
  expect(JSON.stringify(results)).not.toContain(server.dataFolder);
  const report = await ask(owner, id, '/report.html');
  expect(report.headers.get('content-disposition')).toBe('attachment; filename="report.html"');
  const page = await report.text();
  expect(page).toContain('Two marks');
  expect(page).not.toContain(server.dataFolder);
  const lines = (await textOf(owner, id, '/images.ndjson')).trim().split('\n');
  expect(lines).toHaveLength(4);

  await ended(owner, own);
  const { source, cameras } = await resultsOf(own);
  expect([source, cameras]).toEqual([results.source, results.cameras]);
  const pageOfOwn = await textOf(owner, own, '/report.html');
  expect(/own\.onnx|Own marks/.exec(pageOfOwn)).not.toBeNull();
  expect((await removeFile()).status).toBe(204);
  expect(await remove(owner, own)).toEqual({ status: 'deleted' });

  for (const part of ['/results.json', '/report.html', '/images.ndjson'])
    expect((await ask(other, id, part)).status).toBe(404);
  expect(await remove(owner, id)).toEqual({ status: 'deleted' });
  expect(await readdir(join(server.dataFolder, 'evaluations'))).toEqual([]);
});

it('keeps a data set that an unfinished one needs', async () => {
  const { id: dataset } = await addedDataset();
  const running = await started(owner, { ...DOCUMENT, images: 60 });
  const id = await started(owner, { ...DOCUMENT, dataset: `mine:${dataset}` });
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
  expect((await ask(owner, id, '/results.json')).status).toBe(404);
  await inTheMidst(owner, running);
  expect(await remove(owner, running)).toEqual({ status: 'cancelled' });
  expect(await ended(owner, id)).toMatchObject({ images: 1, done: 1 });
  expect((await removeDataset()).status).toBe(204);
  for (const one of [running, id]) expect(await remove(owner, one)).toEqual({ status: 'deleted' });
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
  const busy = await started(owner, { ...DOCUMENT, images: 60 });
  const id = await started(owner, {
    ...DOCUMENT,
    images: 1,
    cameras: { own: { ...CAMERA, sensor: `mine:${sensor}` } },
    conditions: [{ name: 'lens', set: { optics: `mine:${lens}` } }],
  });
  const removed = async (file: string) =>
    (await owner.post(`/api/library/${file}`, undefined, { method: 'DELETE' })).status;
  expect([await removed(lens), await removed(sensor)]).toEqual([409, 409]);
  expect(await remove(owner, busy)).toEqual({ status: 'cancelled' });
  expect((await ended(owner, id)).message).toBe('');
  const text = await textOf(owner, id, '/images.ndjson');
  expect(text).toContain('"camera":"own"');
  expect(text).not.toContain('"failed"');
  // A file that is lost on the disk fails the evaluation that needs it, and no other.
  const other = await started(owner, { ...DOCUMENT, images: 60 });
  const lost = await started(owner, {
    ...DOCUMENT,
    cameras: { own: { ...CAMERA, optics: `mine:${lens}` } },
  });
  await rm(join(server.dataFolder, 'library'), { recursive: true });
  expect(await remove(owner, other)).toEqual({ status: 'cancelled' });
  expect((await ended(owner, lost, 'failed')).message).toContain('is gone: upload it again');
  expect([await removed(lens), await removed(sensor)]).toEqual([204, 204]);
  const gone = await start(owner, {
    ...DOCUMENT,
    cameras: { own: { ...CAMERA, optics: `mine:${lens}` } },
  });
  expect([gone.status, await gone.json()]).toMatchObject([422, { field: 'cameras.own.optics' }]);
  for (const one of [busy, id, other, lost]) await remove(owner, one);
});

const disc = (label: string, reflectance: number, x: number) => ({
  ...{ name: label, label, position: [x, 0, -0.995], shape: { disc: { radius: 0.04 } } },
  material: { model: 'diffuse', reflectance },
});
const WALL = { name: 'wall', position: [0, 0, -1], shape: { plane: { size: [4, 4] } } };
const WORLDS = {
  name: 'Drawn marks',
  network: 'example:marks',
  bootstrap: { draws: 20 },
  dataset: {
    worldset: {
      ...{ version: 1, name: 'Marks', count: 2, seed: 3 },
      vary: [{ path: 'objects.dark.position[0]', uniform: [0.06, 0.09] }],
      world: {
        version: 1,
        objects: [WALL, disc('light', 0.95, -0.08), disc('dark', 0.01, 0.08)],
        environment: { uniform: { luminance: 200 } },
        camera: { hfovDegrees: 21, columns: 48, rows: 36 },
        render: { samples: 4 },
      },
    },
  },
  classMap: { 'bright mark': 'light', 'dark mark': 'dark' },
  cameras: {
    small: {
      ...CAMERA,
      sensorParams: { rows: 36, cols: 48, pixel_size: 18 },
      worldParams: { samples: 4, sampling: 1 },
    },
  },
};

type Scored = readonly { readonly figures: Readonly<Record<string, number>> }[];
interface Figures {
  readonly cameras: Scored;
  readonly runs: Scored;
}

it('photographs the drawn worlds of a document, with the bytes of this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-worlds-'));
  const evaluate = async (document: object, ...more: readonly string[]) => {
    await writeFile(join(folder, 'plan.json'), JSON.stringify(document));
    return lumenloom('evaluate', join(folder, 'plan.json'), '--jobs', '1', ...more);
  };
  const linesIn = (name: string): Promise<string> =>
    readFile(join(folder, name, 'images.ndjson'), 'utf8');
  try {
    const { worldset } = WORLDS.dataset;
    const there = await started(owner, WORLDS);
    expect(await evaluate(WORLDS, '--out', join(folder, 'here'))).toMatchObject({ status: 0 });
    await ended(owner, there);
    const lines = await linesIn('here');
    expect(lines.match(/"status":"done"/g)).toHaveLength(4);
    expect(await textOf(owner, there, '/images.ndjson')).toBe(lines);
    // A run of a sweep scores as the same camera of an evaluation.
    const { dataset, network, classMap, cameras } = WORLDS;
    const sweep = {
      ...{
        name: 'Drawn marks',
        measure: ['dataset.map'],
        evaluate: { dataset, network, classMap },
      },
      recipe: { ...cameras.small, world: worldset.world },
      vary: [{ path: 'world.objects.light.material.reflectance', values: [0.95] }],
    };
    await writeFile(join(folder, 'sweep.json'), JSON.stringify(sweep));
    const swept = join(folder, 'sweep');
    expect(await lumenloom('sweep', join(folder, 'sweep.json'), '--out', swept)).toMatchObject({
      status: 0,
    });
    const resultsOf = async (name: string) =>
      JSON.parse(await readFile(join(folder, name, 'results.json'), 'utf8')) as Figures;
    const { 'dataset.map': map } = (await resultsOf('here')).cameras[0]!.figures;
    expect(map).toBeGreaterThan(0);
    expect((await resultsOf('sweep')).runs[0]!.figures['dataset.map']).toBe(map);
    await writeFile(join(folder, 'set.json'), JSON.stringify({ ...worldset, world: 'world.json' }));
    await writeFile(join(folder, 'world.json'), JSON.stringify(worldset.world));
    const remote = ['--out', join(folder, 'there'), ...(await atServer(server, owner))];
    const named = { ...WORLDS, dataset: { worldset: 'set.json' } };
    expect(await evaluate(named, ...remote)).toMatchObject({ status: 0 });
    expect(await linesIn('there')).toBe(lines);

    const assets = { part: { file: 'part.obj' } };
    const withFiles = {
      ...worldset.world,
      assets,
      objects: [{ name: 'part', asset: 'part' }, ...worldset.world.objects],
    };
    await writeFile(join(folder, 'world.json'), JSON.stringify(withFiles));
    await writeFile(join(folder, 'part.obj'), 'v 0 0 -1\nv 1 0 -1\nv 0 1 -1\nf 1 2 3\n');
    const refused = await evaluate(named, '--out', join(folder, 'no'), ...remote.slice(2));
    expect(refused).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('part.obj neither. Add the world with its files') as string,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('says why one failed', async () => {
  const { id: dataset } = await addedDataset();
  const id = await started(owner, {
    ...DOCUMENT,
    dataset: `mine:${dataset}`,
    classMap: { 'bright mark': 'no such mark' },
  });
  expect((await ended(owner, id, 'failed')).message).toContain('no such mark');
});

it('an evaluation that takes more memory than it may ends, and says so', async () => {
  const visitor = await logIn(small, names.owner);
  expect((await start(visitor, DOCUMENT)).status).toBe(201);
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
