import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SweepStatus } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { folderStore, purgeResults } from '../dist/results/result-store.js';
import { lumenloom } from '../../cli/tests/lumenloom.ts';
import { onEachCompute } from './on-both-databases.ts';
import { logIn, newVisitor, signUp, verify, type Visitor } from './people.ts';
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

const get = (visitor: Visitor, path: string, init: RequestInit = {}) =>
  visitor.post(path, undefined, { method: 'GET', ...init });
const remove = (visitor: Visitor, path: string) =>
  visitor.post(path, undefined, { method: 'DELETE' });
async function start(visitor: Visitor, body: unknown): Promise<string> {
  const response = await visitor.post('/api/sweeps', body);
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}
const stateOf = async (visitor: Visitor, id: string): Promise<SweepStatus> =>
  (await (await get(visitor, `/api/sweeps/${id}`)).json()) as SweepStatus;
const linesOf = async (visitor: Visitor, id: string): Promise<{ readonly run: number }[]> =>
  (await (await get(visitor, `/api/sweeps/${id}/results`)).text())
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
    const id = await start(visitor, document);
    expect(await linesOf(visitor, id)).toEqual(await fromCommandLine());
    await until(async () => {
      expect(await stateOf(visitor, id)).toMatchObject({
        name: 'Noise',
        state: 'done',
        runs: 12,
        done: 12,
        failed: 0,
      });
    });
  });

  it('computes equal plans once, for whoever asks', async () => {
    const results = join(server.dataFolder, 'results');
    const before = await readdir(results, { recursive: true });
    expect(before.filter((name) => name.endsWith('.json'))).toHaveLength(12);
    const visitor = await somebody(server);
    await linesOf(visitor, await start(visitor, { ...document, name: 'again' }));
    expect(await readdir(results, { recursive: true })).toEqual(before);
  });

  // The database changes nothing of it, a worker does.
  if (engine.isSqlite || engine.attend)
    it('gives its runs the figures of a data set that the command line computes', async () => {
      const visitor = await somebody(server);
      const lines = await linesOf(visitor, await start(visitor, evaluated));
      expect(lines).toEqual(await fromCommandLine(evaluated));
      expect(lines).toMatchObject([
        { status: 'done', figures: { 'dataset.map': expect.any(Number) as number } },
        { status: 'done' },
      ]);
    });

  it('keeps the arrays between the stages where they are wanted', async () => {
    const visitor = await somebody(server);
    const id = await start(visitor, { ...document, repeats: 1, keep: 'stages' });
    expect(await linesOf(visitor, id)).toHaveLength(6);
    const stages = `/api/sweeps/${id}/runs/1/stages`;
    const arrays = ['scene', 'irradiance', 'electrons', 'volts', 'raw'];
    expect(await (await get(visitor, stages)).json()).toEqual({ arrays });
    const raw = Buffer.from(await (await get(visitor, `${stages}/raw.npy`)).arrayBuffer());
    const { rows, cols } = TINY.sensorParams;
    expect(raw.subarray(0, 128).toString('latin1')).toContain(`(${rows}, ${cols})`);
    expect(raw.length).toBe(128 + 2 * rows * cols);
    expect((await get(visitor, `${stages}/..%2Fraw.npy`)).status).toBe(404);
    expect((await get(visitor, `/api/sweeps/${id}/runs/9/stages`)).status).toBe(404);
    expect((await get(await somebody(server), stages)).status).toBe(404);
  });

  it('keeps pictures where they are wanted', async () => {
    const visitor = await somebody(server);
    const id = await start(visitor, { ...document, repeats: 1, keep: 'pictures' });
    expect(await linesOf(visitor, id)).toHaveLength(6);
    const picture = await get(visitor, `/api/sweeps/${id}/runs/2/picture`);
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
    expect((await get(visitor, `/api/sweeps/${id}/runs/99/picture`)).status).toBe(404);
  });

  it('is cancelled within two seconds, and then deleted', async () => {
    const visitor = await somebody(server);
    const id = await start(visitor, {
      ...document,
      recipe: { ...document.recipe, sensorParams: { rows: 3000, cols: 4000 } },
    });
    const following = get(visitor, `/api/sweeps/${id}/results`);
    await until(async () => {
      expect((await stateOf(visitor, id)).state).toBe('running');
    });
    const began = performance.now();
    expect(await (await remove(visitor, `/api/sweeps/${id}`)).json()).toEqual({
      status: 'cancelled',
    });
    await (await following).text();
    expect(await stateOf(visitor, id)).toMatchObject({ state: 'cancelled' });
    // The place is free again for others.
    await allEvents(await visitor.post('/simulate', TINY));
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await (await remove(visitor, `/api/sweeps/${id}`)).json()).toEqual({
      status: 'deleted',
    });
    expect((await get(visitor, `/api/sweeps/${id}`)).status).toBe(404);
  });

  it('leaves results behind that are deleted when no sweep refers to them', async () => {
    const visitor = await somebody(server);
    const results = join(server.dataFolder, 'results');
    const keys = async (): Promise<string[]> =>
      (await readdir(results, { recursive: true }).catch(() => [])).filter((name) =>
        name.endsWith('.json'),
      );
    const before = await keys();
    const id = await start(visitor, {
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
    await until(async () => {
      expect((await stateOf(visitor, id)).state).toBe('done');
    });
    await remove(visitor, `/api/sweeps/${id}`);
    await purgeLater();
    expect(await keys()).not.toContain(made);
  });

  it('is refused with the path of the field, or beyond the quota', async () => {
    const visitor = await somebody(server);
    const refusal = async (changes: object) => {
      const response = await visitor.post('/api/sweeps', { ...document, ...changes });
      return { status: response.status, ...((await response.json()) as object) };
    };
    expect(await refusal({ repeats: 0 })).toMatchObject({
      status: 422,
      field: 'repeats',
      message: 'repeats must be at least 1.',
    });
    const large = { ...document.recipe, sensorParams: { rows: 3000, cols: 4000 } };
    expect(await refusal({ keep: 'stages', recipe: large })).toMatchObject({
      status: 422,
      field: 'keep',
      message: expect.stringMatching(/^The results of this sweep may take 37\.\d GB/) as string,
    });
    expect(await refusal({ measure: ['sensor.shine'] })).toMatchObject({
      status: 422,
      field: 'measure[0]',
    });
    expect(await refusal({ repeats: 17 })).toMatchObject({
      status: 429,
      message: 'The sweep has 102 runs; your quota has room for 100 until others have ended.',
    });
    const half = { keep: 'stages', repeats: 4 };
    const id = await start(visitor, { ...document, ...half });
    expect(await refusal(half)).toMatchObject({
      status: 429,
      field: 'keep',
      message: expect.stringMatching(
        /may take 0\.\d+ GB, and your sweeps have room for 0\.\d+ of 0\.005 GB: delete sweeps/,
      ) as string,
    });
    await remove(visitor, `/api/sweeps/${id}`);
  });

  it('lists failed runs with their sentence', async () => {
    const visitor = await somebody(server);
    const id = await start(visitor, {
      ...document,
      recipe: { ...document.recipe, optics: 'Cooke Triplet' },
      vary: [{ path: 'lens.surfaces[1].thickness', values: [40] }],
      repeats: 1,
    });
    const [line] = await linesOf(visitor, id);
    expect(line).toMatchObject({ status: 'failed', figures: {} });
    expect((line as unknown as { message: string }).message).toMatch(/^[A-Z].*\.$/);
    await until(async () => {
      expect(await stateOf(visitor, id)).toMatchObject({ state: 'failed', failed: 1 });
    });
  });

  it('lets a simulation begin beside the run of a sweep that is in progress', async () => {
    const [sweeper, other] = [await somebody(server), await somebody(server)];
    const id = await start(sweeper, {
      ...document,
      recipe: { ...document.recipe, sensorParams: LONG.sensorParams },
    });
    await until(async () => {
      expect((await stateOf(sweeper, id)).state).toBe('running');
    });
    // Long enough for the run to begin, and a small part of its time.
    await setTimeout(300);
    const types = new Set<string>();
    for await (const { type } of eventsOf(await other.post('/simulate', { ...TINY, seed: 124 }))) {
      // Looked at when the simulation begins: on a busy machine the run may end before it does.
      if (type === 'progress' && !types.has(type))
        expect(await stateOf(sweeper, id)).toMatchObject({ state: 'running', done: 0 });
      types.add(type);
    }
    expect([...types]).toEqual(expect.arrayContaining(['progress', 'result']));
    await remove(sweeper, `/api/sweeps/${id}`);
  });

  it('gives its place to simulations', async () => {
    const [sweeper, other] = [await somebody(server), await somebody(server)];
    const id = await start(sweeper, {
      ...document,
      repeats: 16,
      recipe: { ...document.recipe, seed: 77 },
    });
    await until(async () => {
      expect((await stateOf(sweeper, id)).done).toBeGreaterThan(0);
    });
    const before = (await stateOf(sweeper, id)).done;
    const events = await allEvents(await other.post('/simulate', { ...TINY, seed: 123 }));
    expect(events.map(({ type }) => type)).toContain('result');
    // Those that ended while the request travelled count as well.
    const after = (await stateOf(sweeper, id)).done;
    expect(after).toBeLessThan(96);
    expect(after - before).toBeLessThan(40);
    await remove(sweeper, `/api/sweeps/${id}`);
  });
});

