import { beforeAll, describe, expect, it } from 'vitest';
import { callsOf } from './experiment-calls.ts';
import { logIn, type Visitor } from './people.ts';
import { startServer } from './start-server.ts';
import { until } from './until.ts';

const CAMERA = { scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg' };
const SMALL = { rows: 24, cols: 36, pixel_size: 2.2 };
const sensor = (noise: number, size: object = {}) => ({
  name: `noise ${noise}`,
  set: { sensorParams: { ...SMALL, ...size, read_noise: noise } },
});
/** Raced over the noise of one scene. */
const PLAN = {
  version: 1,
  name: 'Dusk',
  recipe: { ...CAMERA, sceneLuminance: 3, exposureParams: { mode: 'fixed', seconds: 0.04 } },
  parts: { sensor: [sensor(1), sensor(30)] },
  goal: { figure: 'sensor.snrAtGrey18' },
  race: { first: 8, growth: 2, budget: { pictures: 8 } },
};
const YIELD = {
  name: 'Wafers',
  recipe: { ...PLAN.recipe, sensorParams: { ...SMALL, read_noise: 1 } },
  score: { figure: 'sensor.snrAtGrey18' },
  limit: 3,
  spread: [{ path: 'sensorParams.read_noise', percent: 20 }],
  runs: 20,
  method: 'plain',
};

const server = startServer({
  MAX_RUNNING_RUNS: '1',
  RATE_LIMIT_FACTOR: '100',
  SWEEP_RUNS: '500',
  COMPUTE_AUTH: 'session',
});
const { start, started, ask, textOf, statusOf, ended, remove } = callsOf('studies');
let owner: Visitor;
beforeAll(async () => {
  owner = await logIn(server, 'owner@example.com');
});
const choose = (document: object) => ({ goal: 'choose', document });
const without = (key: string) =>
  Object.fromEntries(Object.entries(PLAN).filter(([name]) => name !== key));

/** A change of a document, and what of it is refused. */
const refusals: readonly (readonly [object, field: string, message: RegExp])[] = [
  [choose(without('goal')), 'goal', /^Missing\.$/],
  [choose({ ...PLAN, parts: { lens: ['published:helia'] } }), 'parts.lens[0]', /^There is no lens/],
  [
    choose({ ...PLAN, requirements: { fieldWidth: 3 } }),
    'requirements.fieldWidth',
    /did you mean fieldWidthMm\?/,
  ],
  [
    choose({ ...PLAN, goal: { figure: 'sensor.beauty' } }),
    'goal.figure',
    /^There is no figure sensor\.beauty\.$/,
  ],
  [choose({ ...PLAN, table: 'parts.csv' }), 'table', /reads no files/],
  [
    choose({ ...PLAN, parts: { lens: [{ name: 'x', file: '/etc/passwd' }] } }),
    'parts.lens[0].file',
    /reads no files/,
  ],
  [
    choose({ ...PLAN, parts: { sensor: ['mine:4bcdc5b6-d7a9-4d1e-8dfa-3f6d1b9f3a11'] } }),
    'parts.sensor[0]',
    /./,
  ],
  [
    choose({ ...PLAN, evaluate: { dataset: '/etc', network: '/etc/passwd' } }),
    'evaluate.dataset',
    /^You have no data set/,
  ],
  [
    choose({ ...PLAN, race: { first: 8, budget: { pictures: 400 } } }),
    '',
    /quota has room for 500/,
  ],
  [
    choose({
      ...PLAN,
      parts: { sensor: [sensor(1)] },
      cost: 'sensor.price',
      requirements: { cost: 1 },
    }),
    'requirements',
    /^No camera meets the requirements/,
  ],
  [{ goal: 'yield', document: { ...YIELD, limit: undefined } }, 'limit', /^Missing\.$/],
  [{ goal: 'yield', document: { ...YIELD, spread: [] } }, 'spread', /^At least one\.$/],
  [{ goal: 'best', document: PLAN }, 'goal', /./],
  [{ goal: 'choose' }, 'document', /./],
];

it.each(refusals)('refuses a body, %#', async (body, field, message) => {
  const response = await start(owner, body);
  const answer: unknown = await response.json();
  expect([response.status, answer]).toEqual([
    field === '' ? 429 : 422,
    expect.objectContaining({ field, message: expect.stringMatching(message) as string }),
  ]);
});

describe('a choice', () => {
  it('is looked at without a run, raced, listed, raced on with more pictures, and deleted', async () => {
    const looked = await owner.post('/api/studies/dry-run', {
      document: { ...PLAN, requirements: { longestExposureSeconds: 1, snrDb: 13 } },
    });
    expect(await looked.json()).toMatchObject({
      sentence: '1 of 2 are left.',
      candidates: { all: 2, refused: 1, raced: 1 },
      reasons: [{ requirement: 'snrDb', count: 1, alone: 1 }],
    });

    const id = await started(owner, choose(PLAN));
    expect(await ended(owner, id)).toMatchObject({ goal: 'choose', name: 'Dusk', runs: 16 });
    const kept = JSON.parse(await textOf(owner, id, '/document')) as object;
    expect(kept).toMatchObject({ goal: 'choose', name: 'Dusk', document: { seed: 1 } });
    const looks = (await textOf(owner, id, '/results')).trim().split('\n');
    expect(looks.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { run: 1, pictures: 8, leader: 'noise 1', standing: [{ name: 'noise 1' }, {}] },
    ]);
    const results = async () =>
      JSON.parse(await textOf(owner, id, '/results.json')) as { pictures: number; runs: number };
    expect(await results()).toMatchObject({ pictures: 8, runs: 16 });
    for (const name of ['candidates.csv', 'runs.ndjson', 'report.html', 'best-recipe.json'])
      expect((await ask(owner, id, `/${name}`)).status).toBe(200);
    expect((await ask(owner, id, '/best')).status).toBe(404);

    const more = (body: object) => owner.post(`/api/studies/${id}/resume`, body);
    expect((await more({ runs: 10 })).status).toBe(422);
    expect((await more({})).status).toBe(409);
    expect((await more({ pictures: 4 })).status).toBe(200);
    await ended(owner, id);
    // It has ended at its first look already, because one camera is behind for certain.
    expect((await results()).pictures).toBeGreaterThanOrEqual(8);
    expect(await remove(owner, id)).toEqual({ status: 'deleted' });
  });

  it('is cancelled in the midst, and goes on to the same results', async () => {
    const plan = {
      ...PLAN,
      // Cameras that are alike leave no look early, so that the race is met in the midst.
      parts: {
        sensor: ['A', 'B', 'C'].map((name) => ({ ...sensor(1, { rows: 480, cols: 720 }), name })),
      },
      race: { first: 8, budget: { pictures: 24 } },
    };
    const other = await started(owner, choose(plan));
    await until(async () => {
      expect((await statusOf(owner, other)).done).toBeGreaterThan(0);
    });
    expect(await remove(owner, other)).toEqual({ status: 'cancelled' });
    const whole = await started(owner, choose(plan));
    await ended(owner, whole);
    expect((await owner.post(`/api/studies/${other}/resume`, {})).status).toBe(200);
    await ended(owner, other);
    for (const name of ['/results.json', '/runs.ndjson', '/results'])
      expect(await textOf(owner, other, name)).toBe(await textOf(owner, whole, name));
  });
});

it('a yield is computed, and has a line per camera', async () => {
  const id = await started(owner, { goal: 'yield', document: YIELD });
  expect(await ended(owner, id)).toMatchObject({ goal: 'yield', runs: 23, done: 23 });
  const lines = (await textOf(owner, id, '/results')).trim().split('\n');
  expect(lines).toHaveLength(23);
  const results: unknown = JSON.parse(await textOf(owner, id, '/results.json'));
  expect(results).toMatchObject({ method: 'plain', runs: 23, check: { runs: 20 } });
  expect((await ask(owner, id, '/worst-recipe.json')).status).toBe(200);
  expect((await owner.post(`/api/studies/${id}/resume`, { pictures: 3 })).status).toBe(422);
});
