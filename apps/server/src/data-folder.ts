import { join } from 'node:path';
import { makeFolder, reasonOf } from '@lumenloom/node-host/command-line';
import Libsql from 'libsql';
import { ConfigError, type Config } from './config.ts';
import { codeOf } from './database/database-error.ts';

/**
 * Makes the data folder if it is missing. All files of this process are from now on readable by its
 * user alone.
 *
 * @throws ConfigError when it cannot be made.
 */
export function makeDataFolder({ dataFolder }: Pick<Config, 'dataFolder'>): void {
  process.umask(0o077);
  try {
    makeFolder(dataFolder);
  } catch (error) {
    throw new ConfigError(`DATA_DIR ${dataFolder} cannot be made: ${reasonOf(error)}.`);
  }
}

/**
 * Claims the data folder for this server: with SQLite there may be only one, because a start
 * deletes what a killed server left behind. The claim is an SQLite lock on a separate file; the
 * system releases it however the process ends.
 *
 * @returns a function that releases the folder.
 * @throws ConfigError when another server has it, or no file can be written into the folder.
 */
export function claimDataFolder(dataFolder: string): () => void {
  try {
    const lock = new Libsql(join(dataFolder, 'server.lock'), { timeout: 0 });
    lock.exec('begin exclusive');
    return () => {
      lock.close();
    };
  } catch (error) {
    throw new ConfigError(
      codeOf(error).startsWith('SQLITE_BUSY')
        ? `Another server is running on DATA_DIR ${dataFolder}: stop it first, or choose another DATA_DIR. Only with PostgreSQL (DATABASE_URL) may there be several.`
        : `DATA_DIR ${dataFolder} takes no files: ${(error as Error).message}.`,
    );
  }
}
