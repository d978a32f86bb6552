import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { newToken, tokenCookie } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose simulations these are: the limit and Stop go by it. Set on compute calls. */
    caller: string;
  }
}

/** Who computes: whoever is logged in, or, where everybody may, a random cookie, which is all that is known about him. */
export function caller(app: FastifyInstance, config: Config): void {
  app.decorateRequest('caller', '');
  if (config.computeAuth === 'session') {
    // Before the body is read: a stranger's takes up nothing.
    app.addHook('onRequest', async (request) => {
      const session = await app.sessionOf(request);
      if (!session) throw httpProblem(401, messages.logInToCompute);
      request.caller = session.userId;
    });
    return;
  }
  const cookie = tokenCookie('caller', undefined, config);
  app.addHook('preHandler', async (request, reply) => {
    const known = cookie.read(request);
    request.caller = known ?? newToken();
    if (known === undefined) cookie.set(reply, request.caller);
  });
}
