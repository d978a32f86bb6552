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

/** What a command gets. */
export interface CommandTerminal extends Terminal {
  /** The command line that goes on with what this one has begun, where it has --resume. */
  readonly goingOn: string;
  /** Another command line of the program: gives its exit status, and throws its errors. */
  readonly perform: Perform;
}

export type Perform = (args: readonly string[], terminal: Terminal) => Promise<number>;

/** How a command ends, but for 0: docs/command-line.md#exit-status. */
export const STATUS = {
  /** A fault of ours, a check that did not hold, or runs or pictures that failed. */
  failed: 1,
  wrongInput: 2,
  /** What may pass by itself. */
  mayPass: 3,
  interrupted: 130,
  closedPipe: 141,
} as const;

/**
 * The status of a command that has done all it could, where single runs or pictures failed or a
 * check did not hold: `sentence` then says on standard error how many.
 */
export function statusOf(failed: number, stderr: Output, sentence: string): number {
  if (failed === 0) return 0;
  stderr.write(`${sentence}\n`);
  return STATUS.failed;
}

/** Makes a command of `lumenloom`; it gives the exit status, or nothing for 0. */
export const command = makeCommand<CommandTerminal, number | undefined>();
