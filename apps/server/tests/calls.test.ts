import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { labJsonSchema } from '@lumenloom/contract';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { CALL_GROUPS } from '../dist/plugins/call-examples.js';
import { logIn } from './people.ts';
import { startServer } from './start-server.ts';

const server = startServer();

test('GET /docs/lab.schema.json has the shape of lab.json', async () => {
  const schema = (await (await fetch(`${server.address}/docs/lab.schema.json`)).json()) as object;
  expect(schema).toEqual(JSON.parse(JSON.stringify(labJsonSchema())));
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
});

describe('POST /get_device', () => {
  it('names the processor, without a body or with an empty one', async () => {
    expect(await (await server.post('/get_device')).json()).toEqual({ device: 'cpu' });
    const declared = await server.post('/get_device', undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect(declared.status).toBe(200);
  });
});

describe('POST /fov_check', () => {
  const check = async (body: unknown): Promise<unknown[]> =>
    ((await (await server.post('/fov_check', body)).json()) as string[]).map(
      (text) => JSON.parse(text) as unknown,
    );

  it('answers a list of JSON texts for the log, with the default sensor named', async () => {
    const lines = await check({
      selectedScene: 'Macbeth',
      sceneFile: '',
      selectedOptics: '',
      macbethParams: { hfov: '10', patchSize: '16' },
    });
    expect(lines).toContainEqual({
      type: 'log',
      content: expect.stringContaining(
        'On the default 650 × 450, 2.2 µm sensor (1.43 × 0.99 mm) the scene covers',
      ) as string,
    });
  });

  it('says nothing when no scene is chosen', async () => {
    expect(await check({ selectedScene: '' })).toEqual([]);
    expect(await check({})).toEqual([]);
  });

  it.each(['0', '180', 'abc', '-1', '1e308'])(
    'turns an HFoV of %s into a sentence, since the client shows no errors',
    async (hfov) => {
      expect(await check({ selectedScene: 'Macbeth', macbethParams: { hfov } })).toEqual([
        { type: 'log', content: expect.stringMatching(/^HFoV must be /) as string },
      ]);
    },
  );

  it('says which value stands for a blank one', async () => {
    expect(await check({ selectedScene: 'Macbeth', macbethParams: { hfov: '' } })).toContainEqual({
      type: 'log',
      content: expect.stringContaining('HFoV (macbethParams.hfov) was blank: using 10') as string,
    });
  });

  it('says which keys it ignores', async () => {
    const sent = { selectedScene: 'Macbeth', lens: 'Fisheye', macbethParams: { size: 3 } };
    expect(await check(sent)).toContainEqual({
      type: 'log',
      content: 'Ignored, because it means nothing here: lens, macbethParams.size.',
    });
  });

  it('answers lengths at the object where a distance is sent, for the sensor that is sent', async () => {
    const sent = {
      selectedScene: 'Slanted Edge',
      slantededgeParams: { hfov: 3 },
      opticsParams: { objectDistance: 0.4, focusDistance: 0.4, fNumber: 5.6 },
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 96, cols: 128, pixel_size: 3.45 },
      task: { featureMm: 2, kind: 'code2d' },
      motion: { millimetresPerSecond: [120, 0] },
    };
    const object = (await check(sent)).at(-1) as {
      readonly type: string;
      readonly content: object;
    };
    expect(object).toMatchObject({
      type: 'object',
      content: {
        distanceM: 0.4,
        feature: { pixels: expect.closeTo(12.1, 1) as number },
        motion: { millimetresPerSecond: [expect.closeTo(120, 6), 0] },
      },
    });
    expect(JSON.stringify(await check({ ...sent, opticsParams: {}, motion: {} }))).not.toContain(
      'object"',
    );
    expect(await check({ ...sent, task: { featureMm: -2 } })).toEqual([
      { type: 'log', content: expect.stringContaining('featureMm') as string },
    ]);
  });

  it('refuses what is no request at all', async () => {
    expect((await server.post('/fov_check', [])).status).toBe(422);
  });
});

