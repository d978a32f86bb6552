import { readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@lumenloom/engine';
import { makeFolder } from './output-paths.ts';

/**
 * Folder of lens tables and of example data sets: LUMENLOOM_CACHE, or else the user's cache folder.
 */
export const cacheFolder =
  process.env['LUMENLOOM_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lumenloom');

/**
 * Keeps lens tables on disc. When the cache cannot be read or written, tables are computed again.
 */
export const discCache: NonNullable<Host['cache']> = {
  get: async (key) => readFile(join(cacheFolder, key)).catch(() => undefined),
  set: async (key, bytes) => {
    // Written to another file and then renamed, so that other processes never read an incomplete
    // table.
    const unfinished = join(cacheFolder, `${key}.${process.pid}-${performance.now()}`);
    try {
      makeFolder(cacheFolder);
      await writeFile(unfinished, bytes);
      await rename(unfinished, join(cacheFolder, key));
    } catch {
      // Computed again next time.
    }
  },
};
