import { SimulationError } from '@lumenloom/engine/quick';
import { UsageError, findCommand, styleOf } from '@lumenloom/node-host/command-line';
import { INTERRUPTED, type Terminal } from './commands/command.ts';
import { program } from './commands/list.ts';
import { withExamples } from './examples.ts';

/**
 * `lumenloom <command> ...`: the engine on the command line. An error is one sentence on stderr.
 *
 * @returns the exit status: 2 for wrong input, 130 for a command that was stopped, 1 for a failure.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  try {
    const found = await findCommand(program, await withExamples(args), terminal);
    if (typeof found !== 'string') return (await found.command.run(found.rest, terminal)) ?? 0;
    stdout.write(found);
    return 0;
  } catch (error) {
    const isStopped = error instanceof SimulationError && error.code === 'cancelled';
    const isInput = error instanceof UsageError || (error instanceof SimulationError && !isStopped);
    const sentence = error instanceof Error ? error.message : String(error);
    const field = error instanceof SimulationError && error.field ? `${error.field}: ` : '';
    stderr.write(`${styleOf(stderr, env)('red', `${field}${sentence}`)}\n`);
    if (!isInput && env['LUMENLOOM_DEBUG']) stderr.write(`${(error as Error).stack ?? ''}\n`);
    return isStopped ? INTERRUPTED : isInput ? 2 : 1;
  }
}
