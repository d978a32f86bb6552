import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProcess, type ServerProcess } from './server-process.ts';
import { TINY, allEvents, eventsOf, resultSizeOf } from './start-server.ts';

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

  it('says that its port is taken', async () => {
    const first = start({});
    const address = await first.listening();
    const second = start({ PORT: new URL(address).port });
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

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc".'],
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

  it('ends with one sentence when it cannot keep its data', async () => {
    const file = join(data, 'a-file');
    await writeFile(file, '');
    const server = start({ DATA_DIR: join(file, 'inside') });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^DATA_DIR .*\n$/);
  });
});
