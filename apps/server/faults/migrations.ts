import { openDatabase } from '../dist/database/open-database.js';
import { noPostgres, runPostgres } from '../tests/run-postgres.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import { timed, type Outcome, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

/** Every table with its columns, and what the migrations say of themselves. */
async function tablesOf(dataFolder: string, databaseUrl?: string): Promise<string> {
  const database = await openDatabase({ dataFolder, databaseUrl });
  try {
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
    return tables
      .map(({ name, columns }) => `${name}(${columns.map((column) => column.name).join()})`)
      .sort()
      .join('\n');
  } finally {
    await database.destroy();
  }
}

/**
 * kill -9 at the n-th statement of a first start, for n = 1, 2, ... until a start makes fewer: the
 * start after it completes the tables, and people can sign up.
 */
async function killStarts(
  most: number,
  newDatabase: () => Promise<string | undefined>,
): Promise<Outcome> {
  const failures: string[] = [];
  let [worstMs, tries] = [0, 0];
  const whole = await withDataFolder(async (folder) => tablesOf(folder, await newDatabase()));
  /** Starts twice on a new database. @returns whether the first start was killed. */
  const start = (): Promise<boolean> =>
    withDataFolder(async (folder) => {
      const databaseUrl = await newDatabase();
      const at = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      const first = startOn(
        folder,
        { ...at, FAULT_OF: 'database', FAULT_ACTION: 'kill', FAULT_AT: String(tries + 1) },
        'calls',
      );
      const wasKilled = await first.listening().then(
        () => false,
        () => true,
      );
      first.kill('SIGKILL');
      await first.ended;
      const second = startOn(folder, at);
      const { value: address, ms } = await timed(() => second.listening());
      worstMs = Math.max(worstMs, ms);
      if (!(await new Visitor(address).signUp('ada@example.com', folder)))
        failures.push(`statement ${tries + 1}: nobody can sign up`);
      second.kill('SIGTERM');
      await second.ended;
      const tables = await tablesOf(folder, databaseUrl);
      if (tables !== whole) failures.push(`statement ${tries + 1}: the tables are ${tables}`);
      return wasKilled;
    });
  for (let wasKilled = true; wasKilled && tries < most; tries += 1) wasKilled = await start();
  return { tries, failures, worstMs, note: 'the time is the start after the kill' };
}

/** More statements than a start makes. */
const MOST_STATEMENTS = 300;

export const migrationsSqlite: Row = {
  name: 'migrations-sqlite',
  tries: MOST_STATEMENTS,
  run: (most) => killStarts(most, async () => undefined),
};

export const migrationsPostgres: Row = {
  name: 'migrations-postgres',
  tries: MOST_STATEMENTS,
  impossible: () => noPostgres,
  run: async (most) => {
    const postgres = await runPostgres({ fsync: true });
    try {
      return await killStarts(most, () => postgres.newDatabase());
    } finally {
      await postgres.end();
    }
  },
};
