import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { openDatabase } from '../dist/database/open-database.js';
import type { Database } from '../dist/database/schema.js';
import { noPostgres, startPostgres } from './start-postgres.ts';

/** What a test on a database works with. */
export interface Engine {
  /** Environment of a server that uses this engine, with a database of its own. */
  environment(): Promise<Readonly<Record<string, string>>>;
}

/** The same tests on SQLite and on PostgreSQL; without the latter they are skipped, and said so. */
export function onBothDatabases(tests: (engine: Engine) => void): void {
  describe('on SQLite', () => {
    tests({ environment: async () => ({}) });
  });
  describe.skipIf(noPostgres !== undefined)(
    `on PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
    () => {
      const postgres = startPostgres();
      tests({ environment: async () => ({ DATABASE_URL: await postgres.newDatabase() }) });
    },
  );
}

/** Runs with a new database of the engine, and removes it. */
export async function withDatabase<Result>(
  engine: Engine,
  use: (database: Database, again: () => Promise<Database>) => Promise<Result>,
): Promise<Result> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-database-'));
  const databaseUrl = (await engine.environment())['DATABASE_URL'];
  const opened: Database[] = [];
  const open = async (): Promise<Database> => {
    const database = await openDatabase({ dataFolder, databaseUrl });
    opened.push(database);
    return database;
  };
  try {
    return await use(await open(), open);
  } finally {
    for (const database of opened) await database.destroy();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
