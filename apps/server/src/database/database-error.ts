/** Code of the driver: SQLITE_..., or the five characters of PostgreSQL, or an errno of the connection. */
export const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/** PostgreSQL's unique_violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether a row that must be the only one of its kind was there already. */
export const isUniqueViolation = (error: unknown): boolean =>
  /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)$/.test(codeOf(error)) ||
  codeOf(error) === UNIQUE_VIOLATION;

/** Locked, read-only, full, unreadable. */
const SQLITE_TROUBLE =
  /^SQLITE_(BUSY|LOCKED|READONLY|FULL|IOERR|CANTOPEN|PERM|CORRUPT|NOTADB|NOMEM|PROTOCOL)(_|$)/;
/** Connection lost (08), read-only (25006), transaction lost (40), out of resources (53), lock not to be had (55P03), ended by the operator (57), disk (58). */
const POSTGRES_TROUBLE = /^(08...|25006|40...|53...|55P03|57...|58...)$/;
/** Of a socket: to a server that is not there. Files have errors of the same names. */
const CONNECTION_TROUBLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOENT)$/;
/** What the pg package throws without a code. */
const CONNECTION_SENTENCE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;
/** Of a file: no room, or no right to write. */
const DISC_TROUBLE = /^(ENOSPC|EDQUOT|EROFS|EIO)$/;

const isOfSocket = (error: unknown): boolean =>
  error instanceof AggregateError ||
  /^(connect|read|write|getaddrinfo)$/.test((error as { readonly syscall?: string }).syscall ?? '');

/** Whether the database or the disk, not the request, is at fault: nothing was stored, and trying later may succeed. */
export function isStorageUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (SQLITE_TROUBLE.test(code) || POSTGRES_TROUBLE.test(code) || DISC_TROUBLE.test(code))
    return true;
  return (
    error instanceof Error &&
    (CONNECTION_TROUBLE.test(code) ? isOfSocket(error) : CONNECTION_SENTENCE.test(error.message))
  );
}
