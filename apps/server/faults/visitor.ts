import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const PASSWORD = 'Aa1!aaaa';

let visitors = 0;
const internalErrors: string[] = [];

/** Answers with status 500 since this was last read: each is a failure, whatever was broken. */
export const takeInternalErrors = (): string[] => internalErrors.splice(0);

/**
 * Somebody with a browser and an internet address of his own; the server must be told
 * TRUST_PROXY=1.
 */
export class Visitor {
  readonly #address: string;
  readonly #from: string;
  readonly #cookies = new Map<string, string>();

  constructor(address: string) {
    visitors += 1;
    this.#address = address;
    this.#from = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;
  }

  /** Rejects when the server is gone, or does not answer for a minute or until a signal. */
  async post(path: string, body: object, signal = AbortSignal.timeout(60_000)): Promise<Response> {
    const isForm = body instanceof FormData;
    return this.ask('POST', path, {
      body: isForm ? body : JSON.stringify(body),
      signal,
      ...(!isForm && { headers: { 'content-type': 'application/json' } }),
    });
  }

  /** The same for another method. */
  async ask(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    init: Pick<RequestInit, 'body' | 'signal'> & { readonly headers?: object } = {},
  ): Promise<Response> {
    const response = await fetch(this.#address + path, {
      signal: AbortSignal.timeout(60_000),
      ...init,
      method,
      headers: {
        'x-forwarded-for': this.#from,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    });
    if (response.status === 500) internalErrors.push(`${path} was answered with 500`);
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /**
   * From a free address to an account.
   *
   * @param isGone whether the server was killed, so that no code will arrive.
   * @returns whether the server said that the account is there.
   */
  async signUp(email: string, dataFolder: string, isGone = (): boolean => false): Promise<boolean> {
    await this.post('/api/send-code', { email });
    await this.post('/api/verify-code', { email, code: await codeFor(email, dataFolder, isGone) });
    return (
      await this.post('/api/signup', {
        firstName: 'Ada',
        lastName: 'Example',
        email,
        password: PASSWORD,
      })
    ).ok;
  }
}

/** A mail is tried again after ten seconds, milliseconds. */
const CODE_PATIENCE_MS = 30_000;

/**
 * The newest code in the outbox for an address.
 * @throws when none arrives within half a minute or before the server is gone.
 */
export async function codeFor(
  email: string,
  dataFolder: string,
  isGone: () => boolean,
): Promise<string> {
  const outbox = join(dataFolder, 'outbox');
  for (const end = Date.now() + CODE_PATIENCE_MS; Date.now() < end && !isGone();) {
    await setTimeout(10);
    const files = await readdir(outbox).catch((): string[] => []);
    const newestFirst = files
      .filter((file) => file.endsWith('.json'))
      .sort((a, b) => (a < b ? 1 : -1));
    for (const name of newestFirst) {
      const { to, text } = JSON.parse(await readFile(join(outbox, name), 'utf8')) as {
        readonly to: string;
        readonly text: string;
      };
      const code = to === email ? /code is (\d{6})\./.exec(text)?.[1] : undefined;
      if (code !== undefined) return code;
    }
  }
  throw new Error(`no code for ${email}`);
}
