import { describe, expect, it } from 'vitest';
import { PASSWORD, newVisitor, signUp } from './people.ts';
import { startServer } from './start-server.ts';

const server = startServer({ TRUST_PROXY: '1', RATE_LIMIT_FACTOR: '1000' });

const RIGHT = {
  'check-email': { email: 'free@example.com' },
  'send-code': { email: 'free@example.com' },
  'verify-code': { email: 'free@example.com', code: '123456' },
  signup: { firstName: 'Ada', lastName: 'Example', email: 'free@example.com', password: PASSWORD },
  login: { email: 'free@example.com', password: PASSWORD },
  'reset-password': { email: 'free@example.com', password: PASSWORD },
} as const;
type Call = keyof typeof RIGHT;
const CALLS = Object.keys(RIGHT) as Call[];
const FIELDS = CALLS.flatMap((call) =>
  Object.keys(RIGHT[call]).map((field) => [call, field] as const),
);

interface Answer {
  readonly status: number;
  readonly field: unknown;
  readonly message: unknown;
}

async function send(call: Call, body: unknown): Promise<Answer> {
  const response = await newVisitor(server).post(`/api/${call}`, body);
  expect(response.headers.get('content-type')).toContain('application/json');
  return {
    status: response.status,
    ...((await response.json()) as { readonly field: unknown; readonly message: unknown }),
  };
}

/** Wrong for every field. */
const NEVER: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  number: 7,
  true: true,
  list: ['free@example.com'],
  object: { $ne: '' },
  'empty text': '',
  blank: ' \t\n',
};
const NO_ADDRESS: Readonly<Record<string, string>> = {
  'line breaks': 'a@example.com\r\nBcc: b@example.com',
  'line break inside': 'a\r\nb@example.com',
  '320 characters': `${'a'.repeat(308)}@example.com`,
  'long but with a domain': `a@${'b'.repeat(250)}.com`,
  unicode: 'ä@example.com',
  'full-width': 'ａ@example.com',
  'right-to-left': 'a\u202e@example.com',
  'zero byte': 'a\0@example.com',
  'two at signs': 'a@b@example.com',
  'no host': 'a@',
  'no name': '@example.com',
  list: 'a@example.com,b@example.com',
  'with a name': 'Ada <a@example.com>',
  quoted: '"a b"@example.com',
  markup: '<script>@example.com',
  comment: 'a@example.com(x)',
  '100 kB': `${'a'.repeat(100_000)}@example.com`,
};
const NO_PASSWORD: Readonly<Record<string, string>> = {
  '257 characters': `Aa1!${'x'.repeat(253)}`,
  '100 kB': `Aa1!${'x'.repeat(100_000)}`,
};
const WEAK: Readonly<Record<string, string>> = {
  short: 'Aa1!',
  'no lower case': 'AAAA1111!',
  'no upper case': 'aaaa1111!',
  'no digit': 'AAAAaaaa!',
  'no special character': 'AAAAaaaa1',
  'only emoji': '🔒'.repeat(10),
};

describe.each(FIELDS)('%s: %s', (call, field) => {
  it.each(Object.entries(NEVER))('refuses %s, naming the field', async (_what, value) => {
    // A password of blanks is one that is wrong.
    const isPassword =
      field === 'password' && typeof value === 'string' && value !== '' && call === 'login';
    expect(await send(call, { ...RIGHT[call], [field]: value })).toMatchObject(
      isPassword
        ? { status: 401 }
        : { status: 422, field, message: expect.stringMatching(/\S/) as string },
    );
  });
});

