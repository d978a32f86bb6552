import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { STAGE_ARRAYS, type SimulationPlan, type StageArray } from '@lumenloom/engine';
import { MINUTE_MS } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { releaseLeftovers } from '../disk-ledger.ts';
import { PROGRAMS } from '../programs.ts';

/**
 * The name of a plan's results: the same plan, computed by the same programs, has the same.
 *
 * @param device name of the GPU that computes them; undefined: the processor.
 */
export const resultKey = (plan: SimulationPlan, device: string | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([PROGRAMS, plan, ...(device === undefined ? [] : [device])]))
    .digest('hex');

/** Folder of the results in DATA_DIR, which servers and workers share. */
export const RESULTS_FOLDER = 'results';

/** The file of an array between the stages. */
export const arrayKind = <Name extends StageArray>(name: Name): `${Name}.npy` => `${name}.npy`;

/**
 * The store keeps, for each plan, its report and, where asked for, its picture, the arrays between
 * the stages and a list of these arrays, written last; and lines of answers on their way from a
 * worker to a server.
 */
const RESULT_KINDS = ['json', 'png', ...STAGE_ARRAYS.map(arrayKind), 'stages', 'line'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

/** Bytes, or a file that is copied. */
type Bytes = Uint8Array | string | { readonly file: string };

/**
 * Results by the hash of what was computed. Everything that reads or writes them goes through these
 * three functions.
 */
export interface ResultStore {
  /** undefined when there is none. */
  readonly read: (key: string, kind: ResultKind) => Promise<Buffer | undefined>;
  readonly write: (key: string, kind: ResultKind, bytes: Bytes) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

/** Results in a folder, which several machines may share. */
export function folderStore(folder: string): ResultStore {
  const fileOf = (key: string, kind: ResultKind): string =>
    join(folder, key.slice(0, 2), `${key}.${kind}`);
  return {
    read: (key, kind) =>
      readFile(fileOf(key, kind)).catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }),
    write: async (key, kind, bytes) => {
      const file = fileOf(key, kind);
      await mkdir(dirname(file), { recursive: true });
      // Renamed into place, so that nobody reads half of it.
      const part = `${file}.${randomUUID()}`;
      try {
        if (typeof bytes === 'object' && 'file' in bytes) await copyFile(bytes.file, part);
        // A line is read at once; after a crash nobody asks for it.
        else await writeFile(part, bytes, { flush: kind !== 'line' });
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    remove: async (key) => {
      await Promise.all(RESULT_KINDS.map((kind) => rm(fileOf(key, kind), { force: true })));
    },
  };
}

/**
 * Results that no sweep refers to are kept this long, in milliseconds: a run stores its result
 * before its row.
 */
const UNUSED_MS = 30 * MINUTE_MS;
/** How often they are deleted, in milliseconds. */
export const PURGE_MS = 10 * MINUTE_MS;

/**
 * Deletes results that no sweep refers to any more, and gives their room back.
 *
 * @param now epoch milliseconds, as file systems count them.
 */
export async function purgeResults(
  database: Database,
  folder: string,
  store: ResultStore,
  now: number,
): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const kept = new Set<string>();
  for (const name of names) {
    const [, key] = /([\da-f]{64})\.[a-z.]+$/.exec(name) ?? [];
    if (key === undefined || kept.has(key)) continue;
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs < UNUSED_MS) continue;
    const used = await database
      .selectFrom('experimentRuns')
      .select('run')
      .where('resultKey', '=', key)
      .limit(1)
      .executeTakeFirst();
    if (used) kept.add(key);
    else await store.remove(key);
  }
  await releaseLeftovers(database, 'results', now - UNUSED_MS);
}
