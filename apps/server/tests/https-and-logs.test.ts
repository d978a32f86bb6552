import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PASSWORD, newVisitor, signUp } from './people.ts';
import { startProcess } from './server-process.ts';
import { startServer } from './start-server.ts';

describe('behind https', () => {
  const server = startServer({
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://lumenloom.example',
    COMPUTE_AUTH: 'session',
  });

  it('cookies go over TLS only, and no neighbouring host can set them', async () => {
    const visitor = newVisitor(server);
    const sent = await visitor.post('/api/send-code', { email: 'tls@example.com' });
    expect(sent.headers.get('set-cookie')).toMatch(
      /^__Host-lumenloom_browser=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await signUp(server, 'other@example.com', visitor);
    const login = await visitor.post('/api/login', {
      email: 'other@example.com',
      password: PASSWORD,
    });
    expect(login.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Host-lumenloom_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    );
    expect((await visitor.post('/get_device')).status).toBe(200);
    const logout = await visitor.post('/api/logout', {});
    expect(logout.headers.get('set-cookie')).toMatch(/^__Host-lumenloom_session=; .*Secure/);
  });
});

describe('the log', () => {
  it('says what happened, and neither who nor with what', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lumenloom-log-'));
    const server = startProcess({ DATA_DIR: folder, LOG_LEVEL: 'trace', TRUST_PROXY: '1' });
    const address = await server.listening();
    const post = (path: string, body: unknown, cookie = '') =>
      fetch(address + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9', cookie },
      });
    const email = 'secret.person@example.com';
    const sent = await post('/api/send-code', { email });
    const browser = sent.headers.get('set-cookie')!.split(';')[0]!;
    let code: string | undefined;
    while (code === undefined) {
      const files = (await readdir(join(folder, 'outbox')).catch((): string[] => [])).filter(
        (name) => name.endsWith('.json'),
      );
      code =
        files[0] &&
        /code is (\d{6})/.exec(await readFile(join(folder, 'outbox', files[0]), 'utf8'))?.[1];
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    const verified = await post('/api/verify-code', { email, code }, browser);
    await post(
      '/api/signup',
      { email, password: PASSWORD, firstName: 'Verysecret', lastName: 'Person' },
      verified.headers.get('set-cookie')?.split(';')[0],
    );
    const login = await post('/api/login?email=secret.person@example.com', {
      email,
      password: PASSWORD,
    });
    expect(login.status).toBe(200);
    const session = /lumenloom_session=([^;]+)/.exec(login.headers.get('set-cookie') ?? '')![1]!;
    await post('/api/login', { email, password: 'wrong-password' });
    server.kill('SIGTERM');
    await server.ended;
    const log = server.output();
    expect(log).toContain('"msg":"signed up"');
    expect(log).toContain('"msg":"login refused"');
    for (const secret of [
      'secret.person',
      'Verysecret',
      PASSWORD,
      'wrong-password',
      session,
      browser.split('=')[1]!,
      `"${code}"`,
      '203.0.113.9',
    ])
      expect(log).not.toContain(secret);
    await rm(folder, { recursive: true });
  });
});