describe.each(CALLS)('%s', (call) => {
  it.each(Object.entries(NO_ADDRESS))('refuses an address: %s', async (_what, email) => {
    expect(await send(call, { ...RIGHT[call], email })).toMatchObject({
      status: 422,
      field: 'email',
      message: expect.stringMatching(/^(Email is invalid|Invalid email)$/) as string,
    });
  });

  it.each(['null', '[]', '7', '"text"', 'true', ''])(
    'refuses a body that is no object with fields: %s',
    async (body) => {
      expect((await send(call, body)).status).toBe(422);
    },
  );

  it.each([
    ['{"email": "a@exam', 400],
    ['{"__proto__": {"email": "a@example.com"}}', 400],
    ['{"constructor": {"prototype": {}}}', 400],
    [JSON.stringify({ email: 'x'.repeat(1_000_000) }), 413],
    ['['.repeat(200_000), 400],
  ])('answers a broken body with 4xx: %#', async (body, status) => {
    expect((await send(call, body)).status).toBe(status);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'refuses what a form of another site can send: %s',
    async (type) => {
      expect(
        (
          await newVisitor(server).post(`/api/${call}`, JSON.stringify(RIGHT[call]), {
            headers: { 'content-type': type },
          })
        ).status,
      ).toBe(415);
    },
  );

  it.each([
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('refuses pages of other sites: %j', async (headers) => {
    const response = await newVisitor(server).post(`/api/${call}`, RIGHT[call], { headers });
    expect(response.status).toBe(403);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('is a POST', async () => {
    expect((await fetch(`${server.address}/api/${call}`)).status).toBe(404);
  });
});

describe('passwords', () => {
  it.each(['signup', 'reset-password', 'login'] as const)('too long for %s', async (call) => {
    for (const password of Object.values(NO_PASSWORD))
      expect(await send(call, { ...RIGHT[call], password })).toMatchObject({
        status: 422,
        field: 'password',
      });
  });

  it.each(['signup', 'reset-password'] as const)('too weak for %s', async (call) => {
    for (const [what, password] of Object.entries(WEAK))
      expect(await send(call, { ...RIGHT[call], password }), what).toMatchObject({
        status: 422,
        field: 'password',
      });
  });

  it('of 7 characters are enough for a reset and not for a sign-up', async () => {
    expect(await send('signup', { ...RIGHT.signup, password: 'Aa1!aaa' })).toMatchObject({
      status: 422,
      message: 'Password must be at least 8 characters',
    });
    expect(
      await send('reset-password', { ...RIGHT['reset-password'], password: 'Aa1!aaa' }),
    ).toMatchObject({ status: 403 });
  });

  it.each([8, 64, 128, 256])('of %i characters work', async (length) => {
    const [visitor, email, password] = [
      newVisitor(server),
      `long${length}@example.com`,
      `Aa1!${'🔒'.repeat(length - 5)}x`,
    ];
    await signUp(server, email, visitor, password);
    expect((await visitor.post('/api/login', { email, password })).status).toBe(200);
    expect(
      (await visitor.post('/api/login', { email, password: password.replace(/x$/, 'y') })).status,
    ).toBe(401);
  });
});

describe.each([
  [{ LUMENLOOM_ENV: 'production' }, 'refuses'],
  [{ COMMON_PASSWORDS: 'refuse' }, 'refuses'],
  [{}, 'allows'],
  [{ LUMENLOOM_ENV: 'production', COMMON_PASSWORDS: 'allow' }, 'allows'],
] as const)('with %j', (environment, does) => {
  const strict = startServer({ TRUST_PROXY: '1', ...environment });

  it.each(['signup', 'reset-password'] as const)(`${does} a common password: %s`, async (call) => {
    const body = { ...RIGHT[call], password: 'P@ssw0rd' };
    const response = await newVisitor(strict).post(`/api/${call}`, body);
    expect([response.status, await response.json()]).toEqual(
      does === 'allows'
        ? [403, { field: '', message: 'Please verify your email first.' }]
        : [
            422,
            expect.objectContaining({
              field: 'password',
              message: 'This password is too common. Please choose another one.',
            }),
          ],
    );
  });
});

describe('codes', () => {
  it.each([
    '1',
    '12345',
    '1234567',
    'abcdef',
    '１２３４５６',
    ' 123456 ',
    '-12345',
    '1e5',
    '000000',
  ])('%s is no code of this browser', async (code) => {
    expect(await send('verify-code', { email: 'free@example.com', code })).toMatchObject({
      status: 400,
    });
  });

  it('of 21 characters are refused as such', async () => {
    expect(
      await send('verify-code', { email: 'free@example.com', code: '1'.repeat(21) }),
    ).toMatchObject({ status: 422, field: 'code' });
  });
});

describe('cookies that are not ours', () => {
  const VALUES: Readonly<Record<string, string>> = {
    short: 'x',
    'zero byte': '%00',
    'well-formed': 'a'.repeat(43),
    prototype: '__proto__',
    long: 'a'.repeat(5000),
    quote: '"',
    path: '../../etc/passwd',
  };

  it.each(Object.entries(VALUES))('count as none: %s', async (what, value) => {
    const email = `cookie-${what.replace(' ', '-')}@example.com`;
    const cookie = `lumenloom_session=${value}; lumenloom_browser=${value}; lumenloom_verified=${value}`;
    const answers = await Promise.all(
      CALLS.filter((call) => call !== 'send-code').map(
        async (call) =>
          (
            await newVisitor(server).post(
              `/api/${call}`,
              { ...RIGHT[call], email },
              { headers: { cookie } },
            )
          ).status,
      ),
    );
    expect(answers).toEqual([200, 400, 403, 401, 403]);
    expect((await newVisitor(server).post('/api/logout', {}, { headers: { cookie } })).status).toBe(
      200,
    );
  });
});

describe('limits per internet address', () => {
  const strict = startServer({ TRUST_PROXY: '1' });
  const MOST = {
    'check-email': 20,
    'send-code': 20,
    'verify-code': 30,
    signup: 30,
    login: 30,
    'reset-password': 30,
  } as const;

  it.each(CALLS)('%s', async (call) => {
    const visitor = newVisitor(strict);
    const statuses: number[] = [];
    for (let count = 0; count <= MOST[call]; count += 1) {
      const response = await visitor.post(`/api/${call}`, {
        ...RIGHT[call],
        email: `limit${count}@example.com`,
      });
      statuses.push(response.status);
      if (count < MOST[call]) continue;
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toEqual({
        field: '',
        message: expect.stringMatching(
          /^Too many tries: wait \d+ (s|minutes), then try again\.$/,
        ) as string,
      });
    }
    expect(statuses.indexOf(429)).toBe(MOST[call]);
    expect(
      (
        await newVisitor(strict).post(`/api/${call}`, {
          ...RIGHT[call],
          email: 'limit-other@example.com',
        })
      ).status,
    ).not.toBe(429);
  });
});
