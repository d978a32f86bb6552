import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

/** Where Debian keeps the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';
const binaries = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .map((version) => join(VERSIONS, version, 'bin'))
      .filter((folder) => existsSync(join(folder, 'initdb')))
      .at(-1)
  : undefined;
const isRoot = process.getuid?.() === 0;

/** Why the tests on PostgreSQL are skipped; undefined when they run. */
export const noPostgres =
  binaries === undefined
    ? `skipped: no PostgreSQL in ${VERSIONS}; apt-get install postgresql`
    : undefined;

/** PostgreSQL refuses to run as root. */
const asPostgres = (program: string, ...args: string[]) => {
  const words = [join(binaries!, program), ...args];
  return isRoot
    ? run('runuser', ['-u', 'postgres', '--', ...words], { cwd: '/' })
    : run(words[0]!, words.slice(1));
};

export interface Postgres {
  /** Address of a new, empty database. */
  newDatabase(): Promise<string>;
  /** Ends the program as a crash or an operator would, and starts it again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends it for good, and removes all of it. */
  end(): Promise<void>;
}

/** As many as the servers, workers and tests of two test files open. */
const MOST_CONNECTIONS = 400;

/**
 * A PostgreSQL on a socket in a folder. Only where `noPostgres` is undefined.
 *
 * @param fsync whether committed data must be on the disk, which measurements need; a test's data
 * need not survive.
 */
export function postgresIn(
  folder: string,
  { fsync = false }: { readonly fsync?: boolean } = {},
): Postgres & {
  /** Makes it and starts it. */
  make(): Promise<void>;
} {
  const data = join(folder, 'data');
  const addressOf = (database: string): string =>
    `postgres://postgres@${encodeURIComponent(folder)}/${database}`;
  // No network.
  const settings = {
    listen_addresses: "''",
    unix_socket_directories: folder,
    fsync: fsync ? 'on' : 'off',
    max_connections: MOST_CONNECTIONS,
  };
  const start = async (): Promise<void> => {
    const words = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    await asPostgres(
      ...(['pg_ctl', '-D', data, '-l', join(folder, 'log'), '-w', '-o'] as const),
      ...[words.join(' '), 'start'],
    );
  };
  const stop = async (): Promise<void> => {
    await asPostgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  };
  return {
    make: async () => {
      if (isRoot) {
        const { stdout } = await run('id', ['-u', 'postgres']);
        await chown(folder, Number(stdout), -1);
      }
      await chmod(folder, 0o755);
      await asPostgres('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync');
      await start();
    },
    start,
    stop,
    end: async () => {
      if (existsSync(data)) await stop();
      await rm(folder, { recursive: true, force: true });
    },
    newDatabase: async () => {
      const client = new pg.Client(addressOf('postgres'));
      await client.connect();
      const name = `test_${randomUUID().replaceAll('-', '')}`;
      await client.query(`create database ${name}`);
      await client.end();
      return addressOf(name);
    },
  };
}

/** A PostgreSQL of the caller's own, in a temporary folder. */
export async function runPostgres(options: { readonly fsync?: boolean } = {}): Promise<Postgres> {
  const postgres = postgresIn(await mkdtemp(join(tmpdir(), 'lumenloom-pg-')), options);
  await postgres.make();
  return postgres;
}
