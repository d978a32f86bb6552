import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/schema.ts';
import { resumeType, type ResumeType } from './resume-type.ts';

/** A file that has been received. Its name and place do not come from the sender. */
export interface ReceivedResume {
  readonly storedName: string;
  readonly bytes: number;
  /** undefined: a type that we do not accept. */
  readonly type: ResumeType | undefined;
}

export const resumeFolder = (dataFolder: string): string => join(dataFolder, 'resumes');

/**
 * Stores a resume under a random name, readable by this user only, and determines its type. The
 * caller discards it if it is refused.
 */
export async function receiveResume(folder: string, content: Readable): Promise<ReceivedResume> {
  const storedName = randomUUID();
  const file = join(folder, storedName);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
    const bytes = await readFile(file);
    return { storedName, bytes: bytes.length, type: resumeType(bytes) };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

export const discardResume = (
  folder: string,
  { storedName }: Pick<ReceivedResume, 'storedName'>,
): Promise<void> => rm(join(folder, storedName), { force: true });

const isOfAnApplication = async (database: Database, storedName: string): Promise<boolean> =>
  (await database
    .selectFrom('applications')
    .select('id')
    .where('resumeStoredName', '=', storedName)
    .executeTakeFirst()) !== undefined;

/**
 * Deletes a resume unless its application was stored. If the database does not answer, it stays
 * until the next sweep.
 */
export async function discardUnlessStored(
  database: Database,
  folder: string,
  resume: ReceivedResume,
): Promise<void> {
  const isStored = await isOfAnApplication(database, resume.storedName).catch(() => true);
  if (!isStored) await discardResume(folder, resume);
}

/**
 * Deletes files that belong to no application, as a killed server leaves them, if they were last
 * written before `before` (epoch milliseconds).
 */
export async function sweepResumes(
  database: Database,
  folder: string,
  before: number,
): Promise<void> {
  const files = await readdir(folder).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const storedName of files) {
    const { mtimeMs } = await stat(join(folder, storedName));
    if (mtimeMs < before && !(await isOfAnApplication(database, storedName)))
      await discardResume(folder, { storedName });
  }
}
