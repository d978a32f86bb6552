import { messages, type Problem } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import { HttpProblem, httpProblem } from '../http-problem.ts';
import { MAXIMUM_BODY_BYTES } from './json-bodies.ts';

/** What the caller can put right; undefined for a bug of ours. */
function asProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof SimulationError) return new HttpProblem(422, [{ field: error.field ?? '', message: error.message }]);
  const { code, statusCode, message } = error as { readonly code?: string; readonly statusCode?: number; readonly message?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return httpProblem(413, messages.bodyTooLarge(MAXIMUM_BODY_BYTES / 1024));
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return httpProblem(415, messages.notJson);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? httpProblem(statusCode, message ?? '') : undefined;
}

/** The body of every answer that is not a success; `problems` only where there can be several. */
export function problemBody({ status, problems }: HttpProblem): Problem & { readonly problems?: readonly Problem[] } {
  const { message, field } = problems[0]!;
  return { message, field, ...(status === 422 && { problems }) };
}

/** One place where an error becomes an answer: a sentence for the caller, or full detail for the log. */
export function errors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    if (!problem) request.log.error(error);
    return reply.code(problem?.status ?? 500).send(problemBody(problem ?? httpProblem(500, messages.internalError)));
  });
}
