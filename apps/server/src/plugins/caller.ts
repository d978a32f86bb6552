import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { accountOfToken } from '../accounts/api-tokens.ts';
import { newToken, tokenCookie } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Id of the person or browser that computes. Limits of runs and Stop apply per caller. Set on
     * compute calls only.
     */
    caller: string;
    /** Id of the session of the caller: its runs end at logout. */
    callerSession: string | undefined;
  }
}

/**
 * Sets `request.caller` on compute calls: the id of the account of an API token, of the logged-in
 * person, or with COMPUTE_AUTH=open the random token of a cookie.
 */
export function caller(app: FastifyInstance, config: Config): void {
  app.decorateRequest('caller', '');
  app.decorateRequest('callerSession', undefined);
  // Before the body is read, so that a request without a session costs no memory.
  app.addHook('onRequest', async (request) => {
    request.caller = (await accountOfToken(app.database, request, app.clock())) ?? '';
  });
  if (config.computeAuth === 'session') {
    app.addHook('onRequest', async (request) => {
      if (request.caller !== '') return;
      const session = await app.sessionOf(request);
      if (!session) throw httpProblem(401, messages.logInToCompute);
      request.caller = session.userId;
      request.callerSession = session.id;
    });
    return;
  }
  const cookie = tokenCookie('caller', undefined, config);
  app.addHook('preHandler', async (request, reply) => {
    if (request.caller !== '') return;
    const known = cookie.read(request);
    request.caller = known ?? newToken();
    if (known === undefined) cookie.set(reply, request.caller);
  });
}
