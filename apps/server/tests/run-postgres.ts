import { execFile } from 'node:child_process';
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

/**
 * A PostgreSQL of the caller's own, on a socket in a temporary folder. Only where `noPostgres` is undefined.
 *
 * @param fsync whether what is committed must be on the disk: for measurements; a test's data outlives nothing.
 */
export async function runPostgres({ fsync }: { readonly fsync: boolean }): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-pg-'));
  const data = join(folder, 'data');
  const addressOf = (database: string): string =>
    `postgres://postgres@${encodeURIComponent(folder)}/${database}`;
  let databases = 0;
  const start = async (): Promise<void> => {
    // No network.
    await asPostgres(
      'pg_ctl',
      '-D',
      data,
      '-l',
      join(folder, 'log'),
      '-w',
      '-o',
      `-c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=${fsync ? 'on' : 'off'}`,
      'start',
    );
  };
  const stop = async (): Promise<void> => {
    await asPostgres('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  };
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }
  await chmod(folder, 0o755);
  await asPostgres('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync');
  await start();
  return {
    start,
    stop,
    end: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
    newDatabase: async () => {
      const client = new pg.Client(addressOf('postgres'));
      await client.connect();
      const name = `test${++databases}`;
      await client.query(`create database ${name}`);
      await client.end();
      return addressOf(name);
    },
  };
}
