import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import {
  sha256,
  startMirror,
  tinyMirrorFiles,
  type Mirror,
} from '../../../packages/node-host/tests/mirror.ts';
import { messages } from '@lumenloom/contract';
import { refuseSwitchedOff } from '../dist/plugins/switched-off.js';
import { startProcess } from './server-process.ts';
import { allEvents, logOf, resultOf, startServer } from './start-server.ts';

const tinyModels = fileURLToPath(
  new URL('../../../packages/node-host/tests/tiny-models/', import.meta.url),
);
const RECIPE = {
  scene: 'apple.jpg',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  isp: 'Fast-openISP',
  sensorParams: { rows: 90, cols: 130, pixel_size: 11 },
};
const typesOf = (events: readonly { readonly type: string }[]) =>
  events
    .map(({ type }) => type)
    .filter((type) => ['plain', 'analysis', 'report', 'result'].includes(type));

describe('with model files', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', MODELS_DIR: tinyModels });

  it.each([
    ['DETR', 'detection'],
    ['MiDaS_DPT_Small', 'depth'],
  ])('%s streams its numbers and both pictures', async (algorithm, kind) => {
    const events = await allEvents(await server.post('/simulate', { ...RECIPE, algorithm }));
    expect(typesOf(events)).toEqual(['plain', 'result', 'analysis', 'report']);
    const analysis = events.find((event) => event.type === 'analysis')?.content;
    expect(analysis).toMatchObject({ label: algorithm, status: 'done', kind });
    expect(events.find((event) => event.type === 'report')?.content.algorithm).toEqual(analysis);
    const plain = events.find((event) => event.type === 'plain')?.content;
    expect(plain).toMatch(/^data:image\/png;base64,/);
    expect(resultOf(events)).not.toBe(plain);
    // The picture itself is the one without an algorithm: also the noise.
    expect(plain).toBe(resultOf(await allEvents(await server.post('/simulate', RECIPE))));
    expect(logOf(events)).toContain(`${algorithm}: model loaded in `);
  });

  it('runs the network of the examples, unless networks are switched off', async () => {
    const recipe = { ...RECIPE, algorithm: 'example:marks' };
    const events = await allEvents(await server.post('/simulate', recipe));
    const analysis = events.find((event) => event.type === 'analysis')?.content;
    expect(analysis).toMatchObject({ label: 'marks.onnx', status: 'done', kind: 'detection' });
    const off = { workbenchFeatures: [], workbenchOffers: [] };
    expect(() => refuseSwitchedOff(off, recipe)).toThrow(messages.featureOff(['networks']));
  });

  it('keeps the model in memory for the next run', async () => {
    const run = async () =>
      logOf(await allEvents(await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' })));
    await run();
    expect(await run()).toContain('DETR: model in memory; ');
  });

  it('says that the processor computes', async () => {
    expect(await (await server.post('/get_device')).json()).toEqual({ device: 'cpu' });
  });
});

describe('without model files', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', MODELS_DIR: join(tinyModels, 'nowhere') });

  it('is one line that says what to do, and the picture arrives', async () => {
    const events = await allEvents(
      await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' }),
    );
    expect(typesOf(events)).toEqual(['result', 'analysis', 'report']);
    expect(
      logOf(events)
        .split('\n')
        .filter((line) => line.includes('DETR')),
    ).toEqual([
      'DETR did not run: its model files are not installed. Whoever runs this server or program fetches them with "npm run models -- DETR", see models/README.md; the picture is shown without overlay.',
    ]);
    expect(resultOf(events)).toBe(
      resultOf(await allEvents(await server.post('/simulate', RECIPE))),
    );
  });
});

describe('with a truncated model', () => {
  let folder = '';
  const server = startServer(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-truncated-'));
    await cp(tinyModels, folder, { recursive: true });
    await truncate(join(folder, 'DETR/onnx/model.onnx'), 4000);
    return { MAX_RUNNING_RUNS: '1', MODELS_DIR: folder };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is a sentence, the picture arrives, and the other algorithm works on the same thread', async () => {
    const events = await allEvents(
      await server.post('/simulate', { ...RECIPE, algorithm: 'DETR' }),
    );
    expect(logOf(events)).toMatch(
      /DETR did not run: its model files cannot be used: onnx\/model\.onnx is damaged or is not a network \(.+\)\. "npm run models -- DETR" fetches and checks them/,
    );
    expect(logOf(events)).not.toContain(folder);
    expect(resultOf(events)).toBe(
      resultOf(await allEvents(await server.post('/simulate', RECIPE))),
    );
    expect(events.find((event) => event.type === 'analysis')?.content).toMatchObject({
      status: 'unusable model files',
    });
    expect(
      typesOf(
        await allEvents(
          await server.post('/simulate', { ...RECIPE, algorithm: 'MiDaS_DPT_Small' }),
        ),
      ),
    ).toContain('plain');
  });
});

