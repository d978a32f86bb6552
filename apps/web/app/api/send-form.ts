import { RequestError, sentenceIn } from './request.ts';

/** Who hears of the sending, and who ends it. */
export interface Sending {
  /** Gets the share that was sent, 0 to 1; `fetch` does not report it. */
  readonly progress: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a form with a large file to the site.
 *
 * @param schema of the answer 201.
 * @throws RequestError with the sentence to show; the reason of the signal after an abort.
 */
export const sendForm = <Answer>(
  path: `/${string}`,
  form: FormData,
  schema: { readonly parse: (answer: unknown) => Answer },
  { progress, signal }: Sending,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/api${path}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = request.response as unknown;
      if (request.status === 201) resolve(schema.parse(answer));
      else
        reject(
          new RequestError(
            sentenceIn(answer) ?? `The server answered with status ${request.status}.`,
            request.status,
          ),
        );
    };
    request.onerror = () => reject(new RequestError('The server cannot be reached.'));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
