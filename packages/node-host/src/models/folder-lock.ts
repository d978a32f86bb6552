import { open, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How often the holder shows that it lives, and how often others look, in milliseconds. */
const BEAT_MS = 500;
/** A lock without a beat for this long was left behind by a process that is gone. */
const STALE_MS = 10_000;

/**
 * Does `work` while no other process does it in the same folder, which must exist.
 *
 * @param waiting is called now and then while another process is at work.
 * @throws what `work` throws, and the reason of `signal` when it aborts while waiting.
 */
export async function withFolderLock<Value>(
  folder: string,
  { signal, waiting }: { readonly signal: AbortSignal; readonly waiting: () => Promise<void> },
  work: () => Promise<Value>,
): Promise<Value> {
  const lock = join(folder, '.fetching');
  while (!(await take(lock))) {
    await waiting();
    await sleep(BEAT_MS, undefined, { signal });
  }
  const beat = setInterval(() => {
    const now = new Date();
    void utimes(lock, now, now).catch(() => undefined);
  }, BEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(lock, { force: true });
  }
}

async function take(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > STALE_MS) await rm(lock, { force: true });
    return false;
  }
}
