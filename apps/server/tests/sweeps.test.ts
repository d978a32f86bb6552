import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { folderStore, purgeResults } from '../dist/results/result-store.js';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { callsOf } from './experiment-calls.ts';
import { onEachCompute } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, eventsOf, LONG, startServer, TINY, type Server } from './start-server.ts';
import { until } from './until.ts';

const document = {
  name: 'Noise',
  recipe: { ...TINY, isp: 'Fast-openISP', seed: 3 },
  vary: [
    { path: 'sensorParams.read_noise', from: 1, to: 4, steps: 3 },
    { path: 'sensorParams.analog_gain', values: [1, 2] },
  ],
  repeats: 2,
  measure: ['sensor.snrAtGrey18', 'isp.deadPixels.replaced'],
};

const { start, started, ask, textOf, statusOf, ended, remove } = callsOf('sweeps');
const linesOf = async (visitor: Visitor, id: string): Promise<{ readonly run: number }[]> =>
  (await textOf(visitor, id, '/results'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { run: number })
    .sort((one, other) => one.run - other.run);

/**
 * Each run is a camera in front of a data set, which a process beside the server computes; without
 * a lens, whose tables each process would trace again.
 */
const evaluated = {
  name: 'Marks',
  recipe: {
    ...TINY,
    isp: 'Fast-openISP',
    sensorParams: { rows: 120, cols: 160, pixel_size: 18 },
  },
  vary: [{ path: 'sensorParams.read_noise', values: [1, 500] }],
  measure: ['dataset.map', 'sensor.snrAtGrey18'],
  evaluate: {
    dataset: 'example:marks',
    network: 'example:marks',
    images: 1,
    scene: { hfov: 21, luminance: 100 },
  },
};

const computed = new Map<object, Promise<unknown>>();
/** The lines of results.json that the command line computes. */
function fromCommandLine(asked: object = document): Promise<unknown> {
  const known = computed.get(asked) ?? computeAtCommandLine(asked);
  computed.set(asked, known);
  return known;
}
async function computeAtCommandLine(asked: object): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-sweep-'));
  try {
    await writeFile(join(folder, 'sweep.json'), JSON.stringify(asked));
    const out = join(folder, 'out');
    const { status } = await lumenloom(
      ...['sweep', join(folder, 'sweep.json'), '--jobs', '1', '--out', out],
    );
    expect(status).toBe(0);
    return (JSON.parse(await readFile(join(out, 'results.json'), 'utf8')) as { runs: unknown })
      .runs;
  } finally {
    await rm(folder, { recursive: true });
  }
}

let people = 0;
const somebody = (server: Server): Promise<Visitor> => {
  people += 1;
  return logIn(server, `sweeper${people}@example.com`);
};

