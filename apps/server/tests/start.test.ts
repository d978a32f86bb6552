import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProcess, type ServerProcess } from './server-process.ts';
import { TINY, allEvents, eventsOf, resultSizeOf } from './start-server.ts';
import { until } from './until.ts';

const data = await mkdtemp(join(tmpdir(), 'lumenloom-data-'));
afterAll(() => rm(data, { recursive: true }));

const start = (environment: Readonly<Record<string, string>>): ServerProcess =>
  startProcess({ DATA_DIR: data, COMPUTE_AUTH: 'open', ...environment });

describe('the server', () => {
  it('says where it is, answers, lets a run end after SIGTERM, and goes', async () => {
    const server = start({});
    const address = await server.listening();
    expect(server.output()).toContain(`${address}/simulate`);
    expect(server.output()).toContain(data);
    const response = await fetch(`${address}/simulate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...TINY, sensorParams: { rows: 2000, cols: 2000 } }),
    });
    const events = eventsOf(response);
    await events.next();
    server.kill('SIGTERM');
    const left = [];
    for await (const event of events) left.push(event);
    expect(resultSizeOf(left)).toEqual([2000, 2000]);
    expect(await server.ended).toBe(0);
  });

  it('waits all of DRAIN_SECONDS for a request that does not end, and goes with status 0', async () => {
    // Fastify's own limit for a shutdown is 10 s.
    const server = start({ DRAIN_SECONDS: '10.5' });
    const { port } = new URL(await server.listening());
    const socket = connect(Number(port), 'localhost');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/contact HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    // The rest of the body never comes. An answer shows that what was written before it has
    // arrived.
    await once(socket, 'connect');
    await fetch(`http://localhost:${port}/healthz`);
    const before = performance.now();
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - before).toBeGreaterThan(10_400);
    socket.destroy();
  });

  it('says that its port is taken', async () => {
    const first = start({});
    const address = await first.listening();
    const second = startProcess(
      { DATA_DIR: join(data, 'second') },
      { args: ['--port', new URL(address).port] },
    );
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `Port ${new URL(address).port} is in use: set PORT to another one.\n`,
    );
    expect(
      (
        await allEvents(
          await fetch(`${address}/simulate`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{}',
          }),
        )
      ).length,
    ).toBe(2);
    first.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });

  it('refuses options that it does not have', async () => {
    const server = startProcess({ DATA_DIR: data }, { args: ['--prot', '4000'] });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      "Unknown option '--prot'. npm start -- --help lists the options.\n",
    );
  });

  it('refuses a data folder that another server has, and takes one whose server was killed', async () => {
    const first = start({});
    const address = await first.listening();
    const second = start({});
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `Another server is running on DATA_DIR ${data}: stop it first, or choose another DATA_DIR. Only with PostgreSQL (DATABASE_URL) may there be several.\n`,
    );
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    first.kill('SIGKILL');
    await first.ended;
    const third = start({});
    await third.listening();
    third.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  });

  it('keeps its files to its user', async () => {
    const folder = join(data, 'private');
    const server = start({ DATA_DIR: folder });
    const address = await server.listening();
    await fetch(`${address}/api/send-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'a@example.com' }),
    });
    await until(async () => {
      expect(await readdir(join(folder, 'outbox'))).toContainEqual(
        expect.stringMatching(/\.json$/),
      );
    });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder, { recursive: true });
    expect(names).toEqual(expect.arrayContaining(['lumenloom.db', 'secret', 'outbox']));
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
    server.kill('SIGTERM');
    await server.ended;
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
    [
      { TRUST_PROXY: '1.2.3' },
      'TRUST_PROXY must be a number of proxies, or addresses like 10.0.0.1 or 10.0.0.0/8 separated by commas, not "1.2.3".',
    ],
    [{ COMPUTE_AUTH: 'none' }, 'COMPUTE_AUTH must be session or open, not "none".'],
    [
      { DATABASE_URL: 'postgres://nobody@%2Fnowhere/none' },
      'The database at DATABASE_URL cannot be used: connect ENOENT /nowhere/.s.PGSQL.5432.',
    ],
  ])('ends with one sentence on wrong surroundings: %o', async (environment, sentence) => {
    const server = start(environment);
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(`${sentence}\n`);
  });

  it.each([
    [join(data, 'a-file/inside'), 'a part of its path is a file'],
    // Node's mkdir with `recursive` never returns there.
    ['/proc/lumenloom/data', 'the system allows none there'],
  ])('ends with one sentence when it cannot keep its data: %s', async (folder, reason) => {
    await writeFile(join(data, 'a-file'), '');
    const server = start({ DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(`DATA_DIR ${folder} cannot be made: ${reason}.\n`);
  });
});
