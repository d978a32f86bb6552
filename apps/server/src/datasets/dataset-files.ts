import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WholeDataset } from '@lumenloom/contract';
import { releaseLeftovers } from '../disk-ledger.ts';
import type { Database } from '../database/schema.ts';

/**
 * Folder of the data sets in DATA_DIR, which servers share; nothing of it is served but by
 * dataset-routes.ts.
 */
export const DATASETS_FOLDER = 'datasets';

export const datasetFolder = (dataFolder: string, id: string): string =>
  join(dataFolder, DATASETS_FOLDER, id);

/** Names of the files in it: the zip file as it arrived, and what its check has said. */
export const DATASET_NAMES = { file: 'dataset.zip', check: 'check.json' } as const;

/** What is in the file `check`. */
export type WrittenCheck = Pick<WholeDataset, 'check' | 'classes' | 'folders' | 'pictures'>;

/** Makes the folder of a data set that arrives. */
export async function makeDatasetFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** What the check of a data set has said. */
export async function readCheck(folder: string): Promise<WrittenCheck> {
  const written = JSON.parse(await readFile(join(folder, DATASET_NAMES.check), 'utf8')) as Partial<
    Pick<WrittenCheck, 'folders'>
  > &
    Omit<WrittenCheck, 'folders'>;
  // Checks of earlier versions counted no folders.
  return { ...written, folders: written.folders ?? {} };
}

/**
 * Deletes folders of no data set, as a killed server leaves them, if they were last written before
 * `before` (epoch milliseconds).
 */
export async function sweepDatasets(
  database: Database,
  dataFolder: string,
  before: number,
): Promise<void> {
  await releaseLeftovers(database, 'datasets', before);
  const ids = await readdir(join(dataFolder, DATASETS_FOLDER)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const id of ids) {
    const folder = datasetFolder(dataFolder, id);
    if ((await stat(folder)).mtimeMs >= before) continue;
    const row = await database
      .selectFrom('datasets')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) await rm(folder, { recursive: true, force: true });
  }
}
