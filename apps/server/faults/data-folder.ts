import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** The built server on a data folder, with limits that do not matter here. */
export const startOn = (
  dataFolder: string,
  environment: Readonly<Record<string, string>> = {},
): ServerProcess =>
  startProcess(
    {
      DATA_DIR: dataFolder,
      TRUST_PROXY: '1',
      RATE_LIMIT_FACTOR: '1000000',
      COMPUTE_AUTH: 'open',
      ...environment,
    },
    { args: ['--no-demo'] },
  );
