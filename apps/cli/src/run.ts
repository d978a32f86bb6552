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
  const { stderr, env } = terminal;
  try {
    return await perform(args, terminal);
  } catch (error) {
    const { status, message } = failureOf(error);
    stderr.write(`${styleOf(stderr, env)('red', message)}\n`);
    if (status === 1 && env['LUMENLOOM_DEBUG']) stderr.write(`${(error as Error).stack ?? ''}\n`);
    return status;
  }
}

/** The same, but for its errors, which are thrown. */
export async function perform(args: readonly string[], terminal: Terminal): Promise<number> {
  const found = await findCommand(program, await withExamples(args), terminal);
  if (typeof found !== 'string') return (await found.command.run(found.rest, terminal)) ?? 0;
  terminal.stdout.write(found);
  return 0;
}

/** How a command failed. */
export interface Failure {
  readonly status: number;
  /** A sentence, which begins with the field where there is one. */
  readonly message: string;
  /** Path of the field at fault. */
  readonly field: string | undefined;
}

/** What an error that a command threw says. */
export function failureOf(error: unknown): Failure {
  const sentence = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { status: 2, message: sentence, field: error.field };
  if (!(error instanceof SimulationError))
    return { status: 1, message: sentence, field: undefined };
  const { code, field } = error;
  return {
    status: code === 'cancelled' ? INTERRUPTED : 2,
    message: field ? `${field}: ${sentence}` : sentence,
    field,
  };
}
