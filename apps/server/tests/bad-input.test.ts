import { gzipSync } from 'node:zlib';
import { isps, scenes, sensors, type Field } from '@lumenloom/engine/catalogue';
import { describe, expect, it } from 'vitest';
import { startServer } from './start-server.ts';

const server = startServer({ WORKBENCH_FEATURES: 'charts' });

/** Small enough that a value which is allowed runs in milliseconds. */
const BASE = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  macbethParams: { patchSize: 2 },
  sensorParams: { rows: 8, cols: 8 },
};

/** Ways to leave a field blank. */
const BLANKS = ['', ' ', null] as const;

/** What else people, scripts and broken clients put into a field. */
const VALUES: Readonly<Record<string, unknown>> = {
  word: 'abc',
  Infinity: 'Infinity',
  '-Infinity': '-Infinity',
  '1e309': '1e309',
  '1e308': '1e308',
  '-1': '-1',
  0: '0',
  '2.5': '2.5',
  comma: '1,5',
  'full-width digits': '１２',
  hexadecimal: '0x10',
  '10 kB': '9'.repeat(10_000),
  list: [1],
  'empty list': [],
  object: { a: 1 },
  true: true,
};

interface Choice {
  readonly key: string;
  readonly member: {
    readonly label: string;
    readonly wireKey: string;
    readonly fields: readonly Field[];
  };
}
const families: Readonly<Record<string, Readonly<Record<string, Choice['member']>>>> = {
  scene: scenes,
  sensor: sensors,
  isp: isps,
};
/** One member for each parameter object of the request. */
const choices = Object.entries(families).flatMap(([key, family]) => {
  const members = Object.values(family);
  return members
    .filter(({ wireKey }, at) => members.findIndex((other) => other.wireKey === wireKey) === at)
    .map((member): Choice => ({ key, member }));
});

/**
 * Sends a recipe and checks what every answer must keep to; returns its status, the field at fault
 * and the log.
 */
async function send(recipe: unknown) {
  const response = await server.app.inject({
    method: 'POST',
    url: '/simulate',
    headers: { 'content-type': 'application/json' },
    payload: typeof recipe === 'string' ? recipe : JSON.stringify(recipe),
  });
  const { statusCode: status, body } = response;
  if (status !== 200) {
    const { message, field } = JSON.parse(body) as {
      readonly message: unknown;
      readonly field: unknown;
    };
    expect([400, 413, 422]).toContain(status);
    expect(message).toMatch(/^\S.*\.$/);
    expect(typeof field).toBe('string');
    return { status, field: field as string, message: message as string, log: '' };
  }
  const lines = body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string; readonly content: unknown });
  const log = lines
    .filter(({ type }) => type === 'log')
    .map(({ content }) => content as string)
    .join('\n');
  expect(lines.some(({ type }) => type === 'result') || log.includes('Choose a scene')).toBe(true);
  expect(log).not.toMatch(/internal error|NaN|undefined/);
  return { status, field: '', message: '', log };
}

describe.each(choices)('$member.label', ({ key, member }) => {
  it.each(member.fields.map((field) => [field.key, field] as const))(
    '%s takes or refuses every value with a sentence',
    async (name, field) => {
      for (const [what, value] of Object.entries(VALUES)) {
        const base = BASE[member.wireKey as keyof typeof BASE] as object | undefined;
        const answer = await send({
          ...BASE,
          [key]: member.label,
          [member.wireKey]: { ...base, [name]: value },
        });
        // A size that is allowed alone may be too large for the picture, and an offset for the
        // swing: those name a neighbour.
        if (answer.status === 422)
          expect(answer.field.split('.')[0], `${name} = ${what}`).toBe(member.wireKey);
        if (
          field.kind === 'number' &&
          /^(word|1e309|.*Infinity|comma|full-width digits|hexadecimal|10 kB|.*list|object|true)$/.test(
            what,
          )
        )
          expect(answer, `${name} = ${what}`).toMatchObject({
            status: 422,
            field: `${member.wireKey}.${name}`,
          });
      }
    },
  );

  it('takes blank fields as their defaults, and says so', async () => {
    for (const first of BLANKS.keys()) {
      const blank = member.fields.map(
        ({ key: name }, at) => [name, BLANKS[(first + at) % BLANKS.length]] as const,
      );
      const answer = await send({
        ...BASE,
        [key]: member.label,
        [member.wireKey]: Object.fromEntries(blank),
      });
      expect(answer.status).toBe(200);
      for (const { key: name, hidden } of member.fields)
        if (!hidden) expect(answer.log).toContain(`(${member.wireKey}.${name}) was blank: using `);
    }
  });

  it('refuses anything but an object of parameters', async () => {
    for (const parameters of ['abc', 7, [], true])
      expect(
        await send({ ...BASE, [key]: member.label, [member.wireKey]: parameters }),
      ).toMatchObject({ status: 422, field: member.wireKey });
    for (const parameters of [null, '', ' '])
      expect(
        await send({
          ...BASE,
          [key]: member.label,
          [member.wireKey]: member.wireKey === 'sensorParams' ? { rows: 8, cols: 8 } : parameters,
        }),
      ).toMatchObject({ status: 200 });
  });
});

