import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose simulations these are: the limit and Stop go by it. Set on compute calls. */
    caller: string;
  }
}

const COOKIE = 'lumenloom_caller';
/** 18 random bytes in base64url. */
const WELL_FORMED = /^[\w-]{24}$/;

/** Tells callers apart without accounts: a random cookie, which is all that is known about them. */
export function caller(app: FastifyInstance, { isHttps }: Config): void {
  app.decorateRequest('caller', '');
  app.addHook('preHandler', async (request, reply) => {
    const given = request.cookies[COOKIE];
    if (given !== undefined && WELL_FORMED.test(given)) {
      request.caller = given;
      return;
    }
    request.caller = randomBytes(18).toString('base64url');
    reply.setCookie(COOKIE, request.caller, { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps });
  });
}
