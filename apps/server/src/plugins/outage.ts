import type { LogEvent } from 'kysely';
import { MINUTE_MS } from '../clock.ts';
import { codeOf, isStorageUnavailable } from '../database/database-error.ts';

/** Errors of statements that change something, where others may still be answered. */
const OF_CHANGES = /^(SQLITE_|25006|40|53|55P03|58)/;
const CHANGES = /^\s*(insert|update|delete)/i;

/** The line that ends an outage. */
export const DATABASE_BACK = 'the database answers again';

/**
 * What a log tells of a database or a disk that is away: of each kind one line in a minute, not one
 * for each request, and one when the database answers again.
 */
export class Outage {
  /** When a line of each kind was written. */
  readonly #written = new Map<string, number>();
  /**
   * What must succeed for the database to be back; undefined where no line tells that it is away.
   */
  #missing: 'statements' | 'changes' | undefined;

  /** Whether a line about an error is written. @param kind its sentence, or ''. */
  tells(error: unknown, kind: string): boolean {
    if (!isStorageUnavailable(error)) return true;
    const now = performance.now();
    if (now - (this.#written.get(kind) ?? -Infinity) < MINUTE_MS) return false;
    this.#written.set(kind, now);
    this.#missing = OF_CHANGES.test(codeOf(error)) ? 'changes' : 'statements';
    return true;
  }

  /** Whether a statement shows that the database is back. */
  isOver({ level, query: { sql } }: LogEvent): boolean {
    if (this.#missing === undefined || level === 'error') return false;
    if (this.#missing === 'changes' && !CHANGES.test(sql)) return false;
    this.#missing = undefined;
    return true;
  }
}
