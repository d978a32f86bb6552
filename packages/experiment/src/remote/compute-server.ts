import { SimulationError } from '@lumenloom/engine';

/** A server, and the API token with which it computes. */
export interface ComputeServer {
  readonly url: string;
  readonly token: string;
}

/**
 * Answers that may be others later: a time limit, no room, too many tries, a proxy without its
 * server, a server that closes or has a full disk.
 */
const PASSING: readonly number[] = [408, 413, 429, 502, 503, 504, 507];
const FAULT_OF_THE_SERVER = 500;

/**
 * A call of the server; the body is JSON unless the headers say otherwise.
 *
 * @throws SimulationError with the server's own sentence, or with why it did not answer, then with
 *   the code 'unavailable'; so does reading the answer. A fault of the server is an Error.
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
  const lost = (error: unknown): never => {
    if (init.signal?.aborted) throw error;
    const { cause, message } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    // An address with several numbers fails without a message of its own.
    const why = [cause?.message, cause?.code].find((text) => text) ?? message;
    throw new SimulationError('unavailable', `${url} does not answer: ${why}.`, 'server');
  };
  const response = await fetch(new URL(path, url), {
    ...init,
    headers: {
      'content-type': 'application/json',
      ...init.headers,
      authorization: `Bearer ${token}`,
    },
  }).catch(lost);
  const { ok, status, headers, body } = response;
  if (ok) return new Response(body && ReadableStream.from(piecesOf(body, lost)), { headers });
  const { field = '', message = `it answered ${status}` } = (await response
    .json()
    .catch(() => ({}))) as { field?: string; message?: string };
  if (status === FAULT_OF_THE_SERVER) throw new Error(`${url} failed: ${message}`);
  throw new SimulationError(
    PASSING.includes(status) ? 'unavailable' : 'bad-parameter',
    message,
    field,
  );
}

/** The pieces of an answer. @param lost throws what the end of the connection means. */
async function* piecesOf(
  body: ReadableStream<Uint8Array>,
  lost: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    lost(error);
  }
}
