import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { HttpProblem } from '../http-problem.ts';

/** How long the last lines of runs may take to reach their clients, in milliseconds. */
const LAST_LINES_MS = 1000;
const LOOK_MS = 20;
/**
 * Retry-After of requests that come during the shutdown, in seconds: a restart takes about as long.
 */
const RETRY_AFTER = 10;

/**
 * Shuts the server down in order: new requests get 503, those under way may end within
 * DRAIN_SECONDS, then the remaining runs get a last line. Fastify alone would cut the requests of
 * all but the first of its listening sockets (localhost has two), and wait for connections that
 * never sent a request.
 */
export function drain(app: FastifyInstance, { drainSeconds }: Config): void {
  const unused = new Set<Socket>();
  const open = new Set<ServerResponse>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.addHook('onRequest', async ({ raw: { socket } }, { raw }) => {
    unused.delete(socket);
    open.add(raw);
    raw.once('close', () => {
      open.delete(raw);
      if (isClosing)
        setImmediate(() => {
          app.server.closeIdleConnections();
        });
    });
    if (!isClosing) return;
    raw.shouldKeepAlive = false;
    throw new HttpProblem(503, [{ field: '', message: messages.closing }], RETRY_AFTER);
  });
  const answered = async (milliseconds: number): Promise<void> => {
    for (const end = performance.now() + milliseconds; open.size > 0 && performance.now() < end;)
      await setTimeout(LOOK_MS);
  };
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of unused) socket.destroy();
    await answered(drainSeconds * 1000);
    await app.runs.close(messages.simulationFailed(messages.serverStops));
    await answered(LAST_LINES_MS);
    for (const response of open) response.destroy();
  });
}
