import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError } from '../config.ts';

const run = promisify(execFile);

/** The system's tar. @throws ConfigError with what it says. */
export async function tar(...args: readonly string[]): Promise<void> {
  await run('tar', args).catch((error: unknown) => {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    throw new ConfigError(`tar failed: ${(stderr ?? message).trim()}`);
  });
}
