import { messages, type OwnFile } from '@lumenloom/contract';
import type { Selectable } from 'kysely';
import { alone } from '../database/alone.ts';
import type { Database, Tables } from '../database/schema.ts';
import { inMegabytes, requireRoom, type Store } from '../disk-ledger.ts';
import { httpProblem } from '../http-problem.ts';

export type LibraryRow = Selectable<Tables['libraryFiles']>;

/**
 * Files of an account; their number is limited besides their size, because each has a row and a
 * folder.
 */
const MOST_FILES = 200;

/** 413 with what is left; all in bytes. */
const overQuota: Store['full'] = (quota, used, held) =>
  httpProblem(413, messages.overQuota(...inMegabytes(quota, used, held)));

/** The files of an account, the newest first. */
export const filesOf = (database: Database, userId: string): Promise<LibraryRow[]> =>
  database
    .selectFrom('libraryFiles')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute();

/** A file of an account; undefined: it has none with this id. */
export const fileOf = (
  database: Database,
  userId: string,
  id: string,
): Promise<LibraryRow | undefined> =>
  database
    .selectFrom('libraryFiles')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Bytes that the files of an account count together. */
export const bytesOf = (rows: readonly Pick<LibraryRow, 'bytes'>[]): number =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0);

/** The store of the ledger for files of libraries. */
export const LIBRARY: Store = {
  name: 'library',
  usedBy: async (database, userId) => bytesOf(await filesOf(database, userId)),
  full: overQuota,
};

/**
 * Stores rows within the quota, all or none, also where several files arrive at once.
 *
 * @param rows the first has the id for which room is held.
 * @param keep puts their folders in their places.
 * @throws HttpProblem 413 beyond the quota.
 */
export const addFiles = (
  database: Database,
  rows: readonly [LibraryRow, ...LibraryRow[]],
  quota: number,
  keep: () => Promise<void>,
): Promise<void> => {
  const [{ id, userId }] = rows;
  return alone(database, userId, async (transaction) => {
    const held = await filesOf(transaction, userId);
    if (held.length + rows.length > MOST_FILES)
      throw httpProblem(413, messages.tooManyFiles(MOST_FILES));
    await requireRoom(transaction, { id, userId, store: LIBRARY, quota }, bytesOf(rows));
    await transaction.insertInto('libraryFiles').values(rows).execute();
    await keep();
  });
};

/** Deletes a row. @param discard is called with the transaction, in which the row is gone. */
export const deleteFile = (
  database: Database,
  { id, userId }: Pick<LibraryRow, 'id' | 'userId'>,
  discard: (transaction: Database) => Promise<void>,
): Promise<void> =>
  alone(database, userId, async (transaction) => {
    await transaction.deleteFrom('libraryFiles').where('id', '=', id).execute();
    await discard(transaction);
  });

/** @returns whether the account had such a file. */
export async function renameFile(
  database: Database,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('libraryFiles')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a row refers to the folder of that name. */
export const isUsed = async (database: Database, key: string): Promise<boolean> =>
  (await database
    .selectFrom('libraryFiles')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined;

/** A row as the API shows it. */
export const asOwnFile = ({
  id,
  kind,
  name,
  fileName,
  bytes,
  createdAt,
  summary,
  figures,
}: LibraryRow): OwnFile => ({
  id,
  kind,
  name,
  fileName,
  bytes,
  createdAt: new Date(createdAt).toISOString(),
  summary,
  figures: figures === null ? null : (JSON.parse(figures) as OwnFile['figures']),
});

export const notesOf = ({ notes }: Pick<LibraryRow, 'notes'>): readonly string[] =>
  JSON.parse(notes) as string[];
