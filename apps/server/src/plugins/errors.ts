import { messages, type Problem } from '@lumenloom/contract';
import { SimulationError } from '@lumenloom/engine';
import type { FastifyInstance } from 'fastify';
import { isStorageUnavailable } from '../database/database-error.ts';
import { HttpProblem, httpProblem } from '../http-problem.ts';
import { MAXIMUM_BODY_BYTES } from './json-bodies.ts';

/** Retry-After of an answer that failed because of the database or the disk, in seconds. */
const STORAGE_RETRY_AFTER = 5;

/** The error as an answer that the caller can act on; undefined for a bug of ours. */
function asProblem(error: unknown): HttpProblem | undefined {
  if (error instanceof HttpProblem) return error;
  if (error instanceof SimulationError)
    return new HttpProblem(422, [{ field: error.field ?? '', message: error.message }]);
  if (isStorageUnavailable(error))
    return new HttpProblem(
      503,
      [{ field: '', message: messages.storageUnavailable }],
      STORAGE_RETRY_AFTER,
    );
  const { code, statusCode, message } = error as {
    readonly code?: string;
    readonly statusCode?: number;
    readonly message?: string;
  };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return httpProblem(413, messages.bodyTooLarge(MAXIMUM_BODY_BYTES / 1024));
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return httpProblem(415, messages.notJson);
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? httpProblem(statusCode, message ?? '')
    : undefined;
}

/**
 * The body of every answer that is not a success; a validation error (422) also lists all problems.
 */
export function problemBody({
  status,
  problems,
}: HttpProblem): Problem & { readonly problems?: readonly Problem[] } {
  const { message, field } = problems[0]!;
  return { message, field, ...(status === 422 && { problems }) };
}

/**
 * Turns every error into an answer `{message, field}`; the log gets the details of failures of ours
 * (5xx).
 */
export function errors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    // An error while a request is read or answered whose client has gone is not ours.
    const isGone = reply.raw.destroyed || (request.raw.destroyed && !request.raw.complete);
    if (isGone) request.log.debug(error, 'the client has gone');
    else if (!problem || problem.status >= 500) request.log.error(error);
    if (problem?.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
    return reply
      .code(problem?.status ?? 500)
      .send(problemBody(problem ?? httpProblem(500, messages.internalError)));
  });
}
