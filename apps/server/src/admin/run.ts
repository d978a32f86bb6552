import { ownSentences } from '@lumenloom/contract';
import { VERSION } from '@lumenloom/engine';
import { UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Command, Surroundings } from './command.ts';
import { deletePerson } from './delete-person.ts';
import { inboxCommands } from './inbox.ts';
import { licenceCommands } from './licences.ts';
import { peopleCommands } from './people.ts';
import { printed } from './print.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  ...peopleCommands,
  ...licenceCommands,
  ...inboxCommands,
  deletePerson,
];

const help =
  (): string => `Lumenloom at the shell: the same database as the server's (DATA_DIR, DATABASE_URL), which may be running.

${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')}

Every command also takes --json. --version prints the version.
`;

/** Takes text: a stream, or what collects its output. */
interface Output {
  readonly write: (text: string) => unknown;
}

/** Where the program writes, the environment, and what reads its standard input. */
export interface Terminal extends Pick<Surroundings, 'readInput'> {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * `npm run -s admin -- <command> ...`: what the company's people do. An error is one sentence on
 * stderr.
 *
 * @returns the exit status: 2 for wrong input, 1 for a failure.
 */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  z.config(ownSentences);
  try {
    terminal.stdout.write(await outputOf(args, terminal));
    return 0;
  } catch (error) {
    terminal.stderr.write(`${(error as Error).message}\n`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

async function outputOf(
  [name, ...rest]: readonly string[],
  { env, readInput }: Terminal,
): Promise<string> {
  if (name === undefined || name === '--help' || name === 'help' || rest.includes('--help'))
    return help();
  if (name === '--version') return `lumenloom ${VERSION}\n`;
  const command = commands.find((candidate) => candidate.name === name);
  if (!command)
    throw new UsageError(
      `There is no command ${name}: choose ${commands.map((candidate) => candidate.name).join(', ')}.`,
    );
  const args = rest.filter((word) => word !== '--json');
  const config = readConfig(env);
  makeDataFolder(config);
  const database = await openDatabase(config);
  try {
    const outcome = await command.run(args, { database, config, clock: systemClock, readInput });
    const isSingle = outcome.rows?.length === 1 && args.some((word) => !word.startsWith('-'));
    return `${printed(outcome, { json: args.length < rest.length, isSingle })}\n`;
  } finally {
    await database.destroy();
  }
}
