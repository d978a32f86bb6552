import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import Libsql from 'libsql';
import { describe, expect, it } from 'vitest';
import { SQLITE_FILE } from '../dist/database/open-database.js';
import { logIn, newVisitor, signUp, verify, PASSWORD } from './people.ts';
import { noPostgres, startPostgres } from './start-postgres.ts';
import { startProcess } from './server-process.ts';
import { startServer, type Server } from './start-server.ts';

const UNAVAILABLE = {
  status: 503,
  message:
    'The server cannot store anything at the moment; nothing was changed. Try again in a minute.',
};

async function expectUnavailable(response: Response): Promise<void> {
  const { message } = (await response.json()) as { readonly message: string };
  expect({ status: response.status, message }).toEqual(UNAVAILABLE);
  expect(response.headers.get('retry-after')).toBe('5');
}

/** The requirements while nothing can be written, and after it. */
async function expectCalmFailure(
  server: Server,
  fail: () => Promise<() => Promise<void>>,
): Promise<void> {
  const [visitor, email] = [newVisitor(server), `calm${Math.random()}@example.com`];
  await verify(server, visitor, email);
  const recover = await fail();
  const account = { firstName: 'A', lastName: 'B', email, password: PASSWORD };
  try {
    await expectUnavailable(await visitor.post('/api/signup', account));
    await expectUnavailable(await visitor.post('/api/send-code', { email }));
    await expectUnavailable(
      await newVisitor(server).post('/api/login', { email, password: PASSWORD }),
    );
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  } finally {
    await recover();
  }
  // Nothing was half-written: the verified address is as good as before.
  expect((await visitor.post('/api/signup', account)).status).toBe(200);
  expect((await visitor.post('/api/login', { email, password: PASSWORD })).status).toBe(200);
}

describe('SQLite', () => {
  const server = startServer({ TRUST_PROXY: '1', COMPUTE_AUTH: 'session' });
  const pragma = (setting: string) => sql.raw(`pragma ${setting}`).execute(server.app.database);

  it('locked by another program: 503, and well again afterwards', () =>
    expectCalmFailure(server, async () => {
      const other = new Libsql(join(server.dataFolder, SQLITE_FILE));
      other.exec('begin immediate');
      return async () => {
        other.exec('rollback');
        other.close();
      };
    }));

  it('locked by another program: health within 200 ms while 20 people log in', async () => {
    const other = new Libsql(join(server.dataFolder, SQLITE_FILE));
    other.exec('begin immediate');
    try {
      const logins = Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          newVisitor(server).post('/api/login', {
            email: `waiting${index}@example.com`,
            password: PASSWORD,
          }),
        ),
      );
      const times: number[] = [];
      const progress = { isDone: false };
      void logins.finally(() => {
        progress.isDone = true;
      });
      while (!progress.isDone || times.length < 500) {
        const start = performance.now();
        await (await fetch(`${server.address}/healthz`)).text();
        times.push(performance.now() - start);
      }
      for (const response of await logins) await expectUnavailable(response);
      const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
      expect(p99).toBeLessThanOrEqual(200);
    } finally {
      other.exec('rollback');
      other.close();
    }
  });

  it('locked for a moment only: the write waits for it', async () => {
    // Until a write succeeds, the patience of the test before counts as used up.
    const first = newVisitor(server).post('/api/send-code', { email: 'first@example.com' });
    expect((await first).status).toBe(200);
    const other = new Libsql(join(server.dataFolder, SQLITE_FILE));
    other.exec('begin immediate');
    const sending = newVisitor(server).post('/api/send-code', { email: 'patient@example.com' });
    await setTimeout(100);
    other.exec('rollback');
    other.close();
    expect((await sending).status).toBe(200);
  });

  it('read-only: 503, and well again afterwards', () =>
    expectCalmFailure(server, async () => {
      await pragma('query_only = on');
      return async () => {
        await pragma('query_only = off');
      };
    }));

  it('full: 503, and well again afterwards', () =>
    expectCalmFailure(server, async () => {
      // A database that may have no more pages fails as one on a full disk does.
      await pragma('max_page_count = 1');
      const { database } = server.app;
      const long = (size: number): string => 'x'.repeat(size) + String(Math.random());
      const fillers = [
        (size: number) =>
          database
            .insertInto('attempts')
            .values({ id: long(size), kind: 'filler', subject: '', at: 0 })
            .execute(),
        (size: number) =>
          database
            .insertInto('users')
            .values({
              id: long(size),
              email: long(1),
              firstName: 'filler',
              lastName: '',
              passwordHash: '',
              plan: 'Trial',
              isStaff: 0,
              createdAt: 0,
            })
            .execute(),
      ];
      for (const fill of fillers)
        for (let size = 2048; size >= 1; size = Math.floor(size / 2))
          while (
            await fill(size).then(
              () => true,
              () => false,
            )
          );
      return async () => {
        await pragma('max_page_count = 1000000');
        await database.deleteFrom('attempts').where('kind', '=', 'filler').execute();
        await database.deleteFrom('users').where('firstName', '=', 'filler').execute();
      };
    }));

  it('lets people who are logged in compute while nothing can be written', async () => {
    const visitor = await logIn(server, 'reader@example.com');
    await pragma('query_only = on');
    try {
      expect((await visitor.post('/get_device')).status).toBe(200);
    } finally {
      await pragma('query_only = off');
    }
  });
});

describe.skipIf(noPostgres !== undefined)(
  `PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    const postgres = startPostgres();
    const server = startServer(async () => ({
      TRUST_PROXY: '1',
      DATABASE_URL: await postgres.newDatabase(),
    }));

    it('ended and started again: 503 meanwhile, and the server goes on', () =>
      expectCalmFailure(server, async () => {
        await postgres.stop();
        return () => postgres.start();
      }));

    it('away: one line of each kind in the log, and one when it is back', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'lumenloom-outage-'));
      const logging = startProcess({
        DATA_DIR: folder,
        DATABASE_URL: await postgres.newDatabase(),
        LOG_LEVEL: 'warn',
        WARM_THREADS: '0',
        RATE_LIMIT_FACTOR: '1000',
      });
      try {
        const address = await logging.listening();
        const ready = async () => (await fetch(`${address}/readyz`)).status;
        const before = logging.output().length;
        await postgres.stop();
        for (let attempt = 0; attempt < 5; attempt += 1) expect(await ready()).toBe(503);
        await postgres.start();
        expect(await ready()).toBe(200);
        const lines = logging.output().slice(before).trim().split('\n');
        const sentences = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
        expect(sentences.at(-1)).toBe('the database answers again');
        expect(sentences.length).toBeGreaterThan(1);
        expect(new Set(sentences).size).toBe(sentences.length);
      } finally {
        logging.kill('SIGKILL');
        await logging.ended;
        await rm(folder, { recursive: true });
      }
    });

    it('keeps who signed up before', async () => {
      await signUp(server, 'kept@example.com');
      await postgres.stop();
      await postgres.start();
      expect(
        (
          await newVisitor(server).post('/api/login', {
            email: 'kept@example.com',
            password: PASSWORD,
          })
        ).status,
      ).toBe(200);
    });
  },
);
