import { afterAll, beforeAll } from 'vitest';
import { runPostgres, type Postgres } from './run-postgres.ts';

export { noPostgres } from './run-postgres.ts';

/** A PostgreSQL of this test file's own; gone afterwards. Only where `noPostgres` is undefined. */
export function startPostgres(): Omit<Postgres, 'end'> {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await runPostgres({ fsync: false });
  });
  afterAll(() => postgres.end());
  return {
    start: () => postgres.start(),
    stop: () => postgres.stop(),
    newDatabase: () => postgres.newDatabase(),
  };
}
