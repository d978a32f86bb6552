import {
  apiTokensAnswerSchema,
  messages,
  newApiTokenAnswerSchema,
  newApiTokenSchema,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HOUR_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { httpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { createToken, revokeToken, tokensOf } from '../accounts/api-tokens.ts';

/**
 * Calls of a logged-in person about the tokens of the account; a token itself may not make or
 * revoke tokens.
 */
export function apiTokenRoutes(app: FastifyInstance, config: Config): void {
  const loggedIn = async (request: FastifyRequest): Promise<string> => {
    const session = await app.sessionOf(request);
    if (!session) throw httpProblem(401, messages.logInForTokens);
    return session.userId;
  };
  const notLoggedIn = { 401: answer('Nobody is logged in.'), 503: documentedProblems[503] };

  app.get(
    '/api/tokens',
    {
      schema: {
        summary: 'Lists the API tokens of your account',
        response: { 200: answer('The newest first', apiTokensAnswerSchema), ...notLoggedIn },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { tokens: await tokensOf(app.database, await loggedIn(request)) };
    },
  );
  app.post(
    '/api/tokens',
    {
      schema: {
        summary: 'Makes an API token with which programs compute for your account',
        body: documented(newApiTokenSchema),
        response: {
          201: answer('The token, which is shown only here', newApiTokenAnswerSchema),
          ...documentedProblems,
          ...notLoggedIn,
          409: answer('The account has as many tokens as allowed.'),
        },
      },
      config: perAddress(config, 30, HOUR_MS),
    },
    async (request, reply) => {
      const userId = await loggedIn(request);
      const asked = parsed(newApiTokenSchema, request.body);
      const made = await createToken(app.database, userId, asked, app.clock());
      request.log.info({ user: userId, token: made.id }, 'API token made');
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );
  app.delete<{ Params: { id: string } }>(
    '/api/tokens/:id',
    {
      schema: {
        summary: 'Revokes an API token',
        response: {
          204: { description: 'It is no longer accepted.', type: 'null' },
          ...notLoggedIn,
          404: answer('You have no such token.'),
        },
      },
    },
    async (request, reply) => {
      const userId = await loggedIn(request);
      if (!(await revokeToken(app.database, userId, request.params.id)))
        throw httpProblem(404, messages.noToken);
      return reply.code(204).send();
    },
  );
}
