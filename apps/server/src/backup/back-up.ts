import { chmod, cp, link, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import Libsql from 'libsql';
import { ConfigError, type Config } from '../config.ts';
import { DATASETS_FOLDER } from '../datasets/dataset-files.ts';
import { WORK_FOLDERS } from '../runs/work-folder.ts';
import { SQLITE_FILE } from '../database/open-database.ts';
import { LIBRARY_FOLDER } from '../library/library-files.ts';
import { tar } from './tar.ts';

/**
 * The parts of an archive, named as in the data folder. The outbox is not one: queued mail is in
 * the database.
 */
export const NEEDED_PARTS = [SQLITE_FILE, 'secret', 'resumes', LIBRARY_FOLDER] as const;
/** The same with what archives of older versions lack. */
export const BACKUP_PARTS = [...NEEDED_PARTS, DATASETS_FOLDER, ...WORK_FOLDERS] as const;

/** Parts that are folders; a deployment without files of a kind has none. */
const FOLDERS = ['resumes', LIBRARY_FOLDER, DATASETS_FOLDER, ...WORK_FOLDERS] as const;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Writes the data of a deployment on SQLite into one .tgz, readable by this user only; the server
 * may be running. The database is copied first, as it is at one moment. The files that it names are
 * copied after it; files that the copy of the database does not name are deleted after a restore.
 *
 * @returns bytes of the archive.
 * @throws ConfigError on PostgreSQL, without a database, or when the file exists.
 */
export async function backUp(
  { dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>,
  file: string,
): Promise<number> {
  if (databaseUrl !== undefined) {
    throw new ConfigError(
      `The database is on PostgreSQL: use pg_dump --format=custom --file=<file> "$DATABASE_URL" (back with pg_restore --clean --if-exists --dbname="$DATABASE_URL" <file>), then copy ${join(dataFolder, 'resumes')}, ${join(dataFolder, LIBRARY_FOLDER)}, ${join(dataFolder, DATASETS_FOLDER)}, ${WORK_FOLDERS.map((name) => join(dataFolder, name)).join(', ')} and ${join(dataFolder, 'secret')}.`,
    );
  }
  const database = join(dataFolder, SQLITE_FILE);
  if (!(await exists(database)))
    throw new ConfigError(`There is no database in DATA_DIR ${dataFolder}.`);
  const target = resolve(file);
  if (await exists(target)) throw new ConfigError(`${target} exists already: choose another name.`);
  const work = await mkdtemp(join(dirname(target), '.lumenloom-backup-')).catch(
    (error: unknown) => {
      throw new ConfigError(
        `${dirname(target)} takes no files: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`,
      );
    },
  );
  try {
    const live = new Libsql(database);
    live.prepare('vacuum into ?').run(join(work, SQLITE_FILE));
    live.close();
    await cp(join(dataFolder, 'secret'), join(work, 'secret'));
    for (const folder of FOLDERS) {
      await mkdir(join(work, folder));
      if (await exists(join(dataFolder, folder)))
        await cp(join(dataFolder, folder), join(work, folder), { recursive: true });
    }
    const draft = join(work, basename(target));
    await tar('-czf', draft, '-C', work, ...BACKUP_PARTS);
    await chmod(draft, 0o600);
    await link(draft, target);
    return (await stat(target)).size;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
