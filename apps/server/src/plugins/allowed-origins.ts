import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a page of another site sent, and lets the pages of ALLOWED_ORIGINS read our answers.
 * A client that is no browser sends neither header and is let through: it carries no cookies of a victim.
 */
export function allowedOrigins(
  app: FastifyInstance,
  { publicUrl, allowedOrigins: further }: Config,
): void {
  const known = new Set([...further, ...(publicUrl === undefined ? [] : [publicUrl])]);
  const isOurs = (origin: string, request: FastifyRequest): boolean =>
    known.has(origin) || (URL.canParse(origin) && new URL(origin).host === request.host);

  app.addHook('onRequest', async (request, reply) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    if (!SAFE_METHODS.has(request.method)) {
      // Between two hosts of one site, only the Origin tells which of them it was.
      const isOtherSite = site === 'cross-site' || (site === 'same-site' && origin === undefined);
      if (isOtherSite || (origin !== undefined && !isOurs(origin, request)))
        throw httpProblem(403, messages.notOurs);
    }
    if (origin !== undefined && further.includes(origin))
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
      });
    if (further.length > 0) reply.header('vary', 'Origin');
    if (request.method === 'OPTIONS' && origin !== undefined && further.includes(origin)) {
      return reply
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '7200',
        })
        .code(204)
        .send();
    }
    return undefined;
  });
}
