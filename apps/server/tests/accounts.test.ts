import { loginAnswerSchema } from '@lumenloom/contract';
import { describe, expect, it } from 'vitest';
import { onBothDatabases } from './on-both-databases.ts';
import {
  PASSWORD,
  codeFor,
  codesTo,
  logIn,
  mailsTo,
  newVisitor,
  signUp,
  verify,
  type Visitor,
} from './people.ts';
import { startServer, TINY } from './start-server.ts';
import { until } from './until.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEW_PASSWORD = 'Bb2#bb';

/** Status and body of an answer. */
const said = async (
  response: Response,
): Promise<{ readonly status: number; readonly body: unknown }> => ({
  status: response.status,
  body: await response.json(),
});
const refusal = (status: number, message: string, field = '') => ({
  status,
  body: expect.objectContaining({ message, field }) as unknown,
});

onBothDatabases((engine) => {
  const time = { now: 1_790_000_000_000 };
  const server = startServer(
    async () => ({ TRUST_PROXY: '1', COMPUTE_AUTH: 'session', ...(await engine.environment()) }),
    { clock: () => time.now },
  );
  let people = 0;
  const newAddress = (): string => `person${++people}@example.com`;
  const sendCode = async (visitor: Visitor, email: string): Promise<string> => {
    const before = await codesTo(server, email);
    expect(await said(await visitor.post('/api/send-code', { email }))).toEqual({
      status: 200,
      body: { message: 'Verification code sent.' },
    });
    return codeFor(server, email, before);
  };
  const verifyCode = async (visitor: Visitor, email: string, code: string) =>
    said(await visitor.post('/api/verify-code', { email, code }));
  const computes = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.post('/get_device')).ok;

  describe('sign-up', () => {
    it('goes from a free address to an account that can log in', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      expect(await said(await visitor.post('/api/check-email', { email }))).toEqual({
        status: 200,
        body: { duplicate: false },
      });
      expect(await verifyCode(visitor, email, await sendCode(visitor, email))).toEqual({
        status: 200,
        body: { message: 'Email verified!' },
      });
      const signup = await visitor.post('/api/signup', {
        firstName: 'Ada',
        lastName: 'Example',
        email,
        password: PASSWORD,
      });
      expect(await said(signup)).toEqual({
        status: 200,
        body: { message: 'Signup successful! You can now log in.' },
      });
      expect(
        await said(await visitor.post('/api/check-email', { email: email.toUpperCase() })),
      ).toEqual({ status: 200, body: { duplicate: true } });
      const login = await said(await visitor.post('/api/login', { email, password: PASSWORD }));
      expect(login).toEqual({
        status: 200,
        body: { firstName: 'Ada', plan: 'Trial', message: 'Login successful.' },
      });
      expect(Object.keys(loginAnswerSchema.strict().parse(login.body))).toHaveLength(3);
    });

    it('needs the verified address, in this browser, once', async () => {
      const [visitor, stranger, email] = [newVisitor(server), newVisitor(server), newAddress()];
      const account = { firstName: 'A', lastName: 'B', email, password: PASSWORD };
      const verifyFirst = refusal(403, 'Please verify your email first.');
      expect(await said(await visitor.post('/api/signup', account))).toEqual(verifyFirst);
      await verify(server, visitor, email);
      expect(await said(await stranger.post('/api/signup', account))).toEqual(verifyFirst);
      expect(
        await said(await visitor.post('/api/signup', { ...account, email: newAddress() })),
      ).toEqual(verifyFirst);
      expect(
        (await visitor.post('/api/signup', { ...account, email: email.toUpperCase() })).status,
      ).toBe(200);
      expect(await said(await visitor.post('/api/signup', account))).toEqual(verifyFirst);
    });

    it('within ten minutes of the verification', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      await verify(server, visitor, email);
      time.now += 10 * MINUTE;
      expect(
        await said(
          await visitor.post('/api/signup', {
            firstName: 'A',
            lastName: 'B',
            email,
            password: PASSWORD,
          }),
        ),
      ).toEqual(refusal(403, 'Please verify your email first.'));
    });

    it('refuses an address that has an account, also when two sign up at once', async () => {
      const [first, second, email] = [newVisitor(server), newVisitor(server), newAddress()];
      await verify(server, first, email);
      time.now += MINUTE;
      await verify(server, second, email);
      const answers = await Promise.all(
        [first, second].map(async (visitor) =>
          said(
            await visitor.post('/api/signup', {
              firstName: 'A',
              lastName: 'B',
              email,
              password: PASSWORD,
            }),
          ),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers).toContainEqual(refusal(409, 'Email already registered', 'email'));
    });

    it('stores no password and no code as such', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      const code = await sendCode(visitor, email);
      await verifyCode(visitor, email, code);
      await visitor.post('/api/signup', {
        firstName: 'A',
        lastName: 'B',
        email,
        password: PASSWORD,
      });
      const user = await server.app.database
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      expect(user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      const codes = await server.app.database
        .selectFrom('codes')
        .selectAll()
        .where('email', '=', email)
        .execute();
      expect(JSON.stringify(codes)).not.toContain(`"${code}"`);
      await until(async () => {
        expect(await server.app.database.selectFrom('mailQueue').selectAll().execute()).toEqual([]);
      });
    });
  });

  describe('codes', () => {
    it('are right once, also when two ask at once', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      const code = await sendCode(visitor, email);
      const both = await Promise.all([
        verifyCode(visitor, email, ` ${code} `),
        verifyCode(visitor, email, code),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await verifyCode(visitor, email, code)).toEqual(
        refusal(400, 'This code is no longer valid: ask for a new one.'),
      );
    });

    it('allow five tries, also many at once', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      const code = await sendCode(visitor, email);
      const wrong = code === '000000' ? '000001' : '000000';
      const tries = await Promise.all(
        Array.from({ length: 8 }, () => verifyCode(visitor, email, wrong)),
      );
      expect(
        tries.filter(
          ({ body }) =>
            (body as { readonly message: string }).message === 'Invalid verification code.',
        ),
      ).toHaveLength(5);
      expect(await verifyCode(visitor, email, code)).toEqual(
        refusal(400, 'This code is no longer valid: ask for a new one.'),
      );
    });

    it('count for ten minutes', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      const code = await sendCode(visitor, email);
      time.now += 10 * MINUTE;
      expect(await verifyCode(visitor, email, code)).toEqual(
        refusal(400, 'This code is no longer valid: ask for a new one.'),
      );
    });

    it('count for their browser and address only', async () => {
      const [visitor, other, stranger, email] = [
        newVisitor(server),
        newVisitor(server),
        newVisitor(server),
        newAddress(),
      ];
      const code = await sendCode(visitor, email);
      await sendCode(other, newAddress());
      const unknown = refusal(
        400,
        'This browser has not asked for a code for this address, or keeps no cookies: ask for a new one here.',
      );
      expect(await verifyCode(stranger, email, code)).toEqual(unknown);
      expect(await verifyCode(other, email, code)).toEqual(unknown);
      expect((await verifyCode(visitor, email, code)).status).toBe(200);
    });

    it('are replaced by the next one', async () => {
      const [visitor, email] = [newVisitor(server), newAddress()];
      const first = await sendCode(visitor, email);
      time.now += MINUTE;
      const second = await sendCode(visitor, email);
      if (first !== second)
        expect(await verifyCode(visitor, email, first)).toEqual(
          refusal(400, 'Invalid verification code.'),
        );
      expect((await verifyCode(visitor, email, second)).status).toBe(200);
    });

    it('go out once a minute and five times an hour to one browser', async () => {
      const [email, visitor] = [newAddress(), newVisitor(server)];
      for (let count = 0; count < 5; count += 1) {
        await sendCode(visitor, email);
        const tooSoon = await visitor.post('/api/send-code', { email: email.toUpperCase() });
        const minutes = count < 4 ? '60 s' : '56 minutes';
        if (count < 4) expect(tooSoon.headers.get('retry-after')).toBe('60');
        expect(await said(tooSoon)).toEqual(
          refusal(429, `Too many tries: wait ${minutes}, then try again.`),
        );
        time.now += MINUTE;
      }
      time.now += 55 * MINUTE;
      await sendCode(visitor, email);
    });

    it('that strangers ask for use up nobody else’s, up to 30 mails per address and hour', async () => {
      const [email, owner] = [newAddress(), newVisitor(server)];
      const strangers = Array.from({ length: 29 }, () => newVisitor(server));
      for (const stranger of strangers)
        expect((await stranger.post('/api/send-code', { email })).status).toBe(200);
      // Without its cookie a browser counts for its network.
      const bare = { headers: { cookie: 'none=1' } };
      expect((await strangers[0]!.post('/api/send-code', { email }, bare)).status).toBe(429);
      expect((await owner.post('/api/send-code', { email })).status).toBe(200);
      expect((await newVisitor(server).post('/api/send-code', { email })).status).toBe(429);
      time.now += 60 * MINUTE;
      expect((await newVisitor(server).post('/api/send-code', { email })).status).toBe(200);
    });
  });

  describe('login', () => {
    it('says the same of a wrong password and of an unknown address', async () => {
      const email = newAddress();
      await signUp(server, email);
      const [wrong, unknown] = [
        await newVisitor(server).post('/api/login', { email, password: 'x' }),
        await newVisitor(server).post('/api/login', { email: newAddress(), password: 'x' }),
      ];
      expect([...wrong.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
      expect(await said(wrong)).toEqual(refusal(401, 'Email or password is wrong.'));
      expect(await said(unknown)).toEqual(refusal(401, 'Email or password is wrong.'));
    });

    it('takes the address in any case, the password exactly', async () => {
      const email = newAddress();
      const visitor = await signUp(server, email, newVisitor(server), ` ${PASSWORD} `);
      expect((await visitor.post('/api/login', { email, password: PASSWORD })).status).toBe(401);
      expect(
        (
          await visitor.post('/api/login', {
            email: email.toUpperCase(),
            password: ` ${PASSWORD} `,
          })
        ).status,
      ).toBe(200);
    });

    it('is open to known devices and by a mailed code, however many guesses strangers have made', async () => {
      const email = newAddress();
      const owner = await signUp(server, email);
      await owner.post('/api/login', { email, password: PASSWORD });
      const guess = (password = 'wrong') =>
        newVisitor(server).post('/api/login', { email, password });
      for (let round = 0; round < 10; round += 1) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => guess()));
        expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(401));
      }
      const tooMany = refusal(429, 'Too many attempts. Use Forgot Password?');
      expect(await said(await guess())).toEqual(tooMany);
      expect(await said(await guess(PASSWORD))).toEqual(tooMany);
      expect((await owner.post('/api/login', { email, password: PASSWORD })).status).toBe(200);

      const elsewhere = newVisitor(server);
      await verify(server, elsewhere, email);
      expect((await elsewhere.post('/api/login', { email, password: PASSWORD })).status).toBe(200);
      await elsewhere.post('/api/reset-password', { email, password: NEW_PASSWORD });
      expect((await elsewhere.post('/api/login', { email, password: NEW_PASSWORD })).status).toBe(
        200,
      );
      expect(await said(await guess(NEW_PASSWORD))).toEqual(tooMany);
      time.now += DAY;
      expect((await guess(NEW_PASSWORD)).status).toBe(200);
    });

    it('counts the failures of a known device by themselves: ten in 15 minutes', async () => {
      const email = newAddress();
      const owner = await signUp(server, email);
      const guess = (visitor: Visitor, password: string) =>
        visitor.post('/api/login', { email, password });
      for (let count = 0; count < 10; count += 1)
        expect((await guess(owner, 'wrong')).status).toBe(401);
      const refused = await guess(owner, PASSWORD);
      expect(refused.headers.get('retry-after')).toBe('900');
      expect(await said(refused)).toEqual(
        refusal(429, 'Too many tries: wait 15 minutes, then try again.'),
      );
      expect((await guess(newVisitor(server), PASSWORD)).status).toBe(200);
      time.now += 15 * MINUTE;
      expect((await guess(owner, PASSWORD)).status).toBe(200);
    });

    it('knows a device for its own accounts only, also against the limit of a network', async () => {
      const [email, other] = [newAddress(), newAddress()];
      const owner = await signUp(server, email);
      await signUp(server, other);
      const statuses: number[] = [];
      for (let count = 0; count < 31; count += 1)
        statuses.push((await owner.post('/api/login', { email: other, password: 'x' })).status);
      expect(statuses).toEqual([...(Array(30).fill(401) as number[]), 429]);
      expect((await owner.post('/api/login', { email, password: PASSWORD })).status).toBe(200);
    });

    it('gives a new session each time, and ends the one before', async () => {
      const email = newAddress();
      const visitor = await signUp(server, email);
      const login = async (): Promise<string> =>
        /lumenloom_session=([^;]*)/.exec(
          (await visitor.post('/api/login', { email, password: PASSWORD })).headers.get(
            'set-cookie',
          ) ?? '',
        )?.[1] ?? '';
      const first = await login();
      expect(first).toMatch(/^[\w-]{43}$/);
      expect(await login()).not.toBe(first);
      expect(await computes(visitor)).toBe(true);
      expect(
        (
          await newVisitor(server).post('/get_device', undefined, {
            headers: { cookie: `lumenloom_session=${first}` },
          })
        ).status,
      ).toBe(401);
    });
  });

  describe('sessions', () => {
    it('are kept in a cookie that no script reads, and stored hashed', async () => {
      const email = newAddress();
      const visitor = await signUp(server, email);
      const [device = '', cookie = ''] = (
        await visitor.post('/api/login', { email, password: PASSWORD })
      ).headers.getSetCookie();
      expect(device).toMatch(
        /^lumenloom_device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      expect(cookie).toMatch(
        /^lumenloom_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      const stored = await server.app.database.selectFrom('sessions').select('tokenHash').execute();
      expect(stored.map(({ tokenHash }) => tokenHash)).not.toContain(/=([^;]*)/.exec(cookie)![1]);
    });

    it('end after seven days without use', async () => {
      const visitor = await logIn(server, newAddress());
      time.now += 7 * DAY - 1;
      expect(await computes(visitor)).toBe(true);
      time.now += 7 * DAY;
      expect(await computes(visitor)).toBe(false);
    });

    it('end after thirty days of use', async () => {
      const visitor = await logIn(server, newAddress());
      for (let day = 0; day < 29; day += 1) {
        time.now += DAY;
        expect(await computes(visitor)).toBe(true);
      }
      time.now += DAY;
      expect(await computes(visitor)).toBe(false);
    });

    it('end at logout on the server, whatever address the body names', async () => {
      const [visitor, other] = [
        await logIn(server, newAddress()),
        await logIn(server, 'other-one@example.com'),
      ];
      expect(await computes(visitor)).toBe(true);
      const logout = await visitor.post('/api/logout', { email: 'other-one@example.com' });
      expect(await said(logout)).toEqual({ status: 200, body: { message: 'You are logged out.' } });
      expect(await computes(visitor)).toBe(false);
      expect(await computes(other)).toBe(true);
    });

    it.each([[undefined], [{ email: 'nobody@example.com' }], [{}], [[]], ['null']])(
      'do not mind a logout without one: %j',
      async (body) => {
        expect((await newVisitor(server).post('/api/logout', body)).status).toBe(200);
      },
    );
  });

  describe('password reset', () => {
    it('sets a password, ends every session, tells the person', async () => {
      const email = newAddress();
      const [visitor, elsewhere] = [await logIn(server, email), newVisitor(server)];
      await elsewhere.post('/api/login', { email, password: PASSWORD });
      time.now += MINUTE;
      await verify(server, visitor, email);
      expect(
        await said(await visitor.post('/api/reset-password', { email, password: NEW_PASSWORD })),
      ).toEqual({ status: 200, body: { message: 'Password reset successful. Please login.' } });
      expect([await computes(visitor), await computes(elsewhere)]).toEqual([false, false]);
      expect((await elsewhere.post('/api/login', { email, password: PASSWORD })).status).toBe(401);
      expect((await elsewhere.post('/api/login', { email, password: NEW_PASSWORD })).status).toBe(
        200,
      );
      await until(async () => {
        expect((await mailsTo(server, email)).map(({ subject }) => subject)).toContain(
          'Your Lumenloom password was changed',
        );
      });
      expect(
        await said(await visitor.post('/api/reset-password', { email, password: PASSWORD })),
      ).toEqual(refusal(403, 'Please verify your email first.'));
    });

    it('needs a verified address of its own', async () => {
      const [visitor, email, mine] = [newVisitor(server), newAddress(), newAddress()];
      await signUp(server, email);
      expect(
        await said(await visitor.post('/api/reset-password', { email, password: NEW_PASSWORD })),
      ).toEqual(refusal(403, 'Please verify your email first.'));
      await verify(server, visitor, mine);
      expect(
        (await visitor.post('/api/reset-password', { email, password: NEW_PASSWORD })).status,
      ).toBe(403);
      expect(
        await said(
          await visitor.post('/api/reset-password', { email: mine, password: NEW_PASSWORD }),
        ),
      ).toEqual(refusal(404, 'There is no account with this address: sign up first.'));
    });

    it('asks for a code without telling who has an account: same answer, same mail', async () => {
      const [known, unknown] = [newAddress(), newAddress()];
      await signUp(server, known);
      time.now += MINUTE;
      await Promise.all([known, unknown].map((email) => sendCode(newVisitor(server), email)));
      const [one, other] = await Promise.all(
        [known, unknown].map(async (email) => (await mailsTo(server, email)).at(-1)!),
      );
      const withoutCode = (text: string): string => text.replace(/\d{6}/, '');
      expect(withoutCode(one!.text)).toBe(withoutCode(other!.text));
    });
  });

  describe('API tokens', () => {
    const make = async (owner: Visitor, asked: object) =>
      (await (await owner.post('/api/tokens', { name: 'nightly', ...asked })).json()) as Record<
        'id' | 'token' | 'scope' | 'expiresAt',
        string | null
      >;
    const programWith = ({ token }: Awaited<ReturnType<typeof make>>): Visitor =>
      server.asSomebodyElse({ authorization: `Bearer ${token}` });
    const call = async (visitor: Visitor, method: string, path: string, body?: object) =>
      visitor.post(path, body, { method });

    it('that may only read list and read, and start, change and delete nothing', async () => {
      const owner = await logIn(server, newAddress());
      const project = (await (
        await owner.post('/api/projects', { name: 'camera', recipe: TINY })
      ).json()) as { readonly id: string };
      const program = programWith(await make(owner, { scope: 'read' }));
      for (const path of [
        'sweeps',
        'library',
        'datasets',
        'evaluations',
        'projects',
        `projects/${project.id}`,
      ])
        expect((await call(program, 'GET', `/api/${path}`)).status, path).toBe(200);
      for (const [method, path, body] of [
        ['POST', '/simulate', TINY],
        ['POST', '/stop', {}],
        ['POST', '/get_device'],
        ['POST', '/api/sweeps', {}],
        ['DELETE', '/api/sweeps/1'],
        ['POST', '/api/library', {}],
        ['DELETE', '/api/library/1'],
        ['POST', '/api/datasets', {}],
        ['DELETE', '/api/datasets/1'],
        ['POST', '/api/evaluations', {}],
        ['DELETE', '/api/evaluations/1'],
        ['POST', '/api/projects', { name: 'other', recipe: {} }],
        ['PUT', `/api/projects/${project.id}`, { recipe: {}, version: 1 }],
        ['PATCH', `/api/projects/${project.id}`, { name: 'other' }],
        ['DELETE', `/api/projects/${project.id}`],
      ] as const)
        expect(await said(await call(program, method, path, body)), `${method} ${path}`).toEqual(
          refusal(
            403,
            'This API token may only read: use one with the scope compute to start, change or delete something.',
          ),
        );
      expect(await said(await call(owner, 'GET', `/api/projects/${project.id}`))).toMatchObject({
        body: { name: 'camera' },
      });
    });

    it('are refused from the end of their life on, which the list tells', async () => {
      const owner = await logIn(server, newAddress());
      const made = await make(owner, { expiresInDays: 2 });
      const expiresAt = new Date(time.now + 2 * DAY).toISOString();
      expect(made).toMatchObject({ scope: 'compute', expiresAt });
      const program = programWith(made);
      time.now += 2 * DAY - 1;
      expect((await call(program, 'GET', '/api/sweeps')).status).toBe(200);
      time.now += 1;
      for (const [method, path] of [
        ['GET', '/api/sweeps'],
        ['POST', '/get_device'],
      ] as const)
        expect(await said(await call(program, method, path))).toEqual(
          refusal(
            401,
            `This API token expired at ${expiresAt}: make another one on the page /account/tokens.`,
          ),
        );
      expect(await said(await call(owner, 'GET', '/api/tokens'))).toMatchObject({
        body: { tokens: [{ scope: 'compute', expiresAt }] },
      });
    });

    it.each([
      [{ scopes: ['read'] }, 'scopes', /^scopes means nothing in this request: \/docs lists/],
      [{ scope: 'admin' }, 'scope', /^scope must be compute or read\.$/],
      [{ expiresInDays: 0 }, 'expiresInDays', /^expiresInDays must be a whole number from 1 to/],
      [{ expiresInDays: '30' }, 'expiresInDays', /^expiresInDays must be a whole number/],
    ])('are not made with %j', async (asked, field, message) => {
      const owner = await logIn(server, newAddress());
      const refused = await said(await owner.post('/api/tokens', { name: 'nightly', ...asked }));
      expect(refused).toMatchObject({
        status: 422,
        body: { field, message: expect.stringMatching(message) as string },
      });
      expect(await (await call(owner, 'GET', '/api/tokens')).json()).toEqual({ tokens: [] });
    });
  });

  describe('the compute calls', () => {
    it.each([
      '/simulate',
      '/stop',
      '/fov_check',
      '/get_illuminant',
      '/get_device',
      '/world/inspect',
    ])('%s is for people who are logged in', async (path) => {
      const refused = await newVisitor(server).post(path, {});
      expect(await said(refused)).toEqual(
        refusal(401, 'You must be logged in to run simulations: log in and try again.'),
      );
    });

    it('are refused before the body is looked at', async () => {
      expect((await newVisitor(server).post('/simulate', '{"scene": "Macb')).status).toBe(401);
    });

    it('run for them, and stop no run of anybody else', async () => {
      const [visitor, other] = [
        await logIn(server, newAddress()),
        await logIn(server, newAddress()),
      ];
      const running = visitor.post('/simulate', TINY);
      expect((await other.post('/stop')).status).toBe(200);
      expect(await (await running).text()).toContain('"result"');
    });
  });

  it('writes down who signed up, logged in and came back, per UTC day', async () => {
    const email = newAddress();
    const visitor = await logIn(server, email);
    const { id } = await server.app.database
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const kinds = async (): Promise<readonly string[]> =>
      (
        await server.app.database
          .selectFrom('activity')
          .select(['kind', 'day'])
          .where('userId', '=', id)
          .orderBy('at')
          .orderBy('kind', 'desc')
          .execute()
      ).map(({ kind, day }) => `${kind} ${day}`);
    const today = (): string => new Date(time.now).toISOString().slice(0, 10);
    const first = [`signup ${today()}`, `login ${today()}`];
    await computes(visitor);
    expect(await kinds()).toEqual(first);
    time.now += DAY;
    await computes(visitor);
    await computes(visitor);
    expect(await kinds()).toEqual([...first, `visit ${today()}`]);
  });
});
