import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_OFFERS } from '@lumenloom/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { get } from './library-form.ts';
import { onBothDatabases } from './on-both-databases.ts';
import { logIn, type Visitor } from './people.ts';
import { startProcess } from './server-process.ts';
import { startServer, TINY, type Server } from './start-server.ts';

const ID = '2f6c1a0e-5d1b-4a55-9a0e-0d9b7a6f3c11';
const SWEEP = {
  name: 'Gains',
  recipe: TINY,
  vary: [{ path: 'sensorParams.analog_gain', values: [1, 2] }],
  measure: ['sensor.dynamicRangeDb'],
};
const put = (visitor: Visitor, tools: unknown) =>
  visitor.post('/api/preferences', { tools }, { method: 'PUT' });
const answerOf = async (response: Promise<Response>) => {
  const one = await response;
  return [one.status, await one.json()] as [number, { message: string; field: string }];
};

onBothDatabases((engine) => {
  const server = startServer(async () => ({
    ...(await engine.environment()),
    TRUST_PROXY: '1',
    WORKBENCH_FEATURES: 'stop',
    WORKBENCH_OFFERS: 'live,measure,sweep',
  }));

  it('keeps what a person has turned on in the account, and for nobody else', async () => {
    const [ada, ben] = [
      await logIn(server, 'ada@example.com'),
      await logIn(server, 'ben@example.com'),
    ];
    const tools = (who: Visitor) => answerOf(get(who, '/api/preferences'));
    expect(await tools(ada)).toEqual([200, { tools: [] }]);
    expect(await answerOf(put(ada, ['measure', 'live']))).toEqual([
      200,
      { tools: ['measure', 'live'] },
    ]);
    expect(await tools(ada)).toEqual([200, { tools: ['measure', 'live'] }]);
    expect((await put(ada, 'all')).status).toBe(200);
    expect(await tools(ada)).toEqual([200, { tools: 'all' }]);
    expect(await tools(ben)).toEqual([200, { tools: [] }]);
    // On another browser of the same person.
    const again = server.asSomebodyElse({ 'x-forwarded-for': '10.9.9.9' });
    await again.post('/api/login', { email: 'ada@example.com', password: 'Aa1!aaaa' });
    expect(await tools(again)).toEqual([200, { tools: 'all' }]);
    // A name that is no longer offered is left out, and kept.
    await server.app.database
      .updateTable('users')
      .set({ tools: '["stages","live"]' })
      .where('email', '=', 'ada@example.com')
      .execute();
    expect(await tools(ada)).toEqual([200, { tools: ['live'] }]);
    await server.app.database.deleteFrom('users').where('email', '=', 'ada@example.com').execute();
    expect((await get(ada, '/api/preferences')).status).toBe(204);
  });

  it('refuses what is not offered, and who is not logged in', async () => {
    const visitor = await logIn(server, 'cy@example.com');
    for (const [tools, message] of [
      [
        ['live', 'stop'],
        '"stop" is no tool that this server offers: choose some of measure, sweep, live, or all.',
      ],
      ['some', 'tools must be all, or a list of names of tools.'],
      [[3], 'tools must be all, or a list of names of tools.'],
      [undefined, 'tools must be all, or a list of names of tools.'],
    ] as const) {
      const [status, body] = await answerOf(put(visitor, tools));
      expect([status, body.message]).toEqual([422, message]);
      expect(body.field).toMatch(/^tools/);
    }
    expect((await put(server.asSomebodyElse(), 'all')).status).toBe(401);
  });
});

