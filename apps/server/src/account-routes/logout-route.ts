import { addressSchema, messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { documented, documentedProblems, messageAnswer } from '../plugins/open-api.ts';

/**
 * POST /api/logout: ends the session of the cookie, whatever address the body names
 * (docs/reference/protocol.md#a12); also right when there is none.
 */
export function logoutRoute(app: FastifyInstance): void {
  const schema = {
    summary: 'Logs out',
    body: documented(addressSchema),
    response: {
      200: messageAnswer('Always'),
      400: documentedProblems[400],
      403: documentedProblems[403],
      415: documentedProblems[415],
      503: documentedProblems[503],
    },
  };
  app.post('/api/logout', { schema }, async (request, reply) => {
    await app.logOut(request, reply);
    return { message: messages.loggedOut };
  });
}
