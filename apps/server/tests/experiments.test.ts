import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../dist/build-app.js';
import { readConfig } from '../dist/config.js';
import { callsOf } from './experiment-calls.ts';
import { get } from './library-form.ts';
import { logIn, type Visitor } from './people.ts';
import { allEvents, LONG, startServer, TINY, type Server } from './start-server.ts';
import { until } from './until.ts';

/**
 * What experiments of all goals have: their account, quota, cancel, resume, delete, a server that
 * is stopped. Turns are in fairness.test.ts, kills of workers in queue-faults.test.ts.
 */

const VARIED = { path: 'sensorParams.read_noise', from: 1, to: 4 };
/** Runs of some milliseconds, or of seconds. */
const recipe = (isLong: boolean): object => ({
  ...(isLong ? LONG : TINY),
  ...(!isLong && { sensorParams: { rows: 120, cols: 180, pixel_size: 8 } }),
  isp: 'Fast-openISP',
});
const QUOTA = 250;

/** What an experiment keeps of its parts, a line each. */
type Kept = (server: Pick<Server, 'app' | 'dataFolder'>, id: string) => Promise<readonly string[]>;
const inFile =
  (goal: string, name: string): Kept =>
  async ({ dataFolder }, id) =>
    (await readFile(join(dataFolder, goal, id, name), 'utf8').catch(() => ''))
      .split('\n')
      .slice(0, -1);

interface Goal {
  readonly goal: 'sweeps' | 'studies' | 'evaluations';
  readonly missing: string;
  readonly logIn: string;
  /** Its runs differ with its name too, so that none is taken from memory. */
  readonly document: (parts: number, name: string, isLong?: boolean) => object;
  /** Enough that it is met in the midst of them. */
  readonly parts: number;
  /** Lines of a part. */
  readonly lines: number;
  readonly kept: Kept;
  /** What tells parts apart. */
  readonly keys: readonly string[];
  readonly unfinished: number;
}

const goals: readonly Goal[] = [
  {
    goal: 'sweeps',
    missing: 'You have no sweep with this id.',
    logIn: 'Sweeps belong to an account: log in, or send an API token.',
    document: (parts, name, isLong = false) => ({
      name,
      recipe: { ...recipe(isLong), seed: name.length },
      vary: [{ ...VARIED, steps: parts }],
      measure: ['sensor.snrAtGrey18'],
    }),
    lines: 1,
    kept: async ({ app }, id) =>
      (
        await app.database
          .selectFrom('experimentRuns')
          .select('outcome')
          .where('experimentId', '=', id)
          .orderBy('run')
          .execute()
      ).map(({ outcome }) => outcome),
    parts: 100,
    keys: ['run'],
    unfinished: 10,
  },
  {
    goal: 'studies',
    missing: 'You have no study with this id.',
    logIn: 'Studies belong to an account: log in, or send an API token.',
    document: (parts, name, isLong = false) => ({
      name,
      recipe: recipe(isLong),
      vary: [VARIED],
      objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
      algorithm: { name: 'de' },
      budget: { runs: parts },
    }),
    lines: 1,
    kept: inFile('studies', 'results.ndjson'),
    parts: 100,
    keys: ['run'],
    unfinished: 10,
  },
  {
    goal: 'evaluations',
    missing: 'You have no evaluation with this id.',
    logIn: 'Evaluations belong to an account: log in, or send an API token.',
    document: (parts, name, isLong = false) => ({
      name,
      dataset: 'example:marks',
      network: 'example:marks',
      scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
      // There are 60; more runs are more cameras.
      images: Math.min(parts, 60),
      cameras: Object.fromEntries(
        Array.from({ length: Math.ceil(parts / 60) }, (_, at) => [
          `camera ${at}`,
          {
            sensor: 'Bayer-grbg',
            sensorParams: isLong
              ? { rows: 1200, cols: 1600, pixel_size: 0.45 }
              : { rows: 60, cols: 80, pixel_size: 9 },
            isp: 'Fast-openISP',
          },
        ]),
      ),
      bootstrap: { draws: 20 },
    }),
    // Of the camera, and of the picture itself.
    lines: 2,
    kept: inFile('evaluations', 'images.ndjson'),
    parts: 40,
    keys: ['image', 'camera'],
    unfinished: 5,
  },
];

