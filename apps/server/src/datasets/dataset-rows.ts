import {
  messages,
  ownIdOf,
  readWorldSet,
  type ChangedDataset,
  type DatasetFile,
  type EvaluationDocument,
} from '@lumenloom/contract';
import { MARKS, MARKS_PICTURES } from '@lumenloom/experiment/dataset';
import type { Selectable } from 'kysely';
import { alone } from '../database/alone.ts';
import type { Database, Tables } from '../database/schema.ts';
import { inMegabytes, requireRoom, type Store } from '../disk-ledger.ts';
import { httpProblem } from '../http-problem.ts';
import { bytesOf } from '../library/library-rows.ts';
import type { CheckedDataset } from './check-upload.ts';

export type DatasetRow = Selectable<Tables['datasets']>;

/** Data sets of an account: each has a row and a folder. */
const MOST_DATASETS = 100;

/** 413 with what is left; all in bytes. */
const overDatasetQuota: Store['full'] = (quota, used, held) =>
  httpProblem(413, messages.datasetsOverQuota(...inMegabytes(quota, used, held)));

/** The data sets of an account, the newest first. */
export const datasetsOf = (database: Database, userId: string): Promise<DatasetRow[]> =>
  database
    .selectFrom('datasets')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute();

/** The store of the ledger for data sets. */
export const DATASETS: Store = {
  name: 'datasets',
  usedBy: async (database, userId) => bytesOf(await datasetsOf(database, userId)),
  full: overDatasetQuota,
};

/** A data set of an account; undefined: it has none with this id. */
export const datasetOf = (
  database: Database,
  userId: string,
  id: string,
): Promise<DatasetRow | undefined> =>
  database
    .selectFrom('datasets')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** How many pictures a data set has, by the name that documents give it; 0: there is none. */
export async function picturesOf(
  database: Database,
  userId: string,
  name: EvaluationDocument['dataset'],
): Promise<number> {
  if (typeof name === 'object') return countOf(name.worldset);
  if (name === MARKS) return MARKS_PICTURES;
  const row = await datasetOf(database, userId, ownIdOf(name) ?? '');
  return row ? (JSON.parse(row.counts) as CheckedDataset['counts']).images : 0;
}

/** Worlds of a set; 0 of one that is wrong. */
const countOf = (set: unknown): number => {
  const read = readWorldSet(set);
  return read.ok ? read.value.count : 0;
};

/**
 * Stores a row within the quota, also where several data sets arrive at once.
 *
 * @param quota bytes.
 * @throws HttpProblem 413 beyond it.
 */
export const addDataset = (database: Database, row: DatasetRow, quota: number): Promise<void> =>
  alone(database, row.userId, async (transaction) => {
    const rows = await datasetsOf(transaction, row.userId);
    if (rows.length >= MOST_DATASETS)
      throw httpProblem(413, messages.tooManyDatasets(MOST_DATASETS));
    await requireRoom(transaction, { ...row, store: DATASETS, quota }, row.bytes);
    await transaction.insertInto('datasets').values(row).execute();
  });

/** Changes what a person says of a data set. @returns the row, undefined where there is none. */
export const changeDataset = (
  database: Database,
  { id, userId }: Pick<DatasetRow, 'id' | 'userId'>,
  { name, source, licence, ...settings }: ChangedDataset,
): Promise<DatasetRow | undefined> =>
  alone(database, userId, async (transaction) => {
    const row = await datasetOf(transaction, userId, id);
    if (!row) return undefined;
    return transaction
      .updateTable('datasets')
      .set({ name, source, licence, settings: JSON.stringify({ ...settingsOf(row), ...settings }) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  });

/** Deletes a row. @param checked is called with the transaction, and throws where it is needed. */
export const deleteDataset = (
  database: Database,
  { id, userId }: Pick<DatasetRow, 'id' | 'userId'>,
  checked: (transaction: Database) => Promise<void>,
): Promise<void> =>
  alone(database, userId, async (transaction) => {
    await checked(transaction);
    await transaction.deleteFrom('datasets').where('id', '=', id).execute();
  });

type Settings = Pick<DatasetFile, 'hfov' | 'luminance' | 'classMap'>;
const NO_SETTINGS: Settings = { hfov: null, luminance: null, classMap: {} };

const settingsOf = ({ settings }: Pick<DatasetRow, 'settings'>): Settings => ({
  ...NO_SETTINGS,
  ...(JSON.parse(settings) as Partial<Settings>),
});

/** A row as the API shows it. */
export function asDataset(stored: DatasetRow): DatasetFile {
  const { userId: _, counts, settings: _settings, createdAt, sha256, ...row } = stored;
  return {
    ...row,
    ...(JSON.parse(counts) as CheckedDataset['counts']),
    ...settingsOf(stored),
    createdAt: new Date(createdAt).toISOString(),
    ...(sha256 !== null && { sha256 }),
  };
}
