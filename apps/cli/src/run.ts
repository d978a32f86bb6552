import { existsSync } from 'node:fs';
import { SimulationError } from '@lumenloom/engine/quick';
import { findCommand, readArguments, styleOf } from '@lumenloom/node-host/command-line';
import { STATUS, type CommandTerminal, type Perform, type Terminal } from './commands/command.ts';
import { program } from './commands/list.ts';
import { jsonText } from './commands/print.ts';
import { withExamples } from './examples.ts';
import { failureOf } from './failure.ts';

/**
 * `lumenloom <command> ...`: the engine on the command line. An error is one sentence on stderr,
 * and with --json an object on stdout too.
 *
 * @returns the exit status: docs/command-line.md#exit-status.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr, env } = terminal;
  try {
    return await perform(args, terminal);
  } catch (error) {
    const { status, message, field = null } = failureOf(error);
    if (args.includes('--json')) stdout.write(jsonText({ error: { message, field } }));
    stderr.write(`${styleOf(stderr, env)('red', message)}\n`);
    if (status === STATUS.failed && env['LUMENLOOM_DEBUG'])
      stderr.write(`${(error as Error).stack ?? ''}\n`);
    return status;
  }
}

/** The same, but for its errors, which are thrown. */
const perform: Perform = async (args, terminal) => {
  const found = await findCommand(program, await withExamples(args), terminal);
  if (typeof found === 'string') {
    terminal.stdout.write(found);
    return 0;
  }
  const { command, rest } = found;
  const goingOn = goingOnWith(args);
  try {
    return (await command.run(rest, { ...terminal, goingOn, perform })) ?? 0;
  } catch (error) {
    const { options } = command;
    if (failureOf(error).status !== STATUS.mayPass || !options['resume']) throw error;
    const { values } = readArguments(rest, options, { min: 0, max: Infinity, are: '' });
    // One picture has nothing to go on with.
    if (options['scene-folder'] && values['scene-folder'] === undefined) throw error;
    throw withWayOn(error, String(values['out']), goingOn);
  }
};

/** The command line that goes on with another one; a token is left out. */
function goingOnWith(args: readonly string[]): string {
  const open = args.filter(
    (arg, at) => !/^--token(=|$)/.test(arg) && args[at - 1] !== '--token' && arg !== '--resume',
  );
  const words = ['lumenloom', ...open, '--resume'].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`,
  );
  return `${words.join(' ')}${open.includes('-') ? ' with the same standard input' : ''}`;
}

/** An error that may pass by itself, with what is safe and the command line that goes on. */
function withWayOn(
  error: unknown,
  folder: string,
  goingOn: CommandTerminal['goingOn'],
): SimulationError {
  const { message, field } = failureOf(error);
  const safe = existsSync(folder) ? ` What has ended is safe in ${folder}.` : '';
  return new SimulationError(
    'unavailable',
    `${field && message.startsWith(`${field}: `) ? message.slice(`${field}: `.length) : message}${safe} To go on: ${goingOn}`,
    field,
  );
}