describe('choices', () => {
  it.each(['illuminant', 'scene', 'optics', 'sensor', 'isp', 'algorithm'])('%s', async (key) => {
    for (const value of ['abc', '__proto__', 'constructor', 0, true, [], {}, 'x'.repeat(10_000)])
      expect(await send({ ...BASE, [key]: value })).toMatchObject({ status: 422, field: key });
    for (const value of ['', ' ', null])
      expect(await send({ ...BASE, [key]: value })).toMatchObject({ status: 200 });
  });
});

describe('numbers of the recipe itself', () => {
  it.each(['illuminantLuminance', 'sceneLuminance', 'seed', 'fpnSeed'])('%s', async (key) => {
    for (const [what, value] of Object.entries(VALUES)) {
      const answer = await send({ ...BASE, [key]: value });
      if (answer.status === 422) expect(answer.field, what).toBe(key);
    }
    for (const value of ['abc', '-1', '1e308', [], 'Infinity'])
      expect(await send({ ...BASE, [key]: value })).toMatchObject({ status: 422, field: key });
  });
});

describe('the custom spectrum', () => {
  const custom = (illuminantCustomPhotons: unknown) =>
    send({ ...BASE, illuminant: 'Custom', illuminantCustomPhotons });
  const table = (change: Readonly<Record<number, unknown>> = {}): unknown[] =>
    Array.from({ length: 31 }, (_, band) => (band in change ? change[band] : 2));

  it('has 31 rows', async () => {
    expect(await custom(table())).toMatchObject({ status: 200 });
    for (const wrong of [table().slice(1), [...table(), 1], [], 'abc', {}])
      expect(await custom(wrong)).toMatchObject({ status: 422, field: 'illuminantCustomPhotons' });
  });

  it('has no negative, endless or worded rows', async () => {
    for (const wrong of [-1, 1e300, 'abc', 'Infinity', [], {}, true])
      expect(await custom(table({ 3: wrong }))).toMatchObject({
        status: 422,
        field: 'illuminantCustomPhotons[3]',
      });
  });

  it('may have blank rows, and says what stands for them', async () => {
    for (const blank of ['', ' ', null])
      expect((await custom(table({ 3: blank }))).log).toContain('Custom photons at 430 nm');
    expect((await custom(undefined)).log).toContain('using the D65 table');
  });

  it('must give light', async () => {
    expect(await custom(Array.from({ length: 31 }, () => 0))).toMatchObject({
      status: 422,
      field: 'illuminantCustomPhotons',
    });
  });
});

describe("the light of the scene's file", () => {
  const withLight = (sceneFileIlluminantData: unknown) =>
    send({ ...BASE, scene: 'apple.jpg', sceneFileIlluminantData });
  const rows = (value: unknown, count = 31): unknown[] =>
    Array.from({ length: count }, () => [value, 0]);

  it('is 31 rows of two numbers', async () => {
    for (const fine of [undefined, null, rows(0), rows(3)])
      expect(await withLight(fine)).toMatchObject({ status: 200 });
    for (const wrong of [
      rows(1, 30),
      rows(1, 32),
      rows(-1),
      rows(1e300),
      rows('abc'),
      [1],
      'abc',
      {},
    ]) {
      const answer = await withLight(wrong);
      expect(answer.status).toBe(422);
      expect(answer.field).toMatch(/^sceneFileIlluminantData/);
    }
  });
});

