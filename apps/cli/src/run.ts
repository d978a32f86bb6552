import { SimulationError, VERSION } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import type { Terminal } from './commands/command.ts';
import { commands } from './commands/list.ts';

/**
 * `lumenloom <command> ...`: the engine on the command line. An error is one sentence on stderr.
 *
 * @returns the exit status: 2 for wrong input, 1 for a failure.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return (await runCommand(args, terminal)) ?? 0;
  } catch (error) {
    const isInput =
      error instanceof UsageError ||
      (error instanceof SimulationError && error.code !== 'cancelled');
    const sentence = error instanceof Error ? error.message : String(error);
    const { stderr, env } = terminal;
    stderr.write(
      `${error instanceof SimulationError && error.field ? `${error.field}: ` : ''}${sentence}\n`,
    );
    if (!isInput && env['LUMENLOOM_DEBUG']) stderr.write(`${(error as Error).stack ?? ''}\n`);
    return isInput ? 2 : 1;
  }
}

async function runCommand([name, ...rest]: readonly string[], terminal: Terminal) {
  const { stdout } = terminal;
  const command = commands.find((candidate) => candidate.name === name);
  if (name === undefined || name === '--help' || name === 'help') {
    stdout.write(
      `lumenloom: a camera simulator\n\n${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`).join('\n')}\n  --version\n      Prints the version.\n`,
    );
    return 0;
  }
  if (name === '--version') {
    stdout.write(`lumenloom ${VERSION}\n`);
    return 0;
  }
  if (!command)
    throw new UsageError(
      `There is no command ${name}: choose ${commands.map((candidate) => candidate.name).join(', ')}.`,
    );
  if (!rest.includes('--help')) return command.run(rest, terminal);
  stdout.write(`lumenloom ${command.usage}\n\n${command.summary}\n`);
  return 0;
}
