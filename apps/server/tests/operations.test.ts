import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor } from './people.ts';
import { startProcess } from './server-process.ts';
import { startServer, TINY } from './start-server.ts';
import { until } from './until.ts';

describe('GET /readyz', () => {
  const server = startServer();
  const ready = async () => {
    const response = await fetch(`${server.address}/readyz`);
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const refusal = (message: string) => ({ status: 503, body: { field: '', message } });

  it('says what is wrong, until it is put right', async () => {
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
    await sql`pragma query_only = on`.execute(server.app.database);
    // A transaction may begin, but nothing can be written: calls of people are refused, and
    // readiness fails.
    expect(await ready()).toEqual(refusal('The database does not take changes.'));
    await sql`pragma query_only = off`.execute(server.app.database);
    await rename(server.dataFolder, `${server.dataFolder}-away`);
    await writeFile(server.dataFolder, '');
    expect(await ready()).toEqual(refusal('The data folder does not take files.'));
    await rm(server.dataFolder);
    await rename(`${server.dataFolder}-away`, server.dataFolder);
    expect((await ready()).status).toBe(200);
  });
});

describe('GET /metrics', () => {
  const closed = startServer({ METRICS: '' });
  const local = startServer({ METRICS: 'loopback' });
  const open = startServer({ METRICS: 'open', TRUST_PROXY: '1' });

  it('is not there unless it was asked for', async () => {
    expect((await fetch(`${closed.address}/metrics`)).status).toBe(404);
  });

  it('is for this machine alone with METRICS=loopback', async () => {
    expect((await fetch(`${local.address}/metrics`)).status).toBe(200);
    for (const headers of [
      { 'x-forwarded-for': '10.0.0.1' },
      { forwarded: 'for=10.0.0.1' },
      { via: '1.1 proxy' },
    ])
      expect((await fetch(`${local.address}/metrics`, { headers })).status).toBe(404);
    const foreign = await local.app.inject({ url: '/metrics', headers: { host: 'evil.example' } });
    expect(foreign.statusCode).toBe(403);
    expect(foreign.body).toContain('evil.example');
  });

  it('counts requests by route and names nobody', async () => {
    const visitor = newVisitor(open);
    await (await visitor.post('/simulate', TINY)).text();
    await visitor.post('/api/login', { email: 'somebody@example.com', password: 'secret-word' });
    await fetch(`${open.address}/nobody@example.com?token=letmein`);
    const text = await (await fetch(`${open.address}/metrics`)).text();
    expect(text).toContain(
      'lumenloom_request_seconds_count{method="POST",route="/simulate",status="200"} 1',
    );
    expect(text).toContain(
      'lumenloom_request_seconds_count{method="POST",route="/api/login",status="401"} 1',
    );
    for (const name of [
      'lumenloom_runs_running 0',
      'lumenloom_runs_waiting 0',
      'lumenloom_mails_waiting 0',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toContain(name);
    expect(text).not.toMatch(/somebody|nobody|secret|letmein|10\.\d+\.\d+\.\d+/);
  });
});

describe('the lenses of the examples', () => {
  const PROGRAM = fileURLToPath(
    new URL('../dist/simulation/trace-ahead-process.js', import.meta.url),
  );
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lumenloom-ahead-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('are traced at low priority once the server listens, as long as it runs', async () => {
    const server = startProcess({ DATA_DIR: folder, WARM_THREADS: '1' });
    await server.listening();
    const tracing = await until(async () => {
      const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
      const pid = children.trim();
      expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain(PROGRAM);
      return Number(pid);
    });
    expect(getPriority(tracing)).toBe(constants.priority.PRIORITY_LOW);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    await until(() => expect(existsSync(`/proc/${tracing}/cmdline`)).toBe(false));
  });

  it('come to lie in the cache', async () => {
    const cache = join(folder, 'cache');
    const program = startProcess({ LUMENLOOM_CACHE: cache }, { program: PROGRAM });
    await until(async () => expect(await readdir(cache)).not.toEqual([]));
    program.kill('SIGKILL');
    await program.ended;
  });
});
