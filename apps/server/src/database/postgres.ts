import { PostgresDialect, type Dialect } from 'kysely';
import pg, { TypeOverrides } from 'pg';

/** Type number of bigint; ours are counts and epoch milliseconds, which fit a JavaScript number. */
const BIGINT = 20;

/**
 * Longest times of the database's operations, in milliseconds; after them the request fails with
 * 503.
 */
const TIMEOUTS = {
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  statement_timeout: 10_000,
  lock_timeout: 5000,
};

/** @param onLostConnection is called when a connection breaks; the next query opens another. */
export function postgresDialect(url: string, onLostConnection: (error: Error) => void): Dialect {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT, Number);
  const pool = new pg.Pool({ connectionString: url, types, ...TIMEOUTS });
  pool.on('error', onLostConnection);
  // The pool listens to idle connections only: without this, one that breaks between two statements
  // of a transaction would end the process.
  pool.on('connect', (client) => {
    client.on('error', onLostConnection);
  });
  return new PostgresDialect({ pool });
}
