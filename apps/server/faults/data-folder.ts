import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProcess, type ServerProcess } from '../tests/server-process.ts';

/** Runs with a data folder of its own, and removes it. */
export async function withDataFolder<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-faults-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the mails that have arrived: looking for a code reads all of them. */
export async function emptyOutbox(dataFolder: string): Promise<void> {
  const outbox = join(dataFolder, 'outbox');
  for (const file of await readdir(outbox).catch((): string[] => []))
    await rm(join(outbox, file), { force: true });
}

/** The fault inside the server: a module of `inject/`, by its name. */
export type Injection = 'calls' | 'clock' | 'no-simd' | 'unruly';

/** The built server on a data folder, with limits that do not matter here. */
export const startOn = (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
  injection?: Injection,
): ServerProcess =>
  startProcess(
    {
      DATA_DIR: dataFolder,
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1000000',
      COMPUTE_AUTH: 'open',
      ...environment,
    },
    {
      args: ['--no-demo'],
      preload: injection && new URL(`./inject/${injection}.mjs`, import.meta.url),
    },
  );

/** Sends the signal that an injection waits for, and waits until the server says that it came. */
export async function inject(server: ServerProcess): Promise<void> {
  const said = server.output().length;
  server.kill('SIGCONT');
  while (!server.output().slice(said).includes('fault: set')) await setTimeout(5);
}

/** Resident memory of a process, in megabytes. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
