import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** 32 random bytes in base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');
const WELL_FORMED = /^[\w-]{43}$/;

/** The hash of a token for the database; 256 random bits need neither salt nor key. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('base64url');

/** A token in an HttpOnly cookie. */
export interface TokenCookie {
  /** undefined when the cookie is missing or malformed. */
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * @param lifeMs how long the browser keeps the cookie; undefined until it is closed. How long the
 * token is valid is decided on the server.
 */
export function tokenCookie(
  purpose: string,
  lifeMs: number | undefined,
  { isHttps }: Pick<Config, 'isHttps'>,
): TokenCookie {
  // With the prefix, neither a page without TLS nor another subdomain can set a cookie of this name
  // (RFC 6265bis, section 4.1.3.2).
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
