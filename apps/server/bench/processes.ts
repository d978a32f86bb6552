import { readdirSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from '../tests/cluster.ts';

/** Clock ticks per second of /proc. */
const TICKS = 100;
const statOf = (pid: number | string): string[] =>
  // The name of the program may contain spaces.
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');

/** Processor time of a process so far, milliseconds. */
export const cpuOf = (pid: number | string): number => {
  const stat = statOf(pid);
  return ((Number(stat[11]) + Number(stat[12])) * 1000) / TICKS;
};

/** Processor time of a PostgreSQL so far, with connections that have ended, milliseconds. */
export function cpuOfPostgres({ databaseUrl }: Cluster): number {
  const folder = decodeURIComponent(/@([^/]+)\//.exec(databaseUrl)![1]!);
  const [pid = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
  const stat = statOf(pid);
  let sum = cpuOf(pid) + ((Number(stat[13]) + Number(stat[14])) * 1000) / TICKS;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry)))
    try {
      if (statOf(name)[1] === pid) sum += cpuOf(name);
    } catch {
      // It has ended meanwhile.
    }
  return sum;
}

/** When the results of runs were stored, epoch milliseconds in order. */
export async function storedAt(folder: string): Promise<number[]> {
  const names = await readdir(folder, { recursive: true });
  const files = names.filter((name) => name.endsWith('.json'));
  const times = await Promise.all(
    files.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return times.sort((one, other) => one - other);
}