describe('POST /get_illuminant', () => {
  it('answers 31 wavelengths and energies', async () => {
    const { wave, energy } = (await (
      await server.post('/get_illuminant', { illuminant: 'D65', illuminantLuminance: '' })
    ).json()) as { wave: number[]; energy: number[] };
    expect(wave).toEqual(Array.from({ length: 31 }, (_, band) => 400 + 10 * band));
    expect(energy).toHaveLength(31);
    expect(energy[16]).toBeCloseTo(100, 6);
  });

  it('takes the custom table and refuses one of 30 rows', async () => {
    const photonValues = Array.from({ length: 31 }, () => 2);
    expect(
      (await server.post('/get_illuminant', { illuminant: 'Custom', photonValues })).status,
    ).toBe(200);
    const refused = await server.post('/get_illuminant', {
      illuminant: 'Custom',
      photonValues: photonValues.slice(1),
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      field: 'photonValues',
      message: expect.stringContaining('exactly 31') as string,
    });
  });
});

describe('POST /stop', () => {
  it('is always right, also when nothing runs', async () => {
    expect(await (await server.post('/stop')).json()).toEqual({ status: 'stopped' });
    expect(await (await server.post('/stop', { runId: 'none of mine' })).json()).toEqual({
      status: 'stopped',
    });
    expect((await server.post('/stop', { runId: 7 })).status).toBe(422);
    const unknown = await server.post('/stop', { id: 'none of mine' });
    expect(await unknown.json()).toMatchObject({
      field: 'id',
      message: expect.stringMatching(/^id means nothing in this request/) as string,
    });
  });
});

describe('the caller', () => {
  it('is a random cookie that scripts cannot read, and is kept', async () => {
    const first = await fetch(`${server.address}/get_device`, { method: 'POST' });
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^lumenloom_caller=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const second = await fetch(`${server.address}/get_device`, {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0]! },
    });
    expect(second.headers.get('set-cookie')).toBeNull();
    const forged = await fetch(`${server.address}/get_device`, {
      method: 'POST',
      headers: { cookie: 'lumenloom_caller=x' },
    });
    expect(forged.headers.get('set-cookie')).not.toBeNull();
  });
});

