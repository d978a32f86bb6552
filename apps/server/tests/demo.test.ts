import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dashboardMetrics } from '../dist/dashboard/metrics.js';
import { DEMO_ACCOUNT, refuseDemoData, seedDemoData } from '../dist/demo/demo-data.js';
import { onBothDatabases, withDatabase } from './on-both-databases.ts';
import { startProcess } from './server-process.ts';

const data = await mkdtemp(join(tmpdir(), 'lumenloom-demo-'));
afterAll(() => rm(data, { recursive: true, force: true }));

const MONDAY = Date.UTC(2026, 5, 15, 12);

onBothDatabases((engine) => {
  it('is two months of plausible activity, the same at every first start, and once only', () =>
    withDatabase(engine, async (database) => {
      await seedDemoData(database, MONDAY);
      const metrics = await dashboardMetrics(database, MONDAY);
      expect(metrics).toMatchObject({
        totalUsers: 121,
        signups: expect.arrayContaining([
          expect.objectContaining({ date: '2026-06-15' }),
        ]) as unknown[],
      });
      expect(metrics.dau).toBeGreaterThan(5);
      expect(metrics.mau).toBeGreaterThan(2 * metrics.dau);
      const total = (points: readonly { readonly count: number }[]) =>
        points.reduce((sum, { count }) => sum + count, 0);
      expect(total(metrics.logins)).toBeGreaterThan(3 * total(metrics.signups));
      expect(metrics.logins.slice(0, -60).every(({ count }) => count === 0)).toBe(true);
      await seedDemoData(database, MONDAY + 60_000);
      expect(await dashboardMetrics(database, MONDAY)).toEqual(metrics);
      await withDatabase(engine, async (other) => {
        await seedDemoData(other, MONDAY);
        expect(await dashboardMetrics(other, MONDAY)).toEqual(metrics);
      });
    }));

  it('never meets production', () =>
    withDatabase(engine, async (database) => {
      await refuseDemoData(database);
      await seedDemoData(database, MONDAY);
      await expect(refuseDemoData(database)).rejects.toThrow('The database has demo data');
    }));
});

/** fetch does not set the Host header. */
const statusWithHost = async (url: string, host: string): Promise<number | undefined> => {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
};

it('is told at the start, and works', async () => {
  const server = startProcess({ DATA_DIR: data });
  const address = await server.listening();
  expect(server.output()).toContain(`demo login ${DEMO_ACCOUNT.email}  ${DEMO_ACCOUNT.password}`);
  expect(server.output()).toContain(`license    ${DEMO_ACCOUNT.email}  ${DEMO_ACCOUNT.licenceKey}`);
  expect(server.output()).toContain(
    `files in ${join(data, 'outbox')}, shown at ${address}/dev/outbox`,
  );
  const post = (path: string, body: unknown) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const { email, password, licenceKey } = DEMO_ACCOUNT;
  expect((await post('/api/login', { email, password })).status).toBe(200);
  // 503 where no package was made: the license itself is good.
  expect([200, 503]).toContain(
    (await post('/api/license-check', { email, licenseKey: licenceKey })).status,
  );
  expect((await post('/api/login', { email: 'demo-person-1@example.com', password })).status).toBe(
    401,
  );
  expect(await (await fetch(`${address}/dev/outbox`)).text()).toContain('Outbox');
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);

  const reachable = startProcess({ DATA_DIR: data, HOST: '0.0.0.0' });
  const open = await reachable.listening();
  expect(reachable.output()).toContain('LUMENLOOM_ENV=production');
  expect(reachable.output()).toContain('LUMENLOOM_ENV=development');
  expect(reachable.output()).not.toMatch(/demo login|dev\/outbox$/m);
  expect((await fetch(`${open}/dev/outbox`)).status).toBe(404);
  expect(await (await fetch(`${open}/api/dashboard`)).json()).toMatchObject({
    totalUsers: 0,
    mau: 0,
  });
  const login = await fetch(`${open}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(login.status).toBe(401);
  reachable.kill('SIGTERM');
  expect(await reachable.ended).toBe(0);

  const chosen = startProcess({
    DATA_DIR: data,
    HOST: '0.0.0.0',
    LUMENLOOM_ENV: 'development',
  });
  const again = await chosen.listening();
  expect(chosen.output()).toContain(`demo login ${DEMO_ACCOUNT.email}`);
  expect((await fetch(`${again}/dev/outbox`)).status).toBe(200);
  for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { via: '1.1 proxy' }])
    expect((await fetch(`${again}/dev/outbox`, { headers })).status).toBe(404);
  expect(await statusWithHost(`${again}/dev/outbox`, 'attacker.example')).toBe(404);
  chosen.kill('SIGTERM');
  expect(await chosen.ended).toBe(0);

  const production = startProcess({ DATA_DIR: data, LUMENLOOM_ENV: 'production' });
  expect(await production.ended).toBe(1);
  expect(production.output()).toBe(
    'The database has demo data, from a start in development: production needs another DATA_DIR or DATABASE_URL.\n',
  );
});

it.each([
  ['with --no-demo', {}, ['--no-demo']],
  ['in production', { LUMENLOOM_ENV: 'production' }, []],
] as const)('is absent %s', async (_, environment, args) => {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-no-demo-'));
  const server = startProcess({ DATA_DIR: folder, ...environment }, { args });
  const address = await server.listening();
  expect(server.output()).not.toMatch(/demo login|Lumenloom1/);
  expect(await (await fetch(`${address}/api/dashboard`)).json()).toMatchObject({ totalUsers: 0 });
  server.kill('SIGTERM');
  await server.ended;
  await rm(folder, { recursive: true });
});
