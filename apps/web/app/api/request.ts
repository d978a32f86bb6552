import { deployment } from './deployment.ts';

/** A call that did not do what was asked: a sentence for the person, and the status when there was an answer. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** The server's own sentence when it sent one. */
async function reasonOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : undefined;
  return typeof message === 'string' && message !== '' ? message : `the server answered with status ${response.status}.`;
}

/**
 * Sends a compute call and returns its answer once the headers are here.
 *
 * @param body sent as JSON; undefined sends none.
 * @throws RequestError when nothing answers or the answer is not a success; the signal's own reason after an abort.
 */
export async function post(path: `/${string}`, body: unknown, signal: AbortSignal): Promise<Response> {
  const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const { computeBase } = await deployment();
  signal.throwIfAborted();
  const response = await fetch(computeBase + path, { method: 'POST', credentials: 'include', signal, ...content }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new RequestError(`the compute service cannot be reached (${error instanceof Error ? error.message : 'no connection'}).`);
  });
  if (!response.ok) throw new RequestError(await reasonOf(response), response.status);
  return response;
}