describe.each(goals)('$goal', ({ goal, document, parts, lines, kept, keys, ...said }) => {
  const settings = {
    MAX_RUNNING_RUNS: '1',
    RATE_LIMIT_FACTOR: '100',
    SWEEP_RUNS: String(QUOTA),
    DRAIN_SECONDS: '0',
    COMPUTE_AUTH: 'session',
  };
  const server = startServer(settings);
  let owner: Visitor;
  beforeAll(async () => {
    owner = await logIn(server, 'owner@example.com');
  });
  const { pathOf, start, ask, ended, ...calls } = callsOf(goal);
  const statusOf = (id: string) => calls.statusOf(owner, id);
  const inTheMidst = (id: string) => calls.inTheMidst(owner, id, 2);
  const remove = (id: string) => calls.remove(owner, id);
  const started = (count: number, name: string, isLong = false): Promise<string> =>
    calls.started(owner, document(count, name, isLong));
  const keysOf = (all: readonly string[]): readonly string[] =>
    all.map((line) => {
      const held = JSON.parse(line) as Readonly<Record<string, unknown>>;
      return keys.map((key) => String(held[key])).join(' ');
    });
  /** Every part once, and those that were there before as they were. */
  const expectWhole = (all: readonly string[], before: readonly string[]): void => {
    expect(before.length).toBeGreaterThan(0);
    expect(all).toHaveLength(lines * parts);
    expect(new Set(keysOf(all)).size).toBe(lines * parts);
    expect(all).toEqual(expect.arrayContaining([...before]));
  };

  it('belong to their account', async () => {
    const id = await started(1, 'own');
    const other = await logIn(server, 'other@example.com');
    for (const part of ['', '/document', ...(goal === 'evaluations' ? [] : ['/results'])])
      expect((await ask(other, id, part)).status).toBe(404);
    const refused = await other.post(pathOf(id), undefined, { method: 'DELETE' });
    expect([refused.status, await refused.json()]).toMatchObject([404, { message: said.missing }]);
    expect(await (await get(other, `/api/${goal}`)).json()).toEqual({ [goal]: [] });
    const own = (await (await get(owner, `/api/${goal}`)).json()) as Record<string, object[]>;
    expect(own[goal]).toMatchObject([{ id, name: 'own' }]);
    const inStates = async (states: string): Promise<unknown> =>
      (await get(owner, `/api/${goal}?state=${states}`)).json();
    expect(await inStates('waiting,running,done')).toMatchObject({ [goal]: [{ id }] });
    expect(await inStates('cancelled,failed')).toEqual({ [goal]: [] });
    expect(await inStates('waiting,over')).toMatchObject({ field: 'state' });
    const stranger = await start(server.asSomebodyElse(), document(1, 'strange'));
    expect([stranger.status, await stranger.json()]).toMatchObject([401, { message: said.logIn }]);
    await ended(owner, id);
    expect(await remove(id)).toEqual({ status: 'deleted' });
  });

  it('have a quota of runs, and of those that have not ended', async () => {
    const refused = await start(owner, document(QUOTA + 50, 'too many'));
    expect([refused.status, await refused.json()]).toMatchObject([
      429,
      { message: expect.stringMatching(/ 300 .*your quota has room for 250 /) as string },
    ]);
    const ids: string[] = [];
    while (ids.length < said.unfinished) ids.push(await started(10, `${ids.length} of some`, true));
    const more = await start(owner, document(1, 'one more'));
    expect([more.status, await more.json()]).toMatchObject([
      429,
      { message: expect.stringMatching(new RegExp(`^You have ${said.unfinished} `)) as string },
    ]);
    await until(async () => {
      expect((await statusOf(ids[0]!)).state).toBe('running');
    });
    // The newest first: none but the oldest begins.
    for (const id of ids.reverse()) expect(await remove(id)).toEqual({ status: 'cancelled' });
    // Its place is free again for others, though its runs take seconds.
    const began = performance.now();
    await allEvents(await owner.post('/simulate', TINY));
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it('are cancelled, go on where they stopped, and are deleted', async () => {
    const id = await started(parts, 'cancelled');
    const following = goal === 'evaluations' ? undefined : calls.textOf(owner, id, '/results');
    await inTheMidst(id);
    expect(await remove(id)).toEqual({ status: 'cancelled' });
    expect(await statusOf(id)).toMatchObject({ state: 'cancelled', message: '' });
    // The stream of its results ends with it.
    await following;
    const before = await until(async () => {
      const lines = await kept(server, id);
      expect(lines.length).toBeGreaterThan(0);
      return lines;
    });
    expect(before.length).toBeLessThan(lines * parts);
    // A sweep goes on as another one, which takes what is computed from memory.
    const goesOn = () =>
      goal === 'sweeps'
        ? start(owner, document(parts, 'cancelled'))
        : owner.post(pathOf(id, '/resume'), {});
    const resumed = await goesOn();
    expect(resumed.ok).toBe(true);
    const { id: again } = (await resumed.json()) as { readonly id: string };
    if (goal !== 'sweeps') expect((await goesOn()).status).toBe(409);
    await ended(owner, again);
    expectWhole(await kept(server, again), before);
    for (const one of new Set([id, again]))
      expect(await remove(one)).toEqual({ status: 'deleted' });
    expect((await ask(owner, again)).status).toBe(404);
    if (goal !== 'sweeps') {
      const folders = await readdir(join(server.dataFolder, goal));
      expect(folders).not.toContain(again);
    }
  });

  it('go on at the next start of their server, and compute no part twice', async () => {
    const id = await started(parts, 'stopped server');
    await inTheMidst(id);
    await server.app.close();
    const config = { ...settings, DATA_DIR: server.dataFolder, LOG_LEVEL: 'silent' };
    const app = await buildApp(readConfig({ ...config, WARM_THREADS: '0', THREADS_PER_RUN: '1' }));
    try {
      const now = { app, dataFolder: server.dataFolder };
      const before = await kept(now, id);
      expect(before.length).toBeLessThan(lines * parts);
      // It was given back, so nobody waits until the lease runs out.
      const row = () =>
        app.database
          .selectFrom('experiments')
          .select(['state', 'message', 'parts', 'leaseUntil'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      expect((await row()).leaseUntil).toBe(0);
      await app.listen({ port: 0, host: '127.0.0.1' });
      await until(async () => {
        expect(await row()).toMatchObject({ state: 'done', message: '', parts: parts });
      });
      expectWhole(await kept(now, id), before);
    } finally {
      await app.close();
    }
  });
});
