import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { messages } from '@lumenloom/contract';
import { Cluster, gridOf } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import { startOn, withDataFolder } from './data-folder.ts';
import type { Row } from './row.ts';
import { mountTmpfs, noMounts, unmount } from './storage.ts';
import { PASSWORD, Visitor } from './visitor.ts';

const RUNS = 30;
/** Long enough for three pauses of a server, in milliseconds. */
const FULL_MS = 16_000;
/** A pause that has begun ends within this, in milliseconds. */
const RECOVERY_MS = 90_000;

/**
 * The disk of the results is full for a while, on a server without workers: the sweep says so, is
 * not computed again and again, and goes on by itself.
 */
export const sweepDiskFull: Row = {
  name: 'sweep-disk-full',
  tries: 2,
  impossible: () => noPostgres ?? noMounts(),
  run: (tries) =>
    Cluster.use(async (cluster) => {
      const failures: string[] = [];
      let worstMs = 0;
      let warnings = 0;
      const server = await cluster.startServer({
        COMPUTE_QUEUE: 'embedded',
        MAX_RUNNING_RUNS: '1',
      });
      const user = await cluster.addUser();
      const folder = join(cluster.dataFolder, 'results');
      await mkdir(folder, { recursive: true });
      mountTmpfs(folder);
      try {
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const filler = join(folder, 'filler');
          await writeFile(filler, Buffer.alloc(32e6)).catch(() => undefined);
          const before = server.output().length;
          const id = await cluster.addSweep(user, gridOf(RUNS, { name: `Full ${attempt}` }));
          await cluster.until(user, id, ({ message }) => message === messages.waitsForDisk, {
            patienceMs: RECOVERY_MS,
          });
          await setTimeout(FULL_MS);
          const tried =
            server
              .output()
              .slice(before)
              .match(/could not be stored/g)?.length ?? 0;
          warnings = Math.max(warnings, tried);
          await rm(filler);
          const began = performance.now();
          const { state, message, done } = await cluster.ended(user, id, RECOVERY_MS);
          worstMs = Math.max(worstMs, performance.now() - began);
          if (state !== 'done' || message !== '' || done !== RUNS)
            failures.push(`try ${attempt}: ${state}, ${done} runs: ${message}`);
          await rm(folder, { recursive: true, force: true }).catch(() => undefined);
        }
      } finally {
        unmount(folder);
      }
      if (warnings > 16) failures.push(`${warnings} tries to store within ${FULL_MS / 1000} s`);
      return {
        tries,
        failures,
        worstMs,
        note: `sweeps of ${RUNS} runs, at most ${warnings} tries in ${FULL_MS / 1000} s; the time is from free disk to their end`,
      };
    }),
};

const MEGABYTE = 1e6;
const QUOTA_MB = 10;
const UPLOADS = 8;

/** Bytes of all files in a folder. */
async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const sizes = names.map((name) =>
    stat(join(folder, name)).then(
      (one) => (one.isFile() ? one.size : 0),
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Uploads at once, each with nearly the whole quota: together they never fill more than it. */
export const uploadsAtOnce: Row = {
  name: 'uploads-at-once',
  tries: 10,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const [began, library] = [performance.now(), join(folder, 'library')];
      let most = 0;
      const server = startOn(folder, { LIBRARY_MB: String(QUOTA_MB), WORKBENCH_FEATURES: 'all' });
      const address = await server.listening();
      try {
        const visitor = new Visitor(address);
        if (!(await visitor.signUp('a@example.com', folder))) failures.push('no account');
        await visitor.post('/api/login', { email: 'a@example.com', password: PASSWORD });
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const uploads = Array.from({ length: UPLOADS }, () => {
            const form = new FormData();
            form.append('kind', 'light');
            form.append('file', new Blob([new Uint8Array(0.9 * QUOTA_MB * MEGABYTE)]), 'a.csv');
            return visitor.post('/api/library', form);
          });
          const state = { isOver: false };
          const answers = Promise.all(uploads).finally(() => {
            state.isOver = true;
          });
          while (!state.isOver) most = Math.max(most, await bytesIn(library));
          for (const { status } of await answers)
            if (status !== 413 && status !== 422 && status !== 429)
              failures.push(`try ${attempt}: an upload was answered with ${status}`);
        }
      } finally {
        server.kill('SIGTERM');
        await server.ended;
      }
      if (most > QUOTA_MB * MEGABYTE)
        failures.push(`${most} bytes lay there under a quota of ${QUOTA_MB} MB`);
      return {
        tries,
        failures,
        worstMs: performance.now() - began,
        note: `${UPLOADS} uploads at once, at most ${(most / MEGABYTE).toFixed(1)} of ${QUOTA_MB} MB; the time is of all`,
      };
    }),
};
