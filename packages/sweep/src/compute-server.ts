import { SimulationError } from '@lumenloom/engine';

/** A server, and the API token with which it computes. */
export interface ComputeServer {
  readonly url: string;
  readonly token: string;
}

/**
 * A call of the server; the body is JSON unless the headers say otherwise.
 *
 * @throws SimulationError with the server's own sentence, or with why it did not answer.
 */
export async function callServer(
  { url, token }: ComputeServer,
  path: string,
  init: Omit<RequestInit, 'headers'> & {
    readonly headers?: Readonly<Record<string, string>>;
    /** For a body that is sent in pieces. */
    readonly duplex?: 'half';
  } = {},
): Promise<Response> {
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: {
      'content-type': 'application/json',
      ...init.headers,
      authorization: `Bearer ${token}`,
    },
  }).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    const { cause, message } = error as Error;
    throw new SimulationError(
      'bad-parameter',
      `${url} does not answer: ${cause instanceof Error ? cause.message : message}.`,
      'server',
    );
  });
  if (response.ok) return response;
  const { field = '', message = `it answered ${response.status}` } = (await response
    .json()
    .catch(() => ({}))) as { field?: string; message?: string };
  throw new SimulationError('bad-parameter', message, field);
}
