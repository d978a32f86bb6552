import { text } from 'node:stream/consumers';
import { requiredByDefault } from '@lumenloom/contract';
import { UsageError } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Command } from './command.ts';
import { deletePerson } from './delete-person.ts';
import { inboxCommands } from './inbox.ts';
import { licenceCommands } from './licences.ts';
import { peopleCommands } from './people.ts';
import { printed } from './print.ts';

const commands: readonly Command[] = [
  ...peopleCommands,
  ...licenceCommands,
  ...inboxCommands,
  deletePerson,
];

const help =
  (): string => `Lumenloom at the shell: the same database as the server's (DATA_DIR, DATABASE_URL), which may be running.

${commands.map(({ usage, summary }) => `  ${usage}\n      ${summary}`).join('\n')}

Every command also takes --json.
`;

/** `npm run -s admin -- <command> ...`: what the company's people do. Exit 2 for wrong input, 1 for a failure; errors go to stderr as one sentence. */
async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined || name === '--help' || name === 'help' || rest.includes('--help')) {
    process.stdout.write(help());
    return;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (!command)
    throw new UsageError(
      `There is no command ${name}: choose ${commands.map((candidate) => candidate.name).join(', ')}.`,
    );
  const args = rest.filter((word) => word !== '--json');
  const config = readConfig(process.env);
  await makeDataFolder(config);
  const database = await openDatabase(config);
  try {
    const outcome = await command.run(args, {
      database,
      config,
      clock: systemClock,
      readInput: () => text(process.stdin),
    });
    const isSingle = outcome.rows?.length === 1 && args.some((word) => !word.startsWith('-'));
    process.stdout.write(`${printed(outcome, { json: args.length < rest.length, isSingle })}\n`);
  } finally {
    await database.destroy();
  }
}

z.config(requiredByDefault);
try {
  await main(process.argv.slice(2));
} catch (error) {
  const isInput = error instanceof UsageError || error instanceof ConfigError;
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = isInput ? 2 : 1;
}
