import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StudyRun } from '@lumenloom/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../dist/database/open-database.js';
import type { Database } from '../dist/database/schema.js';
import { changeRow } from '../dist/leased-work/leased-rows.js';
import { claimNext, isAnothersTurn } from '../dist/leased-work/claims.js';
import { PROGRAMS } from '../dist/programs.js';
import { growingRuns } from '../dist/runs/sweep-results-routes.js';
import { Turns } from '../dist/turns.js';
import { callsOf, type Goal } from './experiment-calls.ts';
import { get } from './library-form.ts';
import { logIn, type Visitor } from './people.ts';
import { startServer, TINY, type Server } from './start-server.ts';
import { until } from './until.ts';

const STUDY = {
  name: 'Gain',
  recipe: { ...TINY, isp: 'Fast-openISP' },
  vary: [{ path: 'sensorParams.analog_gain', name: 'gain', from: 0.5, to: 4 }],
  objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
  algorithm: { name: 'random' },
};
/** Without a lens: each process would trace its tables again. */
const EVALUATION = {
  name: 'Marks',
  dataset: 'example:marks',
  network: 'example:marks',
  scene: { hfov: 21, luminance: 100 },
  cameras: {
    small: { ...TINY, isp: 'Fast-openISP', sensorParams: { rows: 60, cols: 80, pixel_size: 9 } },
  },
  bootstrap: { draws: 20 },
};
const SWEEP = {
  name: 'Gains',
  recipe: TINY,
  vary: [{ path: 'sensorParams.analog_gain', from: 1, to: 4, steps: 3 }],
  measure: ['sensor.dynamicRangeDb'],
};

const started = (visitor: Visitor, goal: Goal, document: object) =>
  callsOf(goal).started(visitor, document);
const statusOf = (visitor: Visitor, goal: Goal, id: string) => callsOf(goal).statusOf(visitor, id);
const cancel = (visitor: Visitor, goal: Goal, id: string) => callsOf(goal).remove(visitor, id);
/** Waits for its end, be it well or not. */
const ended = (visitor: Visitor, goal: Goal, id: string) =>
  until(async () => {
    const status = await statusOf(visitor, goal, id);
    expect(['done', 'failed']).toContain(status.state);
    return status;
  });
const textOf = async (visitor: Visitor, path: string): Promise<string> =>
  (await get(visitor, path)).text();
const answerOf = async (response: Response): Promise<readonly unknown[]> => [
  response.status,
  ((await response.json()) as { readonly message: unknown }).message,
];

