import type { FastifyRequest } from 'fastify';
import type { Logger, LogFn } from 'pino';
import type { Config } from '../config.ts';
import type { Outage } from './outage.ts';

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
export const loggerOptions = ({ logLevel }: Pick<Config, 'logLevel'>, outage: Outage) => ({
  level: logLevel,
  hooks: {
    logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn): void {
      const [error, sentence] = args as readonly unknown[];
      if (outage.tells(error, typeof sentence === 'string' ? sentence : ''))
        method.apply(this, args);
    },
  },
  serializers: {
    req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] }),
    err: loggedError,
  },
});
