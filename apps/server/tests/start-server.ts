import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp, type Parts } from '../dist/build-app.js';
import { readConfig } from '../dist/config.js';
// What these add to the type of the server.
import type {} from '../dist/plugins/database.js';
import type {} from '../dist/plugins/sessions.js';

/** A run that takes a few milliseconds. */
export const TINY = {
  scene: 'Macbeth',
  illuminant: 'D65',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 16, cols: 24 },
};
/** A run that takes seconds: long enough to meet it while it runs. */
export const LONG = { ...TINY, sensorParams: { rows: 4000, cols: 6000 } };

export interface Server {
  readonly app: FastifyInstance;
  readonly address: string;
  /** The data that must survive a restart: database, outbox, uploads. */
  readonly dataFolder: string;
  /** Answers of one browser: it keeps its cookies. */
  post(path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  /**
   * The same for somebody else, who has no cookies yet; with headers that each of his requests has.
   */
  asSomebodyElse(headers?: Readonly<Record<string, string>>): Pick<Server, 'post'>;
}

/** Somebody whose browser keeps its cookies; with headers that each request has. */
export function browser(
  address: () => string,
  always: Readonly<Record<string, string>> = {},
): Pick<Server, 'post'> {
  const cookies = new Map<string, string>();
  return {
    post: async (path, body, init = {}) => {
      const content =
        body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const headers = new Headers({
        ...always,
        ...(init.headers as Readonly<Record<string, string>> | undefined),
      });
      if (cookies.size > 0 && !headers.has('cookie'))
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
      if (body !== undefined && !headers.has('content-type'))
        headers.set('content-type', 'application/json');
      const response = await fetch(address() + path, {
        method: 'POST',
        ...content,
        ...init,
        headers,
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

/** Servers of this process have threads one after another. */
const spareThreads: NonNullable<Parts['spareThreads']> = new Map();

type Environment = Readonly<Record<string, string>>;

/**
 * A server of this test file's own, with a data folder of its own, listening on a free port;
 * anybody may compute unless it is told otherwise.
 */
export function startServer(
  environment: Environment | (() => Promise<Environment>) = {},
  parts: Parts = {},
): Server {
  const started: { app?: FastifyInstance; folder?: string } = {};
  const app = (): FastifyInstance => started.app!;
  const address = (): string => `http://127.0.0.1:${(app().server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    started.folder = await mkdtemp(join(tmpdir(), 'lumenloom-server-'));
    started.app = await buildApp(
      readConfig({
        LOG_LEVEL: 'silent',
        COMPUTE_AUTH: 'open',
        // Most of them compute little or nothing, and a further thread compiles the engine anew.
        WARM_THREADS: '0',
        THREADS_PER_RUN: '1',
        DATA_DIR: started.folder,
        ...(typeof environment === 'function' ? await environment() : environment),
      }),
      { spareThreads, ...parts },
    );
    await app().listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    // After an abort `fetch` connects again, and the server would wait a minute for a request.
    started.app?.server.on('connection', (socket) => socket.destroy());
    started.app?.server.closeAllConnections();
    await started.app?.close();
    await rm(started.folder!, { recursive: true, force: true });
  });
  return {
    get app() {
      return app();
    },
    get address() {
      return address();
    },
    get dataFolder() {
      return started.folder!;
    },
    ...browser(address),
    asSomebodyElse: (headers) => browser(address, headers),
  };
}

/** The events of an answer, as they arrive; a malformed line is a failure. */
export const eventsOf = (response: Response): AsyncGenerator<SimulationEvent, void> =>
  readEvents(response.body as unknown as AsyncIterable<Uint8Array>, (line) => {
    throw new Error(`malformed line: ${line}`);
  });

/** Every event of an answer. */
export async function allEvents(response: Response): Promise<SimulationEvent[]> {
  const events: SimulationEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

export const logOf = (events: readonly SimulationEvent[]): string =>
  events.flatMap((event) => (event.type === 'log' ? [event.content] : [])).join('\n');

export const resultOf = (events: readonly SimulationEvent[]): string | undefined =>
  events.find((event) => event.type === 'result')?.content;

/** Columns and rows of the result, from the head of its PNG; undefined without a result. */
export function resultSizeOf(
  events: readonly SimulationEvent[],
): readonly [columns: number, rows: number] | undefined {
  const url = resultOf(events);
  if (url === undefined) return undefined;
  const png = Buffer.from(url.slice('data:image/png;base64,'.length), 'base64');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** How busy the server says it is. */
export async function figures(
  server: Server,
): Promise<{ readonly running: number; readonly waiting: number }> {
  const { running, waiting } = (await (await fetch(`${server.address}/healthz`)).json()) as {
    readonly running: number;
    readonly waiting: number;
  };
  return { running, waiting };
}
