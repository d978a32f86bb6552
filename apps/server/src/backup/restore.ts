import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import Libsql from 'libsql';
import { ConfigError, type Config } from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { SQLITE_FILE } from '../database/open-database.ts';
import { BACKUP_PARTS, NEEDED_PARTS } from './back-up.ts';
import { tar } from './tar.ts';

/** Whether a database file is whole. */
function isWhole(file: string): boolean {
  const database = new Libsql(file);
  try {
    return (
      (database.prepare('pragma integrity_check').get() as { readonly integrity_check: string })
        .integrity_check === 'ok'
    );
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/**
 * Fills an empty data folder from an archive of `backUp`. The database comes last: a restore that
 * is cut off leaves a folder without one.
 *
 * @throws ConfigError when the folder has something in it, or the archive was not made by `backUp`
 * or is damaged.
 */
export async function restore(
  { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>,
  file: string,
): Promise<void> {
  if (databaseUrl !== undefined)
    throw new ConfigError(
      'DATABASE_URL names a PostgreSQL: use pg_restore --clean --if-exists --dbname="$DATABASE_URL" <file>.',
    );
  makeDataFolder({ dataFolder });
  const present = await readdir(dataFolder);
  if (present.length > 0)
    throw new ConfigError(
      `DATA_DIR ${dataFolder} must be empty, and has ${present.slice(0, 5).join(', ')}: choose another folder, or move that away.`,
    );
  const work = await mkdtemp(join(dataFolder, '.restore-'));
  try {
    await tar('-xzf', resolve(file), '--no-same-owner', '-C', work);
    const parts = await readdir(work);
    const missing = NEEDED_PARTS.find((part) => !parts.includes(part));
    if (missing !== undefined)
      throw new ConfigError(`${file} is no archive of "npm run backup": it has no ${missing}.`);
    if (!isWhole(join(work, SQLITE_FILE)))
      throw new ConfigError(`The database in ${file} is damaged: nothing was restored.`);
    for (const part of BACKUP_PARTS.toReversed().filter((one) => parts.includes(one)))
      await rename(join(work, part), join(dataFolder, part));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
