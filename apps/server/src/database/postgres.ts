import { PostgresDialect, type Dialect } from 'kysely';
import pg, { TypeOverrides } from 'pg';

/** Type number of bigint; ours are counts and epoch milliseconds, which a JavaScript number holds exactly. */
const BIGINT = 20;

/** An answer that takes longer than these is a failure of the database; in milliseconds. */
const TIMEOUTS = {
  connectionTimeoutMillis: 5000,
  query_timeout: 10_000,
  statement_timeout: 10_000,
  lock_timeout: 5000,
};

/** @param onLostConnection hears of an idle connection that broke; the next query opens another. */
export function postgresDialect(url: string, onLostConnection: (error: Error) => void): Dialect {
  const types = new TypeOverrides();
  types.setTypeParser(BIGINT, Number);
  const pool = new pg.Pool({ connectionString: url, types, ...TIMEOUTS });
  pool.on('error', onLostConnection);
  return new PostgresDialect({ pool });
}
