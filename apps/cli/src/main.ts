#!/usr/bin/env node
import { STATUS } from './commands/command.ts';
import { run } from './run.ts';

// `lumenloom ... | head` closes the output early: it ends as by SIGPIPE, which Node ignores.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(STATUS.closedPipe);
  });

let interruption: AbortSignal | undefined;

/** The first Ctrl+C stops the command, the second one the program. */
function listenForInterruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      stop.abort();
    });
  return stop.signal;
}

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  // Opened when a command reads it: an open standard input keeps the program running.
  get stdin() {
    return process.stdin;
  },
  // A command that never asks for the signal is ended by Node at the first Ctrl+C.
  get signal() {
    return (interruption ??= listenForInterruption());
  },
});
