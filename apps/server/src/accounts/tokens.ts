import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
const WELL_FORMED = /^[\w-]{43}$/;

/** What the database holds of a token; it is random enough to need neither salt nor key. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** A token that a browser keeps for us and no script can read. */
export interface TokenCookie {
  /** undefined when there is none, or none of ours. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/** @param lifeMs how long the browser keeps it, undefined until it is closed; the server decides for itself how long it counts. */
export function tokenCookie(
  purpose: string,
  lifeMs: number | undefined,
  { isHttps }: Pick<Config, 'isHttps'>,
): TokenCookie {
  // With the prefix, neither a page without TLS nor a neighbouring host can put a cookie of this name.
  const name = `${isHttps ? '__Host-' : ''}lumenloom_${purpose}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const;
  return {
    read: ({ cookies }) => {
      const token = cookies[name];
      return token !== undefined && WELL_FORMED.test(token) ? token : undefined;
    },
    set: (reply, token) => {
      reply.setCookie(name, token, {
        ...options,
        ...(lifeMs !== undefined && { maxAge: Math.floor(lifeMs / 1000) }),
      });
    },
    clear: (reply) => {
      reply.clearCookie(name, options);
    },
  };
}