onEachCompute((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    TRUST_PROXY: '1',
    COMPUTE_AUTH: 'session',
    RATE_LIMIT_FACTOR: '100',
    SWEEP_RUNS: '100',
    RESULTS_MB: '5',
    MAX_RUNNING_RUNS: '1',
  }));
  engine.attend?.(server);

  it('computes what the command line computes, row by row', async () => {
    const visitor = await somebody(server);
    const id = await started(visitor, document);
    expect(await linesOf(visitor, id)).toEqual(await fromCommandLine());
    expect(await ended(visitor, id)).toMatchObject({
      name: 'Noise',
      runs: 12,
      done: 12,
      failed: 0,
    });
  });

  it('computes equal plans once, for whoever asks', async () => {
    const results = join(server.dataFolder, 'results');
    const before = await readdir(results, { recursive: true });
    expect(before.filter((name) => name.endsWith('.json'))).toHaveLength(12);
    const visitor = await somebody(server);
    await linesOf(visitor, await started(visitor, { ...document, name: 'again' }));
    expect(await readdir(results, { recursive: true })).toEqual(before);
  });

  // The database changes nothing of it, a worker does.
  if (engine.isSqlite || engine.attend)
    it('gives its runs the figures of a data set that the command line computes', async () => {
      const visitor = await somebody(server);
      const lines = await linesOf(visitor, await started(visitor, evaluated));
      expect(lines).toEqual(await fromCommandLine(evaluated));
      expect(lines).toMatchObject([
        { status: 'done', figures: { 'dataset.map': expect.any(Number) as number } },
        { status: 'done' },
      ]);
    });

  it('keeps the arrays between the stages where they are wanted', async () => {
    const visitor = await somebody(server);
    const id = await started(visitor, { ...document, repeats: 1, keep: 'stages' });
    expect(await linesOf(visitor, id)).toHaveLength(6);
    const stages = '/runs/1/stages';
    const arrays = ['scene', 'irradiance', 'electrons', 'volts', 'raw'];
    expect(await (await ask(visitor, id, stages)).json()).toEqual({ arrays });
    const raw = Buffer.from(await (await ask(visitor, id, `${stages}/raw.npy`)).arrayBuffer());
    const { rows, cols } = TINY.sensorParams;
    expect(raw.subarray(0, 128).toString('latin1')).toContain(`(${rows}, ${cols})`);
    expect(raw.length).toBe(128 + 2 * rows * cols);
    expect((await ask(visitor, id, `${stages}/..%2Fraw.npy`)).status).toBe(404);
    expect((await ask(visitor, id, '/runs/9/stages')).status).toBe(404);
    expect((await ask(await somebody(server), id, stages)).status).toBe(404);
  });

  it('keeps pictures where they are wanted', async () => {
    const visitor = await somebody(server);
    const id = await started(visitor, { ...document, repeats: 1, keep: 'pictures' });
    expect(await linesOf(visitor, id)).toHaveLength(6);
    const picture = await ask(visitor, id, '/runs/2/picture');
    expect(picture.headers.get('content-type')).toBe('image/png');
    const [outcome] = (await linesOf(visitor, id)).filter(({ run }) => run === 2) as unknown as {
      readonly seed: number;
      readonly values: Readonly<Record<string, number>>;
    }[];
    const events = await allEvents(
      await visitor.post('/simulate', {
        ...document.recipe,
        seed: outcome!.seed,
        sensorParams: {
          ...TINY.sensorParams,
          read_noise: outcome!.values['sensorParams.read_noise'],
          analog_gain: outcome!.values['sensorParams.analog_gain'],
        },
      }),
    );
    const shown = events.find(({ type }) => type === 'result')!.content as string;
    expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(shown.split(',')[1]);
    expect((await ask(visitor, id, '/runs/99/picture')).status).toBe(404);
  });

  it('leaves results behind that are deleted when no sweep refers to them', async () => {
    const visitor = await somebody(server);
    const results = join(server.dataFolder, 'results');
    const keys = async (): Promise<string[]> =>
      (await readdir(results, { recursive: true }).catch(() => [])).filter((name) =>
        name.endsWith('.json'),
      );
    const before = await keys();
    const id = await started(visitor, {
      ...document,
      recipe: { ...document.recipe, seed: 99 },
      vary: [],
      repeats: 1,
    });
    await linesOf(visitor, id);
    const [made] = (await keys()).filter((name) => !before.includes(name));
    const purgeLater = () =>
      purgeResults(server.app.database, results, folderStore(results), Date.now() + 7_200_000);
    await purgeLater();
    expect(await keys()).toContain(made);
    await ended(visitor, id);
    await remove(visitor, id);
    await purgeLater();
    expect(await keys()).not.toContain(made);
  });

  it('is refused beyond the quotas of runs and of results', async () => {
    const visitor = await somebody(server);
    const refusal = async (changes: object) => {
      const response = await start(visitor, { ...document, ...changes });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const large = { ...document.recipe, sensorParams: { rows: 3000, cols: 4000 } };
    expect(await refusal({ keep: 'stages', recipe: large })).toMatchObject({
      status: 422,
      field: 'keep',
      message: expect.stringMatching(/^The results of this sweep may take 37\.\d GB/) as string,
    });
    expect(await refusal({ repeats: 17 })).toMatchObject({
      status: 429,
      message: 'The sweep has 102 runs; your quota has room for 100 until others have ended.',
    });
    const half = { keep: 'stages', repeats: 4 };
    const id = await started(visitor, { ...document, ...half });
    expect(await refusal(half)).toMatchObject({
      status: 429,
      field: 'keep',
      message: expect.stringMatching(
        /may take 0\.\d+ GB, and your sweeps have room for 0\.\d+ of 0\.005 GB: delete sweeps/,
      ) as string,
    });
    await remove(visitor, id);
  });

  it('lists failed runs with their sentence', async () => {
    const visitor = await somebody(server);
    const id = await started(visitor, {
      ...document,
      recipe: { ...document.recipe, optics: 'Cooke Triplet' },
      vary: [{ path: 'lens.surfaces[1].thickness', values: [40] }],
      repeats: 1,
    });
    const [line] = await linesOf(visitor, id);
    expect(line).toMatchObject({ status: 'failed', figures: {} });
    expect((line as unknown as { message: string }).message).toMatch(/^[A-Z].*\.$/);
    expect(await ended(visitor, id, 'failed')).toMatchObject({ failed: 1 });
  });

  it('lets a simulation begin beside the run of a sweep that is in progress', async () => {
    const [sweeper, other] = [await somebody(server), await somebody(server)];
    const id = await started(sweeper, {
      ...document,
      recipe: { ...document.recipe, sensorParams: LONG.sensorParams },
    });
    await until(async () => {
      expect((await statusOf(sweeper, id)).state).toBe('running');
    });
    // Long enough for the run to begin, and a small part of its time.
    await setTimeout(300);
    const types = new Set<string>();
    for await (const { type } of eventsOf(await other.post('/simulate', { ...TINY, seed: 124 }))) {
      // Looked at when the simulation begins: on a busy machine the run may end before it does.
      if (type === 'progress' && !types.has(type))
        expect(await statusOf(sweeper, id)).toMatchObject({ state: 'running', done: 0 });
      types.add(type);
    }
    expect([...types]).toEqual(expect.arrayContaining(['progress', 'result']));
    await remove(sweeper, id);
  });

  it('gives its place to simulations', async () => {
    const [sweeper, other] = [await somebody(server), await somebody(server)];
    const id = await started(sweeper, {
      ...document,
      repeats: 16,
      recipe: { ...document.recipe, seed: 77 },
    });
    await until(async () => {
      expect((await statusOf(sweeper, id)).done).toBeGreaterThan(0);
    });
    const before = (await statusOf(sweeper, id)).done;
    const events = await allEvents(await other.post('/simulate', { ...TINY, seed: 123 }));
    expect(events.map(({ type }) => type)).toContain('result');
    // Those that ended while the request travelled count as well.
    const after = (await statusOf(sweeper, id)).done;
    expect(after).toBeLessThan(96);
    expect(after - before).toBeLessThan(40);
    await remove(sweeper, id);
  });
});
