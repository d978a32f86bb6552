import { setTimeout } from 'node:timers/promises';
import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type SqliteDialectConfig,
  type SqliteDatabase,
  type SqliteStatement,
} from 'kysely';
import Libsql from 'libsql';
import { codeOf } from './database-error.ts';

/**
 * How long writes wait for another process that writes, in milliseconds, and how often they look.
 */
const BUSY_PATIENCE_MS = 250;
const BUSY_PAUSE_MS = 10;

/** Statements that write nothing, and the one that refuses to be in a transaction. */
const STANDS_ALONE = /^\s*(select|pragma|explain|vacuum)\b/i;

/**
 * Waits for a locked database without blocking the event loop, as SQLite's own timeout would. All
 * writes share one time limit: when the first has waited in vain, the writes behind it fail at once
 * until a write succeeds.
 */
class PatientDriver extends SqliteDriver {
  /** When the database was found locked, first and last without a break. */
  #locked: { readonly since: number; readonly seen: number } | undefined;

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: <Row>(query: CompiledQuery) =>
        this.#patiently(query.sql, () => connection.executeQuery<Row>(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  /**
   * A statement that finds the database locked has done nothing yet (see `inTransactions`), so it
   * can be tried again.
   */
  async #patiently<Result>(sql: string, execute: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        const result = await execute();
        if (!STANDS_ALONE.test(sql)) this.#locked = undefined;
        return result;
      } catch (error) {
        if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
        const now = performance.now();
        const isNew = this.#locked === undefined || now - this.#locked.seen > BUSY_PATIENCE_MS;
        const since = isNew ? now : this.#locked!.since;
        this.#locked = { since, seen: now };
        if (now - since > BUSY_PATIENCE_MS) throw error;
        await setTimeout(BUSY_PAUSE_MS);
      }
    }
  }
}

/** SQLite's tables change inside a transaction like any other data. */
class TransactionalSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new PatientDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/**
 * libsql as Kysely drives it. A transaction takes the right to write at its start, and every write
 * is in one: a statement that finds the database locked later would stay in progress until it is
 * collected as garbage, and no transaction could be committed before.
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
  const database = new Libsql(file, { timeout: 0 });
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    // What is deleted is overwritten by zeros.
    'secure_delete = ON',
  ])
    database.pragma(setting);
  return new TransactionalSqliteDialect({ database: inTransactions(database) });
}
