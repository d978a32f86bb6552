import { messages } from '@lumenloom/contract';
import type { FastifyRequest } from 'fastify';
import { HttpProblem, httpProblem } from './http-problem.ts';

/**
 * Whether the content type has a boundary of at most 70 characters (RFC 2046, section 5.1.1); the
 * parser would fail on a longer one.
 */
const hasBoundary = ({ headers }: FastifyRequest): boolean =>
  /;\s*boundary=("[^"]{1,70}"|[^\s;"]{1,70})\s*(;|$)/i.test(headers['content-type'] ?? '');

/**
 * @throws HttpProblem 415 with the sentence for another content type, 400 without a usable
 * boundary.
 */
export function requireForm(request: FastifyRequest, notAForm: string): void {
  if (!request.isMultipart()) throw httpProblem(415, notAForm);
  if (!hasBoundary(request)) throw httpProblem(400, messages.badMultipart);
}

/**
 * Turns an error from reading a form into an answer: 400 for a malformed form; other errors stay as
 * they are.
 *
 * @param ofLimit the answer to a file that is too large, and to too many files.
 */
export function formProblem(
  error: unknown,
  ofLimit: Readonly<Record<'size' | 'count', () => HttpProblem>>,
): unknown {
  if (error instanceof HttpProblem) return error;
  const {
    code = '',
    message,
    statusCode,
  } = error as { readonly code?: string; readonly message: string; readonly statusCode?: number };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return ofLimit.size();
  if (code === 'FST_FILES_LIMIT') return ofLimit.count();
  return /multipart/i.test(message) ||
    (code.startsWith('FST_') && statusCode !== undefined && statusCode < 500)
    ? httpProblem(400, messages.badMultipart)
    : error;
}