describe('two accounts', () => {
  const time = { ahead: 0 };
  const server = startServer(
    { MAX_RUNNING_RUNS: '1', SWEEP_RUNS: '2500', RATE_LIMIT_FACTOR: '100' },
    { clock: () => Date.now() + time.ahead },
  );
  let [first, second]: Visitor[] = [];
  beforeAll(async () => {
    first = await logIn(server, 'first@example.com');
    second = await logIn(server, 'second@example.com');
  });

  /** A long row of the first account, and a short one of the second, which waits for its turn. */
  async function begin(long: object, short: object): Promise<[string, string]> {
    const longId = await started(first!, 'studies', long);
    await until(async () => {
      expect((await statusOf(first!, 'studies', longId)).done).toBeGreaterThan(0);
    });
    const shortId = await started(second!, 'studies', short);
    expect(await statusOf(second!, 'studies', shortId)).toMatchObject({
      state: 'waiting',
      ahead: 1,
    });
    return [longId, shortId];
  }

  it('take turns in their studies, and lose nothing', async () => {
    const short = { ...STUDY, budget: { runs: 2 } };
    const long = { ...STUDY, budget: { runs: 1000, minutes: 5 } };
    const [longId, shortId] = await begin(long, short);
    const ownId = await started(first!, 'studies', short);
    expect(await statusOf(first!, 'studies', ownId)).toMatchObject({ state: 'waiting', ahead: 2 });
    time.ahead += 11_000;
    expect(await ended(second!, 'studies', shortId)).toMatchObject({ state: 'done' });
    const between = await statusOf(first!, 'studies', longId);
    expect(['waiting', 'running']).toContain(between.state);
    // An account's own rows follow one another.
    expect(await statusOf(first!, 'studies', ownId)).toMatchObject({ state: 'waiting' });
    await until(async () => {
      expect((await statusOf(first!, 'studies', longId)).done).toBeGreaterThan(between.done);
    });
    for (const id of [longId, ownId]) await cancel(first!, 'studies', id);
    const runs = (await textOf(first!, `/api/studies/${longId}/results`)).trimEnd().split('\n');
    expect(runs.map((line) => (JSON.parse(line) as StudyRun).run)).toEqual(
      runs.map((_, run) => run),
    );
  });

  it('have documents checked side by side', async () => {
    const order: string[] = [];
    const check = async (owner: string, steps: number): Promise<void> => {
      const content = { ...SWEEP, vary: [{ ...SWEEP.vary[0], steps }] };
      expect(await server.app.checkDocument(owner, 'sweep', { content, own: {} })).toMatchObject({
        ok: true,
        value: { count: steps },
      });
      order.push(owner);
    };
    const long = check('one', 2000);
    const waiting = [1, 2, 3, 4].map(() => check('one', 1));
    await expect(check('one', 1)).rejects.toMatchObject({ status: 429 });
    await check('another', 2);
    await Promise.all([long, ...waiting]);
    expect(order).toEqual(['another', ...Array.from({ length: 5 }, () => 'one')]);
  });

  it('are told of their quota before a check, and of evaluations too', async () => {
    const vary = [{ path: 'sensorParams.analog_gain', from: -1, to: 4, steps: 2501 }];
    expect(await answerOf(await first!.post('/api/sweeps', { ...SWEEP, vary }))).toEqual([
      429,
      'The sweep has 2501 runs; your quota has room for 2500 until others have ended.',
    ]);
    const cameras = Object.fromEntries(
      Array.from({ length: 32 }, (_, at) => [`camera ${at}`, EVALUATION.cameras.small]),
    );
    const conditions = ['day', 'night'].map((name) => ({ name }));
    const large = { ...EVALUATION, cameras, conditions };
    expect(await answerOf(await first!.post('/api/evaluations', large))).toEqual([
      429,
      'The evaluation shows cameras 3840 pictures; your quota has room for 2500 until others have ended: take fewer with images, or fewer cameras or conditions.',
    ]);
    // What was cancelled counts again when it goes on.
    const id = await started(first!, 'studies', { ...STUDY, budget: { runs: 2000 } });
    await cancel(first!, 'studies', id);
    const other = await started(first!, 'studies', { ...STUDY, budget: { runs: 2000 } });
    expect((await first!.post(`/api/studies/${id}/resume`, {})).status).toBe(429);
    await cancel(first!, 'studies', other);
  });

  it('follow their results, each at most 20, and each line is read once', async () => {
    const id = await started(first!, 'studies', { ...STUDY, budget: { runs: 2000 } });
    const path = `/api/studies/${id}/results`;
    const follow = async () => {
      const stop = new AbortController();
      const answer = await first!.post(path, undefined, { method: 'GET', signal: stop.signal });
      return { stop, answer };
    };
    const open = [];
    for (let stream = 0; stream < 20; stream += 1) open.push(await follow());
    expect(open.map(({ answer }) => answer.status)).toEqual(open.map(() => 200));
    expect(await answerOf((await follow()).answer)).toEqual([
      429,
      'You follow the results of 20 sweeps and studies already: close one, or look at their state instead.',
    ]);
    open.pop()!.stop.abort();
    await until(async () => {
      const { stop, answer } = await follow();
      expect(answer.status).toBe(200);
      stop.abort();
    });
    for (const { stop } of open) stop.abort();
    await cancel(first!, 'studies', id);

    const sweep = await started(first!, 'sweeps', SWEEP);
    await textOf(first!, `/api/sweeps/${sweep}/results`);
    const lines = await addOutcomes(server, sweep, [0, 1, 2, 4]);
    const added = growingRuns(server.app.database, sweep);
    expect(await linesIn(added())).toEqual(lines);
    const asked = vi.spyOn(server.app.database, 'selectFrom');
    expect(await linesIn(added())).toEqual([]);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    await addOutcomes(server, sweep, [3, 1200]);
    expect(await linesIn(added())).toEqual(['3', '1200']);
  });
});

/** Gives runs of a sweep outcomes without computing them. */
async function addOutcomes(
  { app: { database } }: Server,
  sweepId: string,
  runs: readonly number[],
): Promise<readonly string[]> {
  await database
    .insertInto('experimentRuns')
    .values(
      runs.map((run) => ({ experimentId: sweepId, run, outcome: String(run), resultKey: null })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['experimentId', 'run'])
        .doUpdateSet({ outcome: (row) => row.ref('excluded.outcome') }),
    )
    .execute();
  return runs.map(String);
}
async function linesIn(texts: AsyncIterable<string>): Promise<readonly string[]> {
  let all = '';
  for await (const text of texts) all += text;
  return all.split('\n').slice(0, -1);
}

