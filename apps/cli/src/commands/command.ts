import { makeCommand, type Output } from '@lumenloom/node-host/command-line';

export type { Output };

/** Where a command writes, what it reads, the environment, and the signal that stops it. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly stdin: AsyncIterable<Uint8Array>;
}

/** Exit status of a command that was stopped. */
export const INTERRUPTED = 130;

/** Makes a command of `lumenloom`; it gives the exit status, or nothing for 0. */
export const command = makeCommand<Terminal, number | undefined>();
