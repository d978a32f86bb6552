#!/usr/bin/env node
import { SimulationError } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { commands } from './commands/list.ts';

/** `lumenloom <command> ...`: the engine on the command line. Exit status 2 for wrong input, 1 for a failure; an error is one sentence on stderr. */
async function main([name, ...rest]: readonly string[]): Promise<void> {
  const command = commands.find((candidate) => candidate.name === name);
  if (name === undefined || name === '--help' || name === 'help') {
    process.stdout.write(
      `lumenloom: a camera simulator\n\n${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`).join('\n')}`,
    );
    return;
  }
  if (!command)
    throw new UsageError(
      `There is no command ${name}: choose ${commands.map((candidate) => candidate.name).join(', ')}.`,
    );
  if (rest.includes('--help'))
    process.stdout.write(`lumenloom ${command.usage}\n\n${command.summary}\n`);
  else await command.run(rest);
}

// `lumenloom ... | head` closes the output early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isInput =
    error instanceof UsageError || (error instanceof SimulationError && error.code !== 'cancelled');
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${error instanceof SimulationError && error.field ? `${error.field}: ` : ''}${sentence}\n`,
  );
  if (!isInput && process.env['LUMENLOOM_DEBUG'])
    process.stderr.write(`${(error as Error).stack ?? ''}\n`);
  process.exitCode = isInput ? 2 : 1;
}
