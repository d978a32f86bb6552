import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** One JSON line per entry on standard output. Neither bodies nor addresses nor query strings are written. */
export const loggerOptions = ({ logLevel }: Config) => ({
  level: logLevel,
  serializers: { req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] }) },
});