describe('requests from other sites', () => {
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await server.post('/get_device', undefined, { headers })).status;

  it('are refused', async () => {
    expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status({ origin: 'null' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await status({ origin: server.address, 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('are told from our own and from programs', async () => {
    expect(await status({})).toBe(200);
    expect(await status({ origin: server.address, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ 'sec-fetch-site': 'none' })).toBe(200);
  });
});

describe('addresses', () => {
  it('that do not exist answer 404 as JSON to calls', async () => {
    for (const path of ['/nothing', '/api/nothing', '/get_device/more']) {
      const response = await server.post(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        field: '',
        message: 'There is nothing at this address.',
      });
    }
  });

  it('carry security headers', async () => {
    const { headers } = await fetch(`${server.address}/healthz`);
    expect(headers.get('content-security-policy')).toContain(
      "script-src 'self' 'wasm-unsafe-eval';",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('GET /docs', () => {
  it('shows the description of every call, written from the contract', async () => {
    const page = await fetch(`${server.address}/docs/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const description = (await (await fetch(`${server.address}/docs/json`)).json()) as {
      readonly openapi: string;
      readonly paths: Readonly<
        Record<
          string,
          {
            readonly post: {
              readonly requestBody?: {
                readonly content: Readonly<
                  Record<
                    string,
                    { readonly schema: { readonly properties: Readonly<Record<string, unknown>> } }
                  >
                >;
              };
            };
          }
        >
      >;
    };
    expect(description.openapi).toBe('3.1.0');
    expect(
      Object.keys(description.paths)
        .filter((path) => !path.startsWith('/api/'))
        .sort(),
    ).toEqual([
      '/fov_check',
      '/get_device',
      '/get_illuminant',
      '/simulate',
      '/stop',
      '/world/inspect',
      '/world/probe',
    ]);
    expect(Object.keys(description.paths)).toEqual(
      expect.arrayContaining(
        [
          'check-email',
          'send-code',
          'verify-code',
          'signup',
          'login',
          'logout',
          'reset-password',
        ].map((call) => `/api/${call}`),
      ),
    );
    const recipe =
      description.paths['/simulate']?.post.requestBody?.content['application/json']?.schema
        .properties;
    expect(recipe).toMatchObject({
      scene: { enum: expect.arrayContaining(['', 'Macbeth']) as string[] },
      macbethParams: { properties: { hfov: { default: 10, exclusiveMaximum: 180 } } },
    });
  });
});

/** Calls in the sources of the pages, as `POST /api/sweeps`; a part that is computed is {}. */
function callsOfPages(): readonly string[] {
  const folder = join(import.meta.dirname, '../../web/app/api');
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.test.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const [, address = ''] = /const addressOf = .*=> `(.*)`;/.exec(text) ?? [];
      return [
        ...text.matchAll(
          /\b(callSite|sendToSite|postToSite|post)\(\s*(?:(['`])(\/[^]*?)\2|addressOf\(id\))(.*?)\)(?: as|\)|,|;|\.|$)/gms,
        ),
      ].map(([, client, , path = address, rest = '']) => {
        const [, method = /^\s*(?:,\s*undefined.*)?$/s.test(rest) ? 'GET' : 'POST'] =
          /method: '(\w+)'/.exec(rest) ?? [];
        const [plain = ''] = path.replaceAll(/\$\{[^}]*\}/g, '{}').split('?');
        return client === 'post' ? `POST ${plain}` : `${method} /api${plain}`;
      });
    });
}

/** Whether a call of a page is one that is described; a page may fix a parameter. */
const isCall = (name: string, call: string): boolean => {
  const [parts, described] = [name.split('/'), call.split('/')];
  return (
    parts.length === described.length &&
    parts.every((part, at) => part === described[at] || '{}' === described[at] || part === '{}')
  );
};

/** A call as /docs/json describes it. */
interface DescribedCall {
  readonly tags: readonly string[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { example?: unknown }>> }>
  >;
}

describe('the calls that GET /docs describes', () => {
  const documented = startServer({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '100' });
  let calls: ReadonlyMap<string, DescribedCall>;
  let person: Awaited<ReturnType<typeof logIn>>;
  beforeAll(async () => {
    const { paths } = (await (await fetch(`${documented.address}/docs/json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
    };
    calls = new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call]),
      ),
    );
    person = await logIn(documented, 'reader@example.com');
  });
  const exampleOf = ({ requestBody }: DescribedCall) =>
    requestBody?.content['application/json']?.example;
  const FORMS = [
    'POST /api/library',
    'POST /api/library/trials',
    'POST /api/datasets',
    'POST /api/apply',
  ];
  /** Calls that take JSON, but for the one that ends the session. */
  const takeJson = Object.values(CALL_GROUPS).flatMap((group) =>
    Object.entries(group).flatMap(([name, { request }]) =>
      request === undefined || [...FORMS, 'POST /api/logout'].includes(name) ? [] : [name],
    ),
  );

  it('stand in one group each, with an example of what is sent and what is answered', () => {
    expect(new Set([...calls.values()].flatMap(({ tags }) => tags))).toEqual(
      new Set([
        'Simulate',
        'Sweeps',
        'Studies',
        'Reports',
        'Library',
        'Networks',
        'Projects',
        'Accounts',
        'Site',
      ]),
    );
    for (const [name, { tags, requestBody, responses }] of calls) {
      expect(tags, name).toHaveLength(1);
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))![1];
      const json = (content = {}) => Object.entries(content).filter(([type]) => /json$/.test(type));
      for (const [, media] of [...json(requestBody?.content), ...json(success.content)])
        expect((media as { example?: unknown }).example, name).toBeDefined();
    }
    const sent = [...calls].filter(([, call]) => exampleOf(call)).map(([name]) => name);
    expect(new Set(sent)).toEqual(new Set([...takeJson, 'POST /api/logout']));
  });

  it('have every call that the pages make', () => {
    const described = [...calls.keys()].map((name) => name.replaceAll(/\{\w+\}/g, '{}'));
    const made = callsOfPages();
    expect(made.length).toBeGreaterThan(45);
    expect(made.filter((name) => !described.some((call) => isCall(name, call)))).toEqual([]);
  });

  it.each(takeJson)('take an example, and refuse a key that they do not know: %s', async (name) => {
    const [method, path] = name.split(' ') as [string, string];
    const example = exampleOf(calls.get(name)!)!;
    const send = (body: object) => person.post(path.replace(/\{\w+\}/g, 'none'), body, { method });
    expect([415, 422, 500]).not.toContain((await send(example)).status);
    const refused = await send({ ...example, noSuchKey: 1 });
    if (['/simulate', '/fov_check'].includes(path)) {
      expect(refused.status).toBe(200);
      expect(await refused.text()).toContain('Ignored, because it means nothing here: noSuchKey.');
    } else {
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ field: 'noSuchKey' });
    }
  });
});
