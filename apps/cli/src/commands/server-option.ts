import type { ComputeServer } from '@lumenloom/experiment';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { Terminal } from './command.ts';

/** Options of every command that a server can compute. */
export const serverOptions = {
  server: { value: 'URL', says: 'Computes it on a server.' },
  token: { value: 'T', says: 'API token of the server. Without it LUMENLOOM_TOKEN.' },
} as const;

/**
 * The server that the options name; undefined without one.
 * @throws UsageError for another address than one of http, and without a token.
 */
export function readServer(
  { server: url, token: named }: Readonly<Record<keyof typeof serverOptions, string | undefined>>,
  { env }: Pick<Terminal, 'env'>,
): ComputeServer | undefined {
  if (url === undefined) return undefined;
  const token = named ?? env['LUMENLOOM_TOKEN'];
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(
      `--server must be an address like https://example.com, not "${url.slice(0, 80)}".`,
    );
  if (token === undefined)
    throw new UsageError('--server needs --token with an API token, or LUMENLOOM_TOKEN.');
  return { url: new URL(url).origin, token };
}
