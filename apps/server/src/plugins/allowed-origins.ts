import cors from '@fastify/cors';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isOwnName } from '../host-names.ts';
import { httpProblem } from '../http-problem.ts';
import { unknownName } from './own-address.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses state-changing requests that a page of another site sent, and lets the pages of
 * ALLOWED_ORIGINS read our answers (CORS). A client that is not a browser sends neither Origin nor
 * Sec-Fetch-Site and is accepted: it has no cookies of a victim.
 */
export async function allowedOrigins(
  app: FastifyInstance,
  { publicUrl, allowedOrigins: further }: Config,
): Promise<void> {
  const known = new Set([...further, ...(publicUrl === undefined ? [] : [publicUrl])]);
  const isSame = (origin: string, request: FastifyRequest): boolean =>
    URL.canParse(origin) && new URL(origin).host === request.host;

  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    // For a request from another host of the same site, only Origin says which host that is.
    const isOtherSite = site === 'cross-site' || (site === 'same-site' && origin === undefined);
    if (isOtherSite) throw httpProblem(403, messages.notOurs);
    if (origin === undefined || known.has(origin)) return;
    if (!isSame(origin, request)) throw httpProblem(403, messages.notOurs);
    if (!isOwnName(request.hostname)) throw unknownName(request);
  });
  if (further.length > 0)
    await app.register(cors, {
      origin: [...further],
      credentials: true,
      methods: ['POST'],
      allowedHeaders: ['content-type'],
      maxAge: 7200,
    });
}
