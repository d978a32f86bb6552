import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import secureJson from 'secure-json-parse';
import { httpProblem } from '../http-problem.ts';

export const MAXIMUM_BODY_BYTES = 256 * 1024;

/**
 * Whether a value has keys that would reach the prototype of an object when other code copies it.
 */
const isForbidden = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && secureJson.scan(value, { safe: true }) === null;

/**
 * The only content type of a body is JSON: a form on another site cannot send it without a
 * preflight request. Calls without a body, or with an empty one, need no content type. Compressed
 * bodies are refused.
 */
export function jsonBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers: { 'content-encoding': encoding = 'identity' } }) => {
    if (encoding !== 'identity') throw httpProblem(415, messages.compressed);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (_request, text, done) => {
      if (text.trim() === '') {
        done(null, undefined);
        return;
      }
      let body: unknown;
      try {
        body = JSON.parse(text);
      } catch {
        done(httpProblem(400, messages.badJson));
        return;
      }
      if (isForbidden(body)) done(httpProblem(400, messages.forbiddenKey));
      else done(null, body);
    },
  );
}