describe('with files that are fetched at first use', () => {
  let folder = '';
  let mirror: Mirror;
  let files: Readonly<Record<string, Buffer>>;
  const server = startServer(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-fetched-'));
    const tiny = await tinyMirrorFiles();
    ({ files } = tiny);
    mirror = await startMirror(files);
    await writeFile(join(folder, 'list.json'), JSON.stringify(tiny.list));
    return {
      MAX_RUNNING_RUNS: '1',
      MODELS_DIR: folder,
      MODELS_FETCH: 'auto',
      MODELS_MIRROR: mirror.address,
    };
  });
  afterAll(async () => {
    await mirror.close();
    await rm(folder, { recursive: true, force: true });
  });
  const run = async (
    algorithm: string,
    who: Pick<typeof server, 'post'> = server,
  ): Promise<Awaited<ReturnType<typeof allEvents>>> =>
    allEvents(await who.post('/simulate', { ...RECIPE, algorithm }));
  const problemsOf = (events: Awaited<ReturnType<typeof run>>): string[] =>
    logOf(events)
      .split('\n')
      .filter((line) => /could not be fetched|did not run/.test(line));
  const NOT_INSTALLED =
    'DETR did not run: its model files are not installed. Whoever runs this server or program fetches them with "npm run models -- DETR", see models/README.md; the picture is shown without overlay.';

  it.each([
    ['answers 404', { status: 404 }, / answered with status 404\.$/],
    ['sends nothing for 5 s', { isSilent: true }, /: nothing came for 5 s\.$/],
  ])(
    'says why and what to do when the mirror %s, and the picture arrives',
    async (_, behaviour, reason) => {
      Object.assign(mirror.behaviour, behaviour);
      const events = await run('DETR');
      for (const key of Object.keys(behaviour)) Reflect.deleteProperty(mirror.behaviour, key);
      const [why, what] = problemsOf(events);
      expect(why).toMatch(/^DETR: its model files could not be fetched: http:/);
      expect(why).toMatch(reason);
      expect(what).toBe(NOT_INSTALLED);
      expect(typesOf(events)).toEqual(['result', 'analysis', 'report']);
    },
  );

  it('tells the progress to two people who run at once, fetches once, and both get their overlay', async () => {
    mirror.behaviour.piece = { bytes: 700, pauseMs: 150 };
    const before = mirror.requests.length;
    const both = await Promise.all([run('DETR'), run('DETR', server.asSomebodyElse())]);
    delete mirror.behaviour.piece;
    for (const events of both) {
      expect(typesOf(events)).toEqual(['plain', 'result', 'analysis', 'report']);
      const shares = events.flatMap((event) =>
        event.type === 'download' && event.content.totalBytes
          ? [event.content.bytes / event.content.totalBytes]
          : [],
      );
      expect(shares.length).toBeGreaterThan(3);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      expect(shares.at(-1)).toBe(1);
      expect(logOf(events)).toMatch(/^DETR: \d0 % of 0\.0 MB fetched\.$/m);
      // All of it comes before the run itself.
      const types = events.map(({ type }) => type);
      expect(types.lastIndexOf('download')).toBeLessThan(types.indexOf('stage'));
    }
    expect(both.map((events) => logOf(events).includes('another run fetches')).toSorted()).toEqual([
      false,
      true,
    ]);
    const asked = mirror.requests.slice(before).map(({ path }) => path.split('/').at(-1));
    // The small files came when the weights did not, in the test before.
    expect(asked).toEqual(['model_quantized.onnx']);
  });

  it('says precision and hash, and fetches nothing the next time', async () => {
    const before = mirror.requests.length;
    const events = await run('DETR');
    const [path, bytes] = Object.entries(files).find(([name]) =>
      /detr.+model_quantized/.test(name),
    )!;
    expect(path).toContain('Xenova/detr-resnet-50/resolve/');
    expect(logOf(events)).toContain(
      `DETR: quantized weights (onnx/model_quantized.onnx), sha256 ${sha256(bytes)}, as in models/list.json.`,
    );
    expect(events.find((event) => event.type === 'analysis')?.content).toMatchObject({
      weights: { precision: 'quantized', sha256: sha256(bytes), hashIs: 'listed' },
    });
    expect(mirror.requests).toHaveLength(before);
    expect(await readdir(join(folder, 'DETR/onnx'))).toEqual(['model_quantized.onnx']);
  });

  it('calls the hash of MiDaS what it is: recorded at the first fetch', async () => {
    const events = await run('MiDaS_DPT_Small');
    expect(logOf(events)).toMatch(
      /^MiDaS_DPT_Small: fetching quantized weights of Xenova\/dpt-hybrid-midas .+ Licence: uncertain: Apache-2\.0 .+ or MIT .+\.$/m,
    );
    expect(logOf(events)).toMatch(
      /^MiDaS_DPT_Small: quantized weights .+, as recorded at the first fetch; models\/list\.json has none\.$/m,
    );
    expect(typesOf(events)).toContain('plain');
  });

  it.each([
    [undefined, / fetching quantized weights /],
    ['never', /its model files are not installed/],
  ])('npm start of a clone fetches, with MODELS_FETCH=%s', async (MODELS_FETCH, line) => {
    const { scripts } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { readonly scripts: { readonly start: string } };
    const modelsFolder = await mkdtemp(join(folder, 'clone-'));
    await cp(join(folder, 'list.json'), join(modelsFolder, 'list.json'));
    const clone = startProcess(
      {
        DATA_DIR: join(modelsFolder, 'data'),
        COMPUTE_AUTH: 'open',
        MODELS_DIR: modelsFolder,
        MODELS_MIRROR: mirror.address,
        MODELS_FETCH,
      },
      { args: scripts.start.split(' ').filter((word) => word.startsWith('--')) },
    );
    try {
      const response = await fetch(`${await clone.listening()}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...RECIPE, algorithm: 'DETR' }),
      });
      expect(logOf(await allEvents(response))).toMatch(line);
    } finally {
      clone.kill('SIGTERM');
      await clone.ended;
    }
  });
});
