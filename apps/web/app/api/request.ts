import { deployment } from './deployment.ts';

/** Calls of the site itself; those of the compute service stand at `computeBase`. */
const API_BASE = '/api';

/** A call that did not do what was asked: a sentence for the person, and the status when there was an answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number | undefined;
  /** Sentences that belong under single fields of the form that was sent. */
  readonly fields: Readonly<Record<string, string>>;
  constructor(message: string, status?: number, fields: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

/** The server's own sentence in the body of an answer, if there is one. */
export function sentenceIn(body: unknown): string | undefined {
  const message =
    typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => undefined);

/** Sends a call of the site, as JSON or as a multipart form; without a body it is a GET. The answer may be a refusal; it rejects when nothing answers. */
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

/** What a form says when its call fails. */
export interface FailureSentences {
  /** Chooses between the server's sentence, if it sent one, and one of ours. */
  readonly refused: (sent?: string) => string;
  readonly unreachable: string;
}

/**
 * Sends a call of the site and returns the answer of one that is accepted.
 *
 * @throws RequestError with the sentence to show.
 */
export async function postToSite(
  path: `/${string}`,
  body: object,
  says: FailureSentences,
): Promise<Response> {
  const response = await sendToSite(path, body).catch((error: unknown) => {
    console.warn(path, error);
    throw new RequestError(says.unreachable);
  });
  if (!response.ok)
    throw new RequestError(says.refused(sentenceIn(await bodyOf(response))), response.status);
  return response;
}

/**
 * Sends a compute call and returns its answer once the headers are here.
 *
 * @param body sent as JSON; undefined sends none.
 * @throws RequestError when nothing answers or the answer is not a success; the signal's own reason after an abort.
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
  if (!response.ok)
    throw new RequestError(
      sentenceIn(await bodyOf(response)) ?? `the server answered with status ${response.status}.`,
      response.status,
    );
  return response;
}
