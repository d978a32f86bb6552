import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { postgresIn, runPostgres, type Postgres } from './run-postgres.ts';
import { until } from './until.ts';

export { noPostgres } from './run-postgres.ts';

/**
 * A PostgreSQL of this test file's own, which it may stop; gone afterwards. Only where `noPostgres`
 * is undefined.
 */
export function startPostgres(): Omit<Postgres, 'end'> {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await runPostgres();
  });
  afterAll(() => postgres.end());
  return {
    start: () => postgres.start(),
    stop: () => postgres.stop(),
    newDatabase: () => postgres.newDatabase(),
  };
}

/** The PostgreSQL that all files of a run share; the first that wants a database starts it. */
export function sharedPostgres(): Postgres {
  const folder = inject('postgresFolder');
  const postgres = postgresIn(folder);
  const [begun, ready] = [join(folder, 'begun'), join(folder, 'ready')];
  return {
    ...postgres,
    newDatabase: async () => {
      const isFirst = await mkdir(begun).then(
        () => true,
        () => false,
      );
      if (isFirst) {
        await postgres.make();
        await writeFile(ready, '');
      }
      await until(() => {
        if (!existsSync(ready)) throw new Error('PostgreSQL has not started yet');
      });
      return postgres.newDatabase();
    },
  };
}
