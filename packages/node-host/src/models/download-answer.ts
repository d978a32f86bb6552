import { ModelFilesError } from './model-list.ts';

/** How long a download waits, in milliseconds: for the first byte, and for each further one. */
export interface DownloadLimits {
  readonly firstByteMs: number;
  readonly nextByteMs: number;
}

/** Aborts its signal when nothing has been heard for so long. */
export class Silence {
  readonly #controller = new AbortController();
  readonly signal = this.#controller.signal;
  waitedMs = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Waits anew. */
  wait(ms: number): void {
    this.end();
    this.waitedMs = ms;
    this.#timer = setTimeout(() => this.#controller.abort(), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** An answer, where its body begins in the file, and the size of the file, where that is known. */
export interface DownloadAnswer {
  readonly response: Response;
  readonly from: number;
  readonly total: number | undefined;
}

/**
 * Requests the bytes after the first `have`.
 *
 * @throws ModelFilesError when the address cannot be reached, or leads from https to http.
 */
export async function ask(
  address: string,
  have: number,
  signal: AbortSignal,
): Promise<DownloadAnswer> {
  const response = await fetch(address, {
    headers: { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
    signal,
  }).catch((error: unknown) => {
    throw new ModelFilesError(`${address} cannot be reached (${reasonOf(error)})`);
  });
  if (address.startsWith('https:') && !response.url.startsWith('https:'))
    throw new ModelFilesError(`${address} leads to an address without https`);
  const { status, headers } = response;
  const [, start, size] =
    /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (status === 206) {
    const total = size === '*' ? undefined : Number(size);
    return { response, from: Number(start ?? NaN), total };
  }
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return { response, from: 0, total: length === null ? undefined : Number(length) };
}

/** Why a call of network or disc failed, in a word or two. */
export const reasonOf = (error: unknown): string => {
  const { cause, code, message } = error as NodeJS.ErrnoException & {
    readonly cause?: NodeJS.ErrnoException;
  };
  return cause?.code ?? cause?.message ?? code ?? message;
};
