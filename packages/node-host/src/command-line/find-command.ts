import { didYouMean } from '@lumenloom/engine/quick';
import { UsageError } from './arguments.ts';
import { COMPLETED_SHELLS, completionOf } from './completion.ts';
import { commandText, overviewText, widthFor } from './help.ts';
import type { Command, Entry, Program } from './program.ts';
import { styleOf, type Output } from './terminal.ts';

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/**
 * The command that a person means, loaded, with the arguments that are left; or the text that
 * answers a question for help or for the version.
 *
 * @throws UsageError for a command that there is not.
 */
export async function findCommand<Needs, Gives>(
  program: Program<Needs, Gives>,
  args: readonly string[],
  terminal: { readonly stdout: Output; readonly env: NodeJS.ProcessEnv },
): Promise<string | { readonly command: Command<Needs, Gives>; readonly rest: readonly string[] }> {
  const { name: programName, says: about, groups } = program;
  const width = widthFor(terminal.stdout.columns);
  const style = styleOf(terminal.stdout, terminal.env);
  const [first, ...others] = args;
  // `help` before a command is `--help` behind it.
  const words = first === 'help' && others.length > 0 ? [...others, '--help'] : args;
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || isHelp(name)) {
    const shells = COMPLETED_SHELLS.join('|');
    const footer = [`COMMAND --help says more; also: --version, completion ${shells}.`];
    return overviewText(`${programName}: ${about}`, groups, footer, width, style);
  }
  if (name === '--version') return `${programName} ${program.version}\n`;
  if (name === 'completion') return completionFor(program, rest);
  const entries = groups.flatMap((group) => group.entries);
  const { parts: all, ...whole } = entryNamed(entries, name);
  // A command with parts may be one itself: any word that names no part is its own.
  const parts = whole.load && !all?.some((part) => part.name === rest[0]) ? undefined : all;
  if (parts && (rest[0] === undefined || isHelp(rest[0])))
    return overviewText(
      `${programName} ${name}: ${whole.summary}`,
      [{ title: 'What', entries: parts }],
      [`${programName} ${name} WHAT --help says more.`],
      width,
      style,
    );
  const [entry, left] = parts
    ? [entryNamed(parts, rest[0]!, `${name} `), rest.slice(1)]
    : [whole, rest];
  const command = await entry.load!();
  if (!left.some(isHelp)) return { command, rest: left };
  const path = parts ? `${name} ${entry.name}` : name;
  return commandText(`${programName} ${path}`, command, width, style);
}

function entryNamed<Needs, Gives>(
  entries: readonly Entry<Needs, Gives>[],
  name: string,
  above = '',
): Entry<Needs, Gives> {
  const found = entries.find((entry) => entry.name === name);
  if (found) return found;
  const known = entries.map((entry) => entry.name);
  const hint = didYouMean(name, known) || `: choose ${known.join(', ')}.`;
  throw new UsageError(`There is no command ${above}${name.slice(0, 60)}${hint}`);
}

async function completionFor<Needs, Gives>(
  program: Program<Needs, Gives>,
  [name = 'nothing']: readonly string[],
): Promise<string> {
  const shell = COMPLETED_SHELLS.find((known) => known === name);
  if (!shell)
    throw new UsageError(
      `Expected ${program.name} completion ${COMPLETED_SHELLS.join('|')}, got ${name.slice(0, 40)}.`,
    );
  return completionOf(program, shell);
}
