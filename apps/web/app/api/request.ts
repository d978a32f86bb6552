import type { Problem } from '@lumenloom/contract';
import { deployment } from './deployment.ts';

/** Base path of the calls of the site; compute calls go to `computeBase`. */
const API_BASE = '/api';

/** A call that failed: a message for the person, and the status if there was a response. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number | undefined;
  /** Messages by the name of the form field that they belong to. */
  readonly fields: Readonly<Record<string, string>>;
  /** Everything that a refused run has to have changed; the first has the error's own message. */
  readonly problems: readonly Problem[];
  /** What the server answered, where the message is a sentence of the page instead. */
  readonly reason: string | undefined;
  constructor(
    message: string,
    status?: number,
    fields: Readonly<Record<string, string>> = {},
    problems: readonly Problem[] = [],
    reason?: string,
  ) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.problems = problems;
    this.reason = reason;
  }
}

/** The message in the body of a response, if there is one. */
export function sentenceIn(body: unknown): string | undefined {
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

/**
 * The problems in the body of a refusal (docs/reference/protocol.md#f6); entries that are not
 * problems are left out.
 */
function problemsIn(body: unknown): Problem[] {
  const problems =
    typeof body === 'object' && body !== null && 'problems' in body ? body.problems : undefined;
  return (Array.isArray(problems) ? problems : []).flatMap((problem: Partial<Problem> | null) =>
    typeof problem?.field === 'string' && typeof problem.message === 'string'
      ? [{ field: problem.field, message: problem.message }]
      : [],
  );
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/**
 * Sends a call of the site as JSON or as a multipart form; without a body, a GET. Resolves with any
 * response, also a refusal, and rejects when there is none.
 */
export function sendToSite(
  path: `/${string}`,
  body?: object,
  more: RequestInit = {},
): Promise<Response> {
  const content =
    body instanceof FormData
      ? { body }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return fetch(API_BASE + path, {
    credentials: 'include',
    ...(body && { method: 'POST', ...content }),
    ...more,
  });
}

/** Messages of a form for a failed call. */
export interface FailureSentences {
  /** The message for a refusal, given the message of the server if it sent one. */
  readonly refused: (sent?: string) => string;
  readonly unreachable: string;
}

/**
 * Sends a call of the site and returns the response if it is a success.
 *
 * @throws RequestError with the message to show.
 */
export async function postToSite(
  path: `/${string}`,
  body: object,
  sentences: FailureSentences,
): Promise<Response> {
  const response = await sendToSite(path, body).catch((error: unknown) => {
    console.warn(path, error);
    throw new RequestError(sentences.unreachable);
  });
  if (response.ok) return response;
  const sent = sentenceIn(await bodyOf(response));
  const message = sentences.refused(sent);
  // For a bug of ours the server sends nothing that would help a visitor.
  const isTold = sent === message || response.status === 500;
  throw new RequestError(message, response.status, {}, [], isTold ? undefined : sent);
}

/**
 * Sends a compute call and returns its response as soon as the headers have arrived.
 *
 * @param body sent as JSON; undefined sends none.
 * @throws RequestError when there is no response or it is not a success; the reason of the signal
 * after an abort.
 */
export async function post(
  path: `/${string}`,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  const content =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { computeBase } = await deployment();
  signal.throwIfAborted();
  const response = await fetch(computeBase + path, {
    method: 'POST',
    credentials: 'include',
    signal,
    ...content,
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new RequestError(
      `the compute service cannot be reached (${error instanceof Error ? error.message : 'no connection'}).`,
    );
  });
  if (response.ok) return response;
  const refusal = await bodyOf(response);
  throw new RequestError(
    sentenceIn(refusal) ?? `the server answered with status ${response.status}.`,
    response.status,
    {},
    problemsIn(refusal),
  );
}
