import { ownSentences } from '@lumenloom/contract';
import { findCommand, styleOf, UsageError, type Output } from '@lumenloom/node-host/command-line';
import { z } from 'zod';
import { systemClock } from '../clock.ts';
import { ConfigError, readConfig } from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Surroundings } from './command.ts';
import { program } from './list.ts';

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
    const { stderr, env } = terminal;
    stderr.write(`${styleOf(stderr, env)('red', (error as Error).message)}\n`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}

async function outputOf(args: readonly string[], terminal: Terminal): Promise<string> {
  const { env, readInput } = terminal;
  const found = await findCommand(program, args, terminal);
  if (typeof found === 'string') return found;
  const config = readConfig(env);
  makeDataFolder(config);
  const database = await openDatabase(config);
  try {
    return await found.command.run(found.rest, { database, config, clock: systemClock, readInput });
  } finally {
    await database.destroy();
  }
}
