import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** What may be written of an error: a database's also carries the values of the row. */
const loggedError = ({ name, message, stack, code }: Error & { readonly code?: unknown }) => ({
  type: name,
  message,
  stack: stack ?? '',
  code,
});

/** One JSON line per entry on standard output. Neither bodies nor addresses nor query strings are written. */
export const loggerOptions = ({ logLevel }: Config) => ({
  level: logLevel,
  serializers: {
    req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] }),
    err: loggedError,
  },
});
