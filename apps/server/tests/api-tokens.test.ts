import { describe, expect, it } from 'vitest';
import { logIn, newVisitor, signUp, verify, type Visitor } from './people.ts';
import { allEvents, startServer, TINY } from './start-server.ts';

const SWEEP = {
  ...{ name: 'One run', recipe: { ...TINY, seed: 3 }, vary: [] },
  measure: ['sensor.snrAtGrey18'],
};

describe('an API token', () => {
  const server = startServer({
    TRUST_PROXY: '1',
    COMPUTE_AUTH: 'session',
    RATE_LIMIT_FACTOR: '100',
    DASHBOARD_ACCESS: 'staff',
  });
  let people = 0;
  const somebody = (): Promise<Visitor> => {
    people += 1;
    return logIn(server, `owner${people}@example.com`);
  };
  const get = (visitor: Visitor, path: string, init: RequestInit = {}) =>
    visitor.post(path, undefined, { method: 'GET', ...init });
  const remove = (visitor: Visitor, path: string) =>
    visitor.post(path, undefined, { method: 'DELETE' });
  const withToken = (token: string): RequestInit => ({
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });

  it('computes for its account, is listed without itself, and no longer accepted when revoked', async () => {
    const owner = await somebody();
    const made = await owner.post('/api/tokens', { name: ' nightly ' });
    expect(made.status).toBe(201);
    const { id, name, token } = (await made.json()) as Record<'id' | 'name' | 'token', string>;
    expect([name, token]).toEqual(['nightly', expect.stringMatching(/^lumenloom_[\w-]{43}$/)]);

    const program = server.asSomebodyElse();
    const events = await allEvents(await program.post('/simulate', TINY, withToken(token)));
    expect(events.map(({ type }) => type)).toContain('result');
    const sweep = await program.post('/api/sweeps', SWEEP, withToken(token));
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
    const owner = await somebody();
    const made = await owner.post('/api/tokens', { name: 'x' });
    const { token, id } = (await made.json()) as Record<'id' | 'token', string>;
    const program = server.asSomebodyElse();
    expect((await program.post('/api/tokens', { name: 'y' }, withToken(token))).status).toBe(401);
    expect((await get(program, '/api/tokens', withToken(token))).status).toBe(401);
    expect((await get(program, '/api/dashboard', withToken(token))).status).toBe(401);
    const put = { method: 'PUT', ...withToken(token) };
    expect((await program.post('/api/preferences', { tools: 'all' }, put)).status).toBe(401);
    expect((await get(program, '/api/preferences', withToken(token))).status).toBe(204);
    const stranger = await somebody();
    expect((await remove(stranger, `/api/tokens/${id}`)).status).toBe(404);
    expect((await program.post('/simulate', TINY)).status).toBe(401);
  });

  it('needs a name, and there are at most 20', async () => {
    const owner = await somebody();
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
