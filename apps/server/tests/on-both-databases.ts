import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { openDatabase } from '../dist/database/open-database.js';
import type { Database } from '../dist/database/schema.js';
import { startProcess, WORKER, type ServerProcess } from './server-process.ts';
import { noPostgres, sharedPostgres } from './start-postgres.ts';
import type { Server } from './start-server.ts';

/** What a test on a database works with. */
export interface Engine {
  /** Whether it is SQLite without a worker, where tests stand that no database changes. */
  readonly isSqlite: boolean;
  /** Starts what the server needs beside it, when it listens. */
  readonly attend?: (server: Server) => void;
  /** Environment of a server that uses this engine, with a database of its own. */
  environment(): Promise<Readonly<Record<string, string>>>;
}

type Tests = (engine: Engine) => void;

const onSqlite = (tests: Tests): void => {
  describe('on SQLite', () => {
    tests({ isSqlite: true, environment: async () => ({}) });
  });
};

/** The same tests on SQLite and on PostgreSQL; without the latter they are skipped, and said so. */
export function onBothDatabases(tests: Tests): void {
  onSqlite(tests);
  describe.skipIf(noPostgres !== undefined)(
    `on PostgreSQL${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
    () => {
      tests({
        isSqlite: false,
        environment: async () => ({ DATABASE_URL: await sharedPostgres().newDatabase() }),
      });
    },
  );
}

/**
 * The same tests with the server's own threads on both databases, and with a worker of one thread.
 */
export function onEachCompute(tests: Tests): void {
  onBothDatabases(tests);
  onWorker(tests);
}

/**
 * The same tests with the server's own threads on SQLite, and with a worker of one thread on
 * PostgreSQL: for what threads of a server and of a worker do with rows in the same way.
 */
export function onSqliteAndWorker(tests: Tests): void {
  onSqlite(tests);
  onWorker(tests);
}

function onWorker(tests: Tests): void {
  describe.skipIf(noPostgres !== undefined)(
    `on a worker${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
    () => {
      let environment: Readonly<Record<string, string>> = {};
      tests({
        isSqlite: false,
        environment: async () => {
          const url = await sharedPostgres().newDatabase();
          return (environment = { DATABASE_URL: url, COMPUTE_QUEUE: url });
        },
        attend: (server) => {
          let worker: ServerProcess;
          beforeAll(async () => {
            worker = startProcess(
              { ...environment, DATA_DIR: server.dataFolder, MAX_RUNNING_RUNS: '1' },
              { program: WORKER },
            );
            await worker.saying('Ctrl+C');
          });
          afterAll(async () => {
            worker.kill('SIGTERM');
            expect(await worker.ended).toBe(0);
          });
        },
      });
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
