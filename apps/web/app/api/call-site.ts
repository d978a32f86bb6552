import { RequestError, sendToSite, sentenceIn } from './request.ts';

/**
 * A call of the site whose refusals are sentences; without a body, a GET.
 *
 * @throws RequestError with the sentence to show.
 */
export async function callSite(
  path: `/${string}`,
  body?: object,
  more?: RequestInit,
): Promise<Response> {
  const response = await sendToSite(path, body, more).catch((error: unknown) => {
    more?.signal?.throwIfAborted();
    console.warn(path, error);
    throw new RequestError('The server cannot be reached.');
  });
  if (response.ok) return response;
  const refusal: unknown = await response.json().catch(() => undefined);
  throw new RequestError(
    sentenceIn(refusal) ?? `The server answered with status ${response.status}.`,
    response.status,
  );
}
