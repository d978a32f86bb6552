import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@lumenloom/engine';
import { makeFolder } from './output-paths.ts';

/** Folder of the tables: LUMENLOOM_CACHE, or else the user's cache folder. */
const folder =
  process.env['LUMENLOOM_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lumenloom');

/**
 * Keeps lens tables on disc. When the cache cannot be read or written, tables are computed again.
 */
export const discCache: NonNullable<Host['cache']> = {
  get: async (key) => readFile(join(folder, key)).catch(() => undefined),
  set: async (key, bytes) => {
    // Written to another file and then renamed, so that other processes never read an incomplete
    // table.
    const unfinished = join(folder, `${key}.${process.pid}-${performance.now()}`);
    try {
      makeFolder(folder);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(folder, key));
    } catch {
      // Computed again next time.
    }
  },
};
