import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { httpProblem } from '../http-problem.ts';

const PATH = '/malformed-request';

/** The status for an error of Node's HTTP parser; every other error is 400. */
const STATUS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};
const SENTENCES: ReadonlyMap<number, string> = new Map([
  [400, messages.malformed],
  [408, messages.tooSlow],
  [431, messages.headersTooLarge],
]);

/**
 * The address of a request. With an address that cannot be decoded Fastify would skip all hooks, so
 * it is replaced by the address of a route that refuses it.
 */
export function decodableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return url;
  } catch {
    return `${PATH}/400`;
  }
}

/**
 * Answers what Node or Fastify would refuse by themselves like every other error: `{message,
 * field}` with our headers.
 */
export function malformedRequests(app: FastifyInstance): void {
  app.all<{ readonly Params: { readonly status: string } }>(
    `${PATH}/:status`,
    { schema: { hide: true } },
    async ({ params }) => {
      const status = SENTENCES.has(Number(params.status)) ? Number(params.status) : 400;
      throw httpProblem(status, SENTENCES.get(status)!);
    },
  );
  app.addHook('onRequest', async ({ raw }) => {
    // With several hosts, a proxy in front may have checked another one than Node gives us.
    const names = raw.rawHeaders.filter((_, at) => at % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host').length;
    if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1'))
      throw httpProblem(400, messages.malformed);
  });
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
}

/**
 * Answers bytes that are not an HTTP request. Node has no request object for them, so the route
 * above gives the answer.
 */
export async function answerMalformed(
  app: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const path = `${PATH}/${STATUS[error.code ?? ''] ?? 400}`;
  const { statusCode, headers, body } = await app.inject(path);
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${String(value)}\r\n`,
  );
  socket.end(
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines.join('')}\r\n${body}`,
  );
}