describe('sizes', () => {
  it('over the budget are refused before anything is allocated', async () => {
    const before = process.memoryUsage.rss();
    expect(await send({ ...BASE, sensorParams: { rows: 32768, cols: 32768 } })).toMatchObject({
      status: 422,
      field: 'sensorParams.rows',
      message: expect.stringContaining('24 megapixels') as string,
    });
    expect(
      await send({ ...BASE, scene: 'Gridlines', gridlinesParams: { gridlineSize: 4096 } }),
    ).toMatchObject({
      status: 422,
      field: 'gridlinesParams',
      message: expect.stringContaining('16 million') as string,
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(200e6);
  });

  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [7, 5],
  ])('of %i x %i pixels run', async (rows, cols) => {
    expect(await send({ ...BASE, sensorParams: { rows, cols } })).toMatchObject({ status: 200 });
  });

  it('of pixels and their filling have limits', async () => {
    for (const value of [0, -1, 1e-300])
      expect(await send({ ...BASE, sensorParams: { pixel_size: value } })).toMatchObject({
        status: 422,
        field: 'sensorParams.pixel_size',
      });
    for (const value of [0, 2])
      expect(await send({ ...BASE, sensorParams: { fill_factor: value } })).toMatchObject({
        status: 422,
        field: 'sensorParams.fill_factor',
      });
  });
});

describe('bodies', () => {
  const post = (
    payload: string | Buffer,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ) => server.app.inject({ method: 'POST', url: '/simulate', payload, headers });

  it.each([
    ['truncated', '{"scene": "Macb'],
    ['not JSON', 'scene=Macbeth'],
    ['gzip', gzipSync('{}')],
  ])('that are %s answer 400', async (_, payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ field: '', message: 'The request is not valid JSON.' });
  });

  it.each(['gzip', 'deflate', 'br', 'x'])(
    'that are compressed (%s) are refused unread',
    async (encoding) => {
      const response = await post(gzipSync('{}'), {
        'content-type': 'application/json',
        'content-encoding': encoding,
      });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toEqual({
        field: '',
        message: 'Send the request uncompressed, without the header content-encoding.',
      });
    },
  );

  it.each(['null', '[]', '"Macbeth"', '7', 'true', ''])(
    'that are no object answer 422: %s',
    async (payload) => {
      const response = await post(payload);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        field: '',
        message: 'The recipe must be a JSON object.',
      });
    },
  );

  it.each([
    '{"__proto__": {"scene": "Macbeth"}}',
    '{"sensorParams": {"__proto__": null}}',
    '{"constructor": {"prototype": {}}}',
  ])('with keys of the prototype are refused: %s', async (payload) => {
    const response = await post(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      field: '',
      message: expect.stringContaining('__proto__') as string,
    });
    expect(({} as { readonly scene?: unknown }).scene).toBeUndefined();
  });

  it('of more than 256 kB are refused', async () => {
    for (const payload of [
      '['.repeat(1e6),
      JSON.stringify({ ...BASE, note: 'x'.repeat(300_000) }),
    ]) {
      const response = await post(payload);
      expect(response.statusCode).toBe(413);
      expect(response.json()).toEqual({ field: '', message: 'The request is larger than 256 kB.' });
    }
  });

  it('that are nested as deeply as fits answer like any other', async () => {
    const deep = '['.repeat(120_000) + ']'.repeat(120_000);
    for (const key of [
      'illuminant',
      'seed',
      'sensorParams',
      'illuminantCustomPhotons',
      'ispParams',
      'unknown',
    ]) {
      const response = await post(
        `{"scene":"Macbeth","illuminant":"Custom","sensor":"Bayer-grbg","sensorParams":{"rows":8,"cols":8},"${key}":${deep}}`,
      );
      expect([200, 422]).toContain(response.statusCode);
    }
    expect(
      (await post(`{"scene":"Macbeth","macbethParams":{"hfov":${deep}}}`)).json(),
    ).toMatchObject({ field: 'macbethParams.hfov' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
  ])('of type %s are refused', async (type) => {
    const response = await post('{}', { 'content-type': type });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({
      field: '',
      message: expect.stringContaining('application/json') as string,
    });
  });

  it('without a type are refused', async () => {
    expect(
      (await server.app.inject({ method: 'POST', url: '/simulate', payload: Buffer.from('{}') }))
        .statusCode,
    ).toBe(415);
  });

  it('with thousands of unknown keys get one line', async () => {
    const answer = await send({
      ...BASE,
      ...Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1])),
    });
    expect(answer.log).toContain('and 4980 more.');
  });
});
