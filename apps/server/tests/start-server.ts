import type { AddressInfo } from 'node:net';
import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp, type Parts } from '../dist/build-app.js';
import { readConfig } from '../dist/config.js';

/** A run that takes a few milliseconds. */
export const TINY = { scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg', sensorParams: { rows: 16, cols: 24 } };
/** A run that takes seconds: long enough to meet it while it runs. */
export const LONG = { ...TINY, sensorParams: { rows: 4000, cols: 6000 } };

export interface Server {
  readonly app: FastifyInstance;
  readonly address: string;
  /** Answers of one browser: it keeps its cookie. */
  post(path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  /** The same for somebody else, who has no cookie yet. */
  asSomebodyElse(): Pick<Server, 'post'>;
}

function browser(address: () => string): Pick<Server, 'post'> {
  let cookie = '';
  return {
    post: async (path, body, init = {}) => {
      const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
      const headers = new Headers(init.headers);
      if (cookie) headers.set('cookie', cookie);
      if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
      const response = await fetch(address() + path, { method: 'POST', ...content, ...init, headers });
      cookie ||= response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
      return response;
    },
  };
}

/** A server of this test file's own, listening on a free port. */
export function startServer(environment: Readonly<Record<string, string>> = {}, parts: Parts = {}): Server {
  const started: { app?: FastifyInstance } = {};
  const app = (): FastifyInstance => started.app!;
  const address = (): string => `http://127.0.0.1:${(app().server.address() as AddressInfo).port}`;
  beforeAll(async () => {
    started.app = await buildApp(readConfig({ LOG_LEVEL: 'silent', ...environment }), parts);
    await app().listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => started.app?.close());
  return {
    get app() { return app(); },
    get address() { return address(); },
    ...browser(address),
    asSomebodyElse: () => browser(address),
  };
}

/** The events of an answer, as they arrive; a malformed line is a failure. */
export const eventsOf = (response: Response): AsyncGenerator<SimulationEvent, void> =>
  readEvents(response.body as unknown as AsyncIterable<Uint8Array>, (line) => { throw new Error(`malformed line: ${line}`); });

/** Every event of an answer. */
export async function allEvents(response: Response): Promise<SimulationEvent[]> {
  const events: SimulationEvent[] = [];
  for await (const event of eventsOf(response)) events.push(event);
  return events;
}

export const logOf = (events: readonly SimulationEvent[]): string => events.flatMap((event) => (event.type === 'log' ? [event.content] : [])).join('\n');

export const resultOf = (events: readonly SimulationEvent[]): string | undefined => events.find((event) => event.type === 'result')?.content;

/** How busy the server says it is. */
export async function figures(server: Server): Promise<{ readonly running: number; readonly waiting: number }> {
  const { running, waiting } = (await (await fetch(`${server.address}/healthz`)).json()) as { readonly running: number; readonly waiting: number };
  return { running, waiting };
}
