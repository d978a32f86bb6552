import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CamelCasePlugin, Kysely, type LogEvent } from 'kysely';
import { ConfigError, type Config } from '../config.ts';
import { codeOf } from './database-error.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import type { Database, Tables } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

/** The SQLite file inside the data folder. */
export const SQLITE_FILE = 'lumenloom.db';

/** How long a start waits for a database that is locked or still starting, in milliseconds. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 100;
const SOON_READY = /^(SQLITE_BUSY|ECONNREFUSED|57P03)/;

/**
 * Opens something that PostgreSQL or a file must be ready for; waits while it is locked or still
 * starting.
 *
 * @param what names it in the sentence.
 * @throws ConfigError when it cannot be used.
 */
export async function openPatiently<Value>(
  what: string,
  open: () => Promise<Value>,
): Promise<Value> {
  for (const patience = performance.now() + PATIENCE_MS; ;) {
    try {
      return await open();
    } catch (error) {
      if (!SOON_READY.test(codeOf(error)) || performance.now() > patience)
        throw new ConfigError(
          `${what} cannot be used: ${(error as Error).message.replace(/\.?$/, '.')}`,
        );
      await setTimeout(PAUSE_MS);
    }
  }
}

/** Who wants to know how the database does. */
export interface DatabaseWatch {
  /** A connection broke; the next query opens another. */
  readonly lost?: (error: Error) => void;
  /** A statement has ended. */
  readonly done?: (event: LogEvent) => void;
}

/**
 * The database of this deployment with its tables up to date: PostgreSQL at `databaseUrl`, else a
 * SQLite file in the data folder, which must exist. Columns are snake_case there and camelCase
 * here.
 *
 * @param migrations to which the tables are brought; those of an earlier version make its tables.
 * @throws ConfigError when it cannot be opened.
 */
export async function openDatabase(
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  { lost = () => undefined, done }: DatabaseWatch = {},
  migrations = MIGRATIONS,
): Promise<Database> {
  const what =
    databaseUrl === undefined
      ? `The database in DATA_DIR ${dataFolder}`
      : 'The database at DATABASE_URL';
  return openPatiently(what, async () => {
    let database: Database | undefined;
    try {
      const dialect =
        databaseUrl === undefined
          ? sqliteDialect(join(dataFolder, SQLITE_FILE))
          : (await import('./postgres.ts')).postgresDialect(databaseUrl, lost);
      database = new Kysely<Tables>({
        dialect,
        plugins: [new CamelCasePlugin()],
        ...(done && { log: done }),
      });
      await migrate(database, migrations);
      return database;
    } catch (error) {
      await database?.destroy();
      throw error;
    }
  });
}
