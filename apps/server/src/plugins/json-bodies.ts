import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { httpProblem } from '../http-problem.ts';

export const MAXIMUM_BODY_BYTES = 256 * 1024;

/** Keys that would reach the prototype of an object, in whatever code copies it later. */
const isForbidden = (value: unknown): boolean => {
  const pending = [value];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    if (Object.hasOwn(node, '__proto__')) return true;
    if (Object.hasOwn(node, 'constructor')) {
      const { constructor } = node as { readonly constructor: unknown };
      if (
        typeof constructor === 'object' &&
        constructor !== null &&
        Object.hasOwn(constructor, 'prototype')
      )
        return true;
    }
    for (const child of Object.values(node)) pending.push(child);
  }
  return false;
};

/**
 * Bodies are JSON and say so: a form on another site cannot send that content type without asking first.
 * An empty body is no body, so calls without one need no content type.
 */
export function jsonBodies(app: FastifyInstance): void {
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
