import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import { memoryOf, startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** A whole answer of a few thousand bytes. */
const TINY = { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 2, cols: 2 } };
/** An answer larger than the buffers of a connection. */
const LARGE = { scene: 'Macbeth', sensor: 'Bayer-grbg', sensorParams: { rows: 3000, cols: 4000 } };

/**
 * Time that the server allows for the rest of an answer after its run, plus time for the run
 * itself, in milliseconds.
 */
const DELIVERED_WITHIN_MS = 60_000 + 30_000;
/** A run must have ended by then when its connection is cut, in milliseconds. */
const GONE_MS = 1000;

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}
/** The result of reading bytes: events, and refused lines. */
async function read(...parts: readonly Uint8Array[]) {
  const [events, refused]: [SimulationEvent[], string[]] = [[], []];
  for await (const event of readEvents(pieces(...parts), (line) => refused.push(line)))
    events.push(event);
  return { events: events.map((event) => JSON.stringify(event)), refused };
}

const busy = async (address: string): Promise<number> => {
  const figures = (await (await fetch(`${address}/healthz`)).json()) as {
    readonly running: number;
    readonly waiting: number;
  };
  return figures.running + figures.waiting;
};

/** Sends the first bytes of a request for a run, whole if `length` is missing. */
async function send(address: string, recipe: object, length?: number): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const body = JSON.stringify(recipe);
  const request = `POST /simulate HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  socket.write(request.slice(0, length));
  return socket;
}

/**
 * The answer of a run, cut at every byte: its reader has every event that came whole and no other.
 * The request, cut at every byte, and the connection, closed after so many bytes of the answer: the
 * server ends the run, answers nothing with 500, and goes on.
 */
export const streamCut: Row = {
  name: 'stream-cut',
  tries: 10_000,
  run: (most) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const server = startOn(folder);
      const address = await server.listening();
      const answer = new Uint8Array(
        await (await new Visitor(address).post('/simulate', TINY)).arrayBuffer(),
      );
      const whole = await read(answer);
      if (!whole.events.some((event) => event.includes('"result"')))
        failures.push('the answer has no result');
      let [tries, worstMs] = [0, 0];
      for (let at = 0; at <= answer.length && tries < most; at += 1, tries += 1) {
        const cut = await read(answer.subarray(0, at));
        const ends = answer.subarray(0, at).filter((byte) => byte === 10).length;
        // A line that lacks its line break only is whole.
        const isWhole = cut.events.length === ends || answer[at] === 10;
        if (!isWhole || cut.events.some((event, index) => event !== whole.events[index]))
          failures.push(`cut at byte ${at}: ${cut.events.length} events of ${ends} whole lines`);
        const inTwo = await read(answer.subarray(0, at), answer.subarray(at));
        if (inTwo.events.join() !== whole.events.join()) failures.push(`in two at byte ${at}`);
      }
      const request = (await send(address, TINY)).destroy();
      const cuts = Math.min(most, request.bytesWritten);
      for (let at = 0; at < cuts; at += 1, tries += 1) {
        const socket = await send(address, TINY, at);
        socket.setEncoding('latin1').on('data', (text: string) => {
          if (/^HTTP\/1.1 5/.test(text)) failures.push(`request cut at byte ${at}: ${text}`);
        });
        socket.end();
        await once(socket.resume(), 'close');
      }
      for (let attempt = 0; attempt < Math.min(most, 100); attempt += 1, tries += 1) {
        const socket = await send(address, LARGE);
        const wanted = Math.random() * 5000;
        while (socket.bytesRead < wanted) await once(socket, 'data');
        const { ms } = await timed(async () => {
          socket.resetAndDestroy();
          while ((await busy(address)) > 0) await setTimeout(5);
        });
        worstMs = Math.max(worstMs, ms);
        if (ms > GONE_MS) failures.push(`the run went on for ${ms.toFixed(0)} ms`);
      }
      const afterwards = await (await new Visitor(address).post('/simulate', TINY)).text();
      if (!afterwards.includes('"result"')) failures.push('no result afterwards');
      server.kill('SIGTERM');
      if ((await server.ended) !== 0) failures.push(`the server ended badly: ${server.output()}`);
      return {
        tries,
        failures,
        worstMs,
        note: `answer and request cut at every byte; the time is from a cut to the end of the run`,
      };
    }),
};

/** What may stand between the lines of an answer. */
const RUBBISH = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '{"type":1',
  '{"content":1}',
  '\u0000',
  'é'.repeat(99),
];

/**
 * Lines that are not events, between any two lines: every event is read, and the other lines are
 * reported.
 */
export const malformedLines: Row = {
  name: 'malformed-lines',
  tries: 1000,
  run: (most) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const server = startOn(folder);
      const answer = await (
        await new Visitor(await server.listening()).post('/simulate', TINY)
      ).text();
      server.kill('SIGTERM');
      await server.ended;
      const lines = answer.split('\n').slice(0, -1);
      const whole = (await read(Buffer.from(answer))).events.join();
      let [tries, worstMs] = [0, 0];
      for (let at = 0; at <= lines.length; at += 1)
        for (const rubbish of RUBBISH.slice(0, most)) {
          tries += 1;
          const text = [...lines.slice(0, at), rubbish, ...lines.slice(at)].join('\n');
          const { value, ms } = await timed(() => read(Buffer.from(`${text}\n`)));
          worstMs = Math.max(worstMs, ms);
          const refusals = rubbish.trim() === '' ? [] : [rubbish];
          if (value.events.join() !== whole || value.refused.join() !== refusals.join())
            failures.push(`${JSON.stringify(rubbish)} before line ${at}: ${value.refused.join()}`);
        }
      return { tries, failures, worstMs, note: 'the time is for reading an answer' };
    }),
};

/**
 * Readers that read nothing, or a little: they are cut off a minute after the run, and others
 * compute meanwhile.
 */
export const slowReader: Row = {
  name: 'slow-reader',
  tries: 6,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const server = startOn(folder);
      const address = await server.listening();
      const start = performance.now();
      const before = await memoryOf(server.pid);
      const readers = await Promise.all(
        Array.from({ length: tries }, async (_, index) => {
          const socket = (await send(address, LARGE)).pause();
          // Every other one reads a little from time to time.
          const timer =
            index % 2 === 0 ? undefined : setInterval(() => void socket.read(1000), 500);
          const closed = new Promise<number>((resolve) => {
            const look = setInterval(() => {
              // A paused socket does not tell that it was closed.
              if (!socket.destroyed && performance.now() - start < DELIVERED_WITHIN_MS) return;
              clearInterval(look);
              clearInterval(timer);
              resolve(performance.now() - start);
            }, 50);
          });
          return { socket, closed };
        }),
      );
      const others = { asked: 0 };
      while ((await busy(address)) > 0 || others.asked < 20) {
        const { value, ms } = await timed(async () =>
          (await new Visitor(address).post('/simulate', TINY)).text(),
        );
        worstMs = Math.max(worstMs, ms);
        others.asked += 1;
        if (!value.includes('"result"')) failures.push('somebody else has no result');
        await setTimeout(100);
      }
      const held = await memoryOf(server.pid);
      await setTimeout(Math.max(0, DELIVERED_WITHIN_MS - (performance.now() - start)));
      for (const [index, { socket }] of readers.entries()) {
        const closed = new Promise<boolean>((resolve) => {
          socket.once('close', () => resolve(true));
        });
        socket.resume();
        const isCut = await Promise.race([closed, setTimeout(5000, false)]);
        if (!isCut) failures.push(`reader ${index} still has its connection`);
      }
      const after = await memoryOf(server.pid);
      server.kill('SIGTERM');
      if ((await server.ended) !== 0) failures.push(`the server ended badly: ${server.output()}`);
      return {
        tries,
        failures,
        worstMs,
        note: `${before.toFixed(0)} MB before, ${held.toFixed(0)} MB held, ${after.toFixed(0)} MB after; the time is somebody else's run`,
      };
    }),
};
