/**
 * The code of a driver's error: SQLITE_..., the five characters of PostgreSQL, or an errno of the
 * connection; '' without one.
 */
export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** PostgreSQL's unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because of a unique index. */
export const isUniqueViolation = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)) ||
  codeOf(error) === UNIQUE_VIOLATION;

/** SQLite: locked, read-only, full or unreadable. */
const SQLITE_TROUBLE =
  /^SQLITE_(BUSY|LOCKED|READONLY|FULL|IOERR|CANTOPEN|PERM|CORRUPT|NOTADB|NOMEM|PROTOCOL)(_|$)/;
/**
 * PostgreSQL: connection lost (08), read-only (25006), transaction rolled back (40), out of
 * resources (53), lock not available (55P03), operator intervention (57), system error (58).
 */
const POSTGRES_TROUBLE = /^(08...|25006|40...|53...|55P03|57...|58...)$/;
/** Errors of a socket to the database; errors of files can have the same codes. */
const CONNECTION_TROUBLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/;
/** Errors that the pg package throws without a code. */
const CONNECTION_SENTENCE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/** Errors of files: no space, read-only, or hardware. */
const DISC_TROUBLE = /^(ENOSPC|EDQUOT|EROFS|EIO)$/;

/** The error of a disk that refused something in another process, which may pass. */
export const refusedByDisk = (sentence: string): Error =>
  Object.assign(new Error(sentence), { code: 'ENOSPC' });

const isOfSocket = (error: unknown): boolean =>
  error instanceof AggregateError ||
  /^(connect|read|write|getaddrinfo)$/.test((error as { readonly syscall?: string }).syscall ?? '');

/**
 * Whether an error was caused by the database or the disk and not by the request: nothing was
 * stored, and a retry may succeed.
 */
export function isStorageUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (SQLITE_TROUBLE.test(code) || POSTGRES_TROUBLE.test(code) || DISC_TROUBLE.test(code))
    return true;
  return (
    error instanceof Error &&
    (CONNECTION_TROUBLE.test(code) ? isOfSocket(error) : CONNECTION_SENTENCE.test(error.message))
  );
}
