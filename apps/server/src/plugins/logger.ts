import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The properties of an error that are logged: those of database errors also contain the values of
 * the row.
 */
const loggedError = ({ name, message, stack, code }: Error & { readonly code?: unknown }) => ({
  type: name,
  message,
  stack: stack ?? '',
  code,
});

/** One JSON line per entry on standard output, without bodies, addresses and query strings. */
export const loggerOptions = ({ logLevel }: Config) => ({
  level: logLevel,
  serializers: {
    req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] }),
    err: loggedError,
  },
});
