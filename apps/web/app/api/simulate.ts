import { post, RequestError } from './request.ts';

/**
 * The chunks of a response as they arrive; leaving the loop early closes the connection. For
 * browsers whose streams are not iterable.
 */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        signal.throwIfAborted();
        throw new RequestError(
          `the connection was lost during the run (${error instanceof Error ? error.message : 'no reason given'}).`,
        );
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Cancelling a stream that has already failed rejects with the same error; it was reported
    // before.
    void reader.cancel().catch(() => undefined);
  }
}

/** POST /simulate: the answer's bytes, for the contract's `readEvents`. */
export async function simulate(
  recipe: object,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array>> {
  const { body } = await post('/simulate', recipe, signal);
  if (!body) throw new RequestError('the answer was empty.');
  return piecesOf(body, signal);
}
