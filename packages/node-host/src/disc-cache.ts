import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '@lumenloom/engine';

/** Where tables are kept: LUMENLOOM_CACHE, else where programs of this user keep what can be made again. */
const folder =
  process.env['LUMENLOOM_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'lumenloom');

/** Keeps lens tables on disc. A cache that cannot be read or written costs time, never a run. */
export const discCache: NonNullable<Host['cache']> = {
  get: async (key) => readFile(join(folder, key)).catch(() => undefined),
  set: async (key, bytes) => {
    // Written beside and renamed, so that another process never reads half a table.
    const unfinished = join(folder, `${key}.${process.pid}-${performance.now()}`);
    await mkdir(folder, { recursive: true })
      .then(() => writeFile(unfinished, bytes))
      .then(() => rename(unfinished, join(folder, key)))
      .catch(() => undefined);
  },
};