describe('with a feature in neither list', () => {
  const CALLS = [
    'GET /api/datasets',
    'POST /api/datasets',
    `GET /api/datasets/${ID}`,
    `PATCH /api/datasets/${ID}`,
    `DELETE /api/datasets/${ID}`,
    'GET /api/evaluations',
    'POST /api/evaluations',
    `GET /api/evaluations/${ID}`,
    `DELETE /api/evaluations/${ID}`,
    `GET /api/evaluations/${ID}/document`,
    `GET /api/evaluations/${ID}/results.json`,
    'GET /api/library',
    'POST /api/library',
    `GET /api/library/${ID}`,
    `GET /api/library/${ID}/file`,
    `GET /api/library/${ID}/data`,
    `PATCH /api/library/${ID}`,
    `DELETE /api/library/${ID}`,
    'POST /api/library/read',
    'GET /api/lenses/Fisheye',
    'GET /api/parts',
    'POST /api/parts/scaled',
    'GET /api/sensors/published:imx250',
    'GET /api/pictures/apple.jpg',
    'GET /api/projects',
    'POST /api/projects',
    `GET /api/projects/${ID}`,
    `PUT /api/projects/${ID}`,
    `PATCH /api/projects/${ID}`,
    `DELETE /api/projects/${ID}`,
    'GET /api/sweeps',
    'POST /api/sweeps',
    `GET /api/sweeps/${ID}`,
    `DELETE /api/sweeps/${ID}`,
    `GET /api/sweeps/${ID}/document`,
    `GET /api/sweeps/${ID}/results`,
    `GET /api/sweeps/${ID}/runs/0/picture`,
    `GET /api/sweeps/${ID}/runs/0/stages`,
    `GET /api/sweeps/${ID}/runs/0/stages/raw`,
    'GET /api/preferences',
    'PUT /api/preferences',
  ];
  const none = startServer({ WORKBENCH_OFFERS: 'none', TRUST_PROXY: '1' });
  const offered = startServer({ TRUST_PROXY: '1' });
  const call = (visitor: Visitor, line: string) => {
    const [method = '', path = ''] = line.split(' ');
    return visitor.post(path, method.startsWith('P') ? {} : undefined, { method });
  };

  it('answers 403 and a sentence from each of its calls', async () => {
    const visitor = await logIn(none, 'ada@example.com');
    for (const line of CALLS) {
      const [status, { message }] = await answerOf(call(visitor, line));
      expect([line, status, message]).toEqual([
        line,
        403,
        expect.stringMatching(/WORKBENCH_OFFERS\)\.$/) as string,
      ]);
    }
    // It ends the person's runs and is no feature: the switch shows its button.
    expect((await none.post('/stop', {})).status).toBe(200);
  });

  it('answers them otherwise, whether it is on or offered', async () => {
    const visitor = await logIn(offered, 'ada@example.com');
    for (const line of CALLS)
      expect([line, (await call(visitor, line)).status]).not.toEqual([line, 403]);
  });

  it('refuses the choices of a recipe that belong to it, at their field', async () => {
    const refused = async (server: Server, path: string, body: object) => {
      const [status, problem] = await answerOf(server.post(path, body));
      return [status, problem.field, problem.message.split(' ').slice(0, 2).join(' ')];
    };
    const own = `mine:${ID}`;
    expect(await refused(none, '/simulate', { ...TINY, scene: 'Grey Steps' })).toEqual([
      422,
      'scene',
      'Grey Steps',
    ]);
    expect(await refused(none, '/simulate', { ...TINY, optics: own })).toEqual([
      422,
      'optics',
      'This server',
    ]);
    expect(await refused(none, '/simulate', { ...TINY, optics: 'published:heliar' })).toEqual([
      422,
      'optics',
      'This server',
    ]);
    expect(await refused(none, '/get_illuminant', { illuminant: own })).toEqual([
      422,
      'illuminant',
      'This server',
    ]);
    expect(await refused(none, '/fov_check', { selectedScene: 'Uniform Field' })).toEqual([
      422,
      'scene',
      'Uniform Field',
    ]);
    const fixed = { ...TINY, exposureParams: { mode: 'fixed', seconds: 0.01 } };
    expect(await refused(none, '/simulate', fixed)).toEqual([422, 'exposureParams', 'This server']);
    const near = { ...TINY, opticsParams: { objectDistance: 0.3 } };
    expect(await refused(none, '/simulate', near)).toEqual([422, 'opticsParams', 'This server']);
    const corrections = { whiteBalance: 'greyWorld', toneMap: { key: 0.2 } };
    const inTime = {
      motion: { pixelsPerSecond: [100, 0] },
      flicker: { hertz: 100 },
      frame: { index: 1, rate: 30 },
      antiFlickerHertz: 100,
      sensorFile: { shutter: { kind: 'rolling', lineSeconds: 1e-5 } },
    };
    for (const [key, value] of Object.entries({ ...corrections, ...inTime }))
      expect(await refused(none, '/simulate', { ...TINY, [key]: value })).toEqual([
        422,
        key,
        'This server',
      ]);
    const linear = { ...TINY, isp: 'Reference ISP' };
    expect(await refused(none, '/simulate', linear)).toEqual([422, 'isp', 'This server']);
    for (const recipe of [
      { ...TINY, scene: 'Grey Steps' },
      { ...fixed, ...corrections, ...inTime },
      { ...linear, exposureParams: '' },
    ])
      expect((await offered.post('/simulate', recipe)).status).toBe(200);
    const neutral = { exposureParams: '', whiteBalance: 'fixed', motion: '', sensorFile: null };
    expect((await none.post('/simulate', { ...TINY, ...neutral })).status).toBe(200);
  });

  describe('and sweeps on', () => {
    const sweeps = startServer({
      TRUST_PROXY: '1',
      WORKBENCH_FEATURES: 'sweep',
      WORKBENCH_OFFERS: 'none',
    });
    it('refuses what a sweep varies too', async () => {
      const visitor = await logIn(sweeps, 'ada@example.com');
      const started = (document: object) =>
        answerOf(visitor.post('/api/sweeps', { ...SWEEP, ...document }));
      expect((await started({}))[0]).toBe(201);
      expect(await started({ recipe: { ...TINY, scene: 'Grey Steps' } })).toMatchObject([
        422,
        { field: 'recipe.scene' },
      ]);
      expect(
        await started({ vary: [{ path: 'scene', values: ['Macbeth', 'Grey Steps'] }] }),
      ).toMatchObject([422, { field: 'vary[0].path' }]);
      const exposures = [{ path: 'exposureParams.longest', from: 0.01, to: 1, steps: 3 }];
      expect(await started({ vary: exposures })).toMatchObject([422, { field: 'vary[0].path' }]);
      const speeds = [{ path: 'motion.pixelsPerSecond[0]', values: [0, 100] }];
      const moving = { ...TINY, motion: { pixelsPerSecond: [0, 0] } };
      expect(await started({ vary: speeds })).toMatchObject([422, { field: 'vary[0].path' }]);
      expect(await started({ recipe: moving })).toMatchObject([422, { field: 'recipe.motion' }]);
    });
  });

  describe('and one of two features on', () => {
    const half = startServer({
      TRUST_PROXY: '1',
      WORKBENCH_FEATURES: 'hdr',
      WORKBENCH_OFFERS: 'none',
    });
    it('takes fields of the sensor file, and no motion', async () => {
      const sensorFile = { rowNoiseElectrons: 2 };
      expect((await half.post('/simulate', { ...TINY, sensorFile })).status).toBe(200);
      const moving = { ...TINY, motion: { pixelsPerSecond: [100, 0] } };
      expect(await answerOf(half.post('/simulate', moving))).toMatchObject([
        422,
        { field: 'motion' },
      ]);
    });
  });
});

it('says at its start what people may turn on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-tools-'));
  afterAll(() => rm(folder, { recursive: true }));
  const said = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const server = startProcess({ DATA_DIR: folder, ...environment });
    await server.listening();
    server.kill('SIGTERM');
    await server.ended;
    return /features +(.*)/.exec(server.output())?.[1] ?? '';
  };
  expect(await said({})).toBe(
    'as documented; people may turn on more (All tools); WORKBENCH_OFFERS=none forbids it',
  );
  expect(await said({ WORKBENCH_OFFERS: 'none' })).toBe('as documented');
  expect(await said({ WORKBENCH_FEATURES: DEFAULT_OFFERS.join() })).toBe(DEFAULT_OFFERS.join(', '));
});
