import type { ServerResponse } from 'node:http';

/** Aborts when a client can read no more of an answer: it has all of it, or is gone. */
export function clientGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
  });
  // The connection may have ended before, while the session was looked up or the body was read.
  if (response.destroyed) gone.abort();
  return gone.signal;
}
