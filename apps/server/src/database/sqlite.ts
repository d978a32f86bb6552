import {
  SqliteAdapter,
  SqliteDialect,
  type Dialect,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import Libsql from 'libsql';

/** How long a transaction waits for another process that writes. The wait holds this whole process, so it is short; in milliseconds. */
const BUSY_TIMEOUT_MS = 250;

/** SQLite's tables change inside a transaction like any other data. */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/** Statements that write nothing, and the one that refuses to be in a transaction. */
const STANDS_ALONE = /^\s*(select|pragma|explain|vacuum)\b/i;

/**
 * libsql as Kysely drives it. A transaction takes the right to write at its start, and every write is in one: a statement that finds
 * the database locked later would stay in progress until it is collected as garbage, and no transaction could be committed before.
 */
function inTransactions(database: Libsql.Database): SqliteDatabase {
  const rollBack = (): void => {
    if (database.inTransaction) database.exec('rollback');
  };
  const control: Readonly<Record<string, () => void>> = {
    begin: () => {
      database.exec('begin immediate');
    },
    commit: () => {
      database.exec('commit');
    },
    rollback: rollBack,
  };

  const prepare = (sql: string): SqliteStatement => {
    const statement = database.prepare(sql);
    const whole = <Result>(execute: () => Result): Result => {
      if (database.inTransaction || STANDS_ALONE.test(sql)) return execute();
      database.exec('begin immediate');
      try {
        const result = execute();
        database.exec('commit');
        return result;
      } catch (error) {
        rollBack();
        throw error;
      }
    };
    return {
      reader: statement.reader,
      all: (parameters) => whole(() => statement.all([...parameters])),
      run: (parameters) => {
        const { changes, lastInsertRowid } = whole(() => statement.run([...parameters]));
        return { changes, lastInsertRowid };
      },
      iterate: (parameters) => statement.iterate([...parameters]),
    };
  };
  const nothing = { changes: 0, lastInsertRowid: 0 };
  const controlling = (act: () => void): SqliteStatement => ({
    reader: false,
    all: () => [],
    run: () => {
      act();
      return nothing;
    },
    iterate: () => [][Symbol.iterator](),
  });

  return {
    prepare: (sql) => {
      const act = control[sql];
      return act ? controlling(act) : prepare(sql);
    },
    close: () => {
      database.close();
    },
  };
}

/** A file; what is committed is on the disk. */
export function sqliteDialect(file: string): Dialect {
  const database = new Libsql(file, { timeout: BUSY_TIMEOUT_MS });
  for (const setting of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
    database.pragma(setting);
  return new TransactionalSqliteDialect({ database: inTransactions(database) });
}
