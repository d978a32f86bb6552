import { join } from 'node:path';
import type { WorkTable } from './work-rows.ts';

/** Folders of work in DATA_DIR, which servers share, by their tables. */
export const WORK_FOLDERS = ['evaluations', 'studies'] as const satisfies readonly WorkTable[];

/** The folder of one piece of work. */
export const workFolder = (dataFolder: string, table: WorkTable, id: string): string =>
  join(dataFolder, table, id);