describe.each(['studies', 'evaluations'] as const)('%s on several workers', (table) => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-turns-'));
    database = await openDatabase({ databaseUrl: undefined, dataFolder: folder });
  });
  afterAll(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  it('are of as many accounts as there are workers, and each account has its turn', async () => {
    let now = 1000;
    const names = { first: 'a', last: 'b' };
    const account = async (id: string): Promise<void> => {
      const person = {
        id,
        email: `${id}@example.com`,
        passwordHash: '',
        plan: 'Trial',
        isStaff: 0,
      };
      await database
        .insertInto('users')
        .values({
          ...person,
          firstName: names.first,
          lastName: names.last,
          createdAt: now,
        } as never)
        .execute();
    };
    const add = async (userId: string, id: string): Promise<void> => {
      now += 1;
      const row = { id, userId, document: '{}', state: 'waiting', message: '', parts: 1, done: 0 };
      const times = { createdAt: now, endedAt: null, runner: null, leaseUntil: 0 };
      await database
        .insertInto('experiments')
        .values({ ...row, goal: table, ...times } as never)
        .execute();
    };
    for (const id of ['ann', 'ben', 'cid', 'dan']) await account(id);
    for (const id of ['a1', 'a2', 'a3', 'a4']) await add('ann', id);
    await add('ben', 'b1');
    await add('cid', 'c1');
    const workers = ['one', 'two', 'three'].map((runner) => ({ runner, turns: new Turns() }));
    const claim = async (at: number): Promise<string | undefined> => {
      const { runner, turns } = workers[at]!;
      const times = { now, until: now + 1e6 };
      const by = { goal: table, runner, judge: () => PROGRAMS };
      return (await claimNext(database, by, times, turns))?.id;
    };
    const change = (at: number, id: string, to: object): Promise<boolean> =>
      changeRow(database, { id, runner: workers[at]!.runner }, to);
    const isAnothers = (): Promise<boolean> => isAnothersTurn(database, table, now, 'ann');

    expect([await claim(0), await claim(1), await claim(2)]).toEqual(['a1', 'b1', 'c1']);
    expect(await isAnothers()).toBe(false);
    for (const [at, id] of [
      [1, 'b1'],
      [2, 'c1'],
    ] as const)
      await change(at, id, { state: 'done', endedAt: now });
    // Nobody else has any, so one account has all workers until somebody comes.
    expect([await claim(1), await claim(2), await isAnothers()]).toEqual(['a2', 'a3', false]);
    await add('dan', 'd1');
    expect(await isAnothers()).toBe(true);
    await change(2, 'a3', { state: 'waiting', runner: null, leaseUntil: 0 });
    expect(await claim(2)).toBe('d1');
    expect(await isAnothers()).toBe(false);
  });
});

describe('networks, where everybody may compute', () => {
  const server = startServer({ MAX_RUNNING_RUNS: '1', TRUST_PROXY: '1' });

  it('take turns, however many browsers one of them has', async () => {
    const ended: string[] = [];
    const stop = new AbortController();
    const { signal } = stop;
    /** Resolves when the run has its place in the line. */
    const ask = async (from: string, rows: number) => {
      const visitor = server.asSomebodyElse({ 'x-forwarded-for': from });
      const recipe = { ...TINY, sensorParams: { rows, cols: 1000 } };
      const answer = await visitor.post('/simulate', recipe, { signal });
      return { whole: answer.text().then(() => ended.push(from)) };
    };
    const flood: Promise<unknown>[] = [];
    for (let browser = 0; browser < 4; browser += 1)
      flood.push((await ask('10.0.0.1', 1000)).whole);
    await (
      await ask('10.0.0.2', 16)
    ).whole;
    expect(ended.filter((from) => from === '10.0.0.1').length).toBeLessThanOrEqual(1);
    stop.abort();
    await Promise.allSettled(flood);
  });
});

describe('MAX_RUN_SECONDS', () => {
  const server = startServer({
    MAX_RUNNING_RUNS: '1',
    MAX_RUN_SECONDS: '0.001',
    RATE_LIMIT_FACTOR: '100',
  });

  it('ends runs of studies, pictures of evaluations, and checks', async () => {
    const owner = await logIn(server, 'owner@example.com');
    const sentence = 'run took longer than 0.001 s and was ended';
    const study = await started(owner, 'studies', { ...STUDY, budget: { runs: 1 } });
    await ended(owner, 'studies', study);
    expect(await textOf(owner, `/api/studies/${study}/results`)).toContain(`The ${sentence}`);
    const evaluation = await started(owner, 'evaluations', { ...EVALUATION, images: 1 });
    await ended(owner, 'evaluations', evaluation);
    const lines = await textOf(owner, `/api/evaluations/${evaluation}/images.ndjson`);
    expect(lines).toContain(`the ${sentence}`);
    const vary = [{ ...SWEEP.vary[0], steps: 1000 }];
    expect(await answerOf(await owner.post('/api/sweeps', { ...SWEEP, vary }))).toEqual([
      422,
      'Checking the runs took longer than 0.001 s: take fewer runs.',
    ]);
  });
});