describe('an API token', () => {
  const server = startServer({
    TRUST_PROXY: '1',
    COMPUTE_AUTH: 'session',
    RATE_LIMIT_FACTOR: '100',
    DASHBOARD_ACCESS: 'staff',
  });
  const withToken = (token: string): RequestInit => ({
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

  it('computes for its account, is listed without itself, and no longer accepted when revoked', async () => {
    const owner = await somebody(server);
    const made = await owner.post('/api/tokens', { name: ' nightly ' });
    expect(made.status).toBe(201);
    const { id, name, token } = (await made.json()) as Record<'id' | 'name' | 'token', string>;
    expect([name, token]).toEqual(['nightly', expect.stringMatching(/^lumenloom_[\w-]{43}$/)]);

    const program = server.asSomebodyElse();
    const events = await allEvents(await program.post('/simulate', TINY, withToken(token)));
    expect(events.map(({ type }) => type)).toContain('result');
    const sweep = await program.post(
      '/api/sweeps',
      { ...document, vary: [], repeats: 1 },
      withToken(token),
    );
    expect(sweep.status).toBe(201);

    const listed = (await (await get(owner, '/api/tokens')).json()) as { tokens: object[] };
    expect(listed.tokens).toEqual([
      {
        id,
        name: 'nightly',
        scope: 'compute',
        createdAt: expect.any(String) as string,
        expiresAt: null,
        lastUsedAt: expect.any(String) as string,
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain(token);

    expect((await remove(owner, `/api/tokens/${id}`)).status).toBe(204);
    expect((await remove(owner, `/api/tokens/${id}`)).status).toBe(404);
    const refused = await program.post('/simulate', TINY, withToken(token));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(/revoked/) as string,
    });
  });

  it('is for computing alone: it makes no tokens and opens no other call', async () => {
    const owner = await somebody(server);
    const made = await owner.post('/api/tokens', { name: 'x' });
    const { token, id } = (await made.json()) as Record<'id' | 'token', string>;
    const program = server.asSomebodyElse();
    expect((await program.post('/api/tokens', { name: 'y' }, withToken(token))).status).toBe(401);
    expect((await get(program, '/api/tokens', withToken(token))).status).toBe(401);
    expect((await get(program, '/api/dashboard', withToken(token))).status).toBe(401);
    const put = { method: 'PUT', ...withToken(token) };
    expect((await program.post('/api/preferences', { tools: 'all' }, put)).status).toBe(401);
    expect((await get(program, '/api/preferences', withToken(token))).status).toBe(204);
    const stranger = await somebody(server);
    expect((await remove(stranger, `/api/tokens/${id}`)).status).toBe(404);
    expect((await program.post('/simulate', TINY)).status).toBe(401);
  });

  it('needs a name, and there are at most 20', async () => {
    const owner = await somebody(server);
    expect(await (await owner.post('/api/tokens', { name: ' ' })).json()).toMatchObject({
      field: 'name',
      message: 'Name is required',
    });
    for (let index = 0; index < 20; index += 1)
      expect((await owner.post('/api/tokens', { name: `${index}` })).status).toBe(201);
    expect((await owner.post('/api/tokens', { name: 'one more' })).status).toBe(409);
  });

  it('ends with the password', async () => {
    const email = 'resetting@example.com';
    const owner = await signUp(server, email);
    await owner.post('/api/login', { email, password: 'Aa1!aaaa' });
    const { token } = (await (await owner.post('/api/tokens', { name: 'x' })).json()) as {
      token: string;
    };
    const again = newVisitor(server);
    await verify(server, again, email);
    await again.post('/api/reset-password', { email, password: 'Bb2!bbbb' });
    expect((await server.asSomebodyElse().post('/simulate', TINY, withToken(token))).status).toBe(
      401,
    );
  });
});
