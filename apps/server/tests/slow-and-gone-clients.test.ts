import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { logIn } from './people.ts';
import { noPostgres, sharedPostgres } from './start-postgres.ts';
import { LONG, TINY, figures, startServer, type Server } from './start-server.ts';
import { until } from './until.ts';

const jobWorker = new URL('./unruly-worker.mjs', import.meta.url);
/** Its answer is larger than the buffers of a connection: 20 MB. */
const LARGE = { ...TINY, seed: 5 };

/** Runs until it is stopped. */
const ENDLESS = { ...TINY, seed: 1 };

/** Sends a run and reads nothing unless it is told to. */
async function send(server: Server, recipe: object, cookie = ''): Promise<Socket> {
  const { port } = new URL(server.address);
  const socket = connect(Number(port), '127.0.0.1').pause();
  await once(socket, 'connect');
  const body = JSON.stringify(recipe);
  socket.on('error', () => undefined);
  socket.write(
    `POST /simulate HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return socket;
}
/** Reads the rest of an answer. @returns whether it came to its end, the empty last chunk. */
async function isWhole(socket: Socket): Promise<boolean> {
  let tail = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    tail = (tail + text).slice(-5);
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.resume();
  await closed;
  return tail === '0\r\n\r\n';
}
const ended = (server: Server): Promise<void> =>
  until(async () => {
    expect(await figures(server)).toEqual({ running: 0, waiting: 0 });
  });
/** Waits until a run has begun to answer, and has ended. */
async function answered(server: Server, socket: Socket): Promise<void> {
  await once(socket, 'readable');
  await ended(server);
}

describe('an answer that nobody reads', () => {
  // No deadline ends the answer in place of its reader.
  const server = startServer({ MAX_WAITING_RUNS: '0' }, { jobWorker, deliveryMs: 3_600_000 });

  it('counts as a run of its caller until the connection ends', async () => {
    const cookie = (await server.post('/get_device')).headers.getSetCookie()[0]!.split(';')[0]!;
    const silent = await send(server, LARGE, cookie);
    await answered(server, silent);
    const refused = await server.post('/simulate', TINY);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      field: '',
      message:
        'Answers of your simulations are not read to their end: read or close them, then try again.',
    });
    silent.destroy();
    await until(async () => {
      expect((await server.post('/simulate', TINY)).status).toBe(200);
    });
  });
});

describe('an answer that is read slowly', () => {
  const server = startServer({}, { deliveryMs: 1000, jobWorker });

  it('is cut off at the deadline, although the reader takes a little from time to time', async () => {
    const slow = await send(server, LARGE);
    const reset = once(slow, 'error');
    await answered(server, slow);
    while (!slow.destroyed) {
      slow.read(5000);
      await setTimeout(10);
    }
    // Closed in the ordinary way, the reader would first get the megabytes that the system holds.
    expect(await reset).toMatchObject([{ code: 'ECONNRESET' }]);
  });
});

describe('answers that nobody reads', () => {
  const server = startServer({ MAX_UNREAD_MEGABYTES: '30' }, { jobWorker });

  it('take no more memory than allowed: the oldest is dropped', async () => {
    const silent = [];
    for (let count = 0; count < 2; count += 1) {
      const socket = await send(server, LARGE);
      silent.push(socket);
      await answered(server, socket);
    }
    expect(await Promise.all(silent.map(isWhole))).toEqual([false, true]);
  });
});

describe('many runs of one network, where everybody may compute', () => {
  const server = startServer({ TRUST_PROXY: '1', MAX_RUNNING_RUNS: '1' }, { jobWorker });
  const from = (address: string) => server.asSomebodyElse({ 'x-forwarded-for': address });

  it('are refused from the ninth on, and others are not', async () => {
    const leaving = new AbortController();
    // Kept, because fetch closes the connection of a response that nobody refers to any more.
    const answers: Response[] = [];
    const follow = async (address: string): Promise<number> => {
      const response = await from(address).post('/simulate', ENDLESS, { signal: leaving.signal });
      answers.push(response);
      return response.status;
    };
    for (let count = 0; count < 8; count += 1)
      expect(await follow('2001:db8::' + String(count))).toBe(200);
    const refused = await from('2001:db8::ffff').post('/simulate', ENDLESS);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      field: '',
      message:
        'Too many simulations from your network are running or waiting: try again when one has ended.',
    });
    for (let network = 1; network <= 92; network += 1)
      expect(await follow(`2001:db8:${network}::1`)).toBe(200);
    const full = await from('2001:db8:ffff::1').post('/simulate', ENDLESS);
    expect(full.status).toBe(503);
    expect(await full.json()).toEqual({
      field: '',
      message: 'Too many simulations are waiting: try again in a few minutes.',
    });
    expect(answers).toHaveLength(100);
    leaving.abort();
    await ended(server);
  });
});

describe.skipIf(noPostgres !== undefined)(
  `a client that leaves while its session is looked up${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    let databaseUrl = '';
    const server = startServer(async () => {
      databaseUrl = await sharedPostgres().newDatabase();
      return { TRUST_PROXY: '1', COMPUTE_AUTH: 'session', DATABASE_URL: databaseUrl };
    });

    it('starts no run', async () => {
      const visitor = await logIn(server, 'gone@example.com');
      const login = await visitor.post('/api/login', {
        email: 'gone@example.com',
        password: 'Aa1!aaaa',
      });
      const cookie = login.headers
        .getSetCookie()
        .find((line) => line.startsWith('lumenloom_session='))!
        .split(';')[0]!;
      const lock = new pg.Client(databaseUrl);
      await lock.connect();
      await lock.query('begin');
      await lock.query('lock table sessions in access exclusive mode');
      const socket = await send(server, LONG, cookie);
      await setTimeout(200);
      socket.resetAndDestroy();
      await setTimeout(100);
      await lock.query('rollback');
      await lock.end();
      // What would have started does so at once.
      for (let look = 0; look < 20; look += 1) {
        expect(await figures(server)).toEqual({ running: 0, waiting: 0 });
        await setTimeout(25);
      }
      expect((await visitor.post('/simulate', TINY)).status).toBe(200);
    });
  },
);
