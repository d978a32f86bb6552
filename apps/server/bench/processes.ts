import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulationReport } from '@lumenloom/engine';
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

/** Paths of the reports of runs in a result store. */
async function reportsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

/** When the results of runs were stored, epoch milliseconds in order. */
export async function storedAt(folder: string): Promise<number[]> {
  const times = await Promise.all(
    (await reportsIn(folder)).map(async (file) => (await stat(file)).mtimeMs),
  );
  return times.sort((one, other) => one - other);
}

/** Times of the runs, milliseconds, in the order in which they were stored. */
export async function timesOfRuns(folder: string): Promise<number[]> {
  const runs = await Promise.all(
    (await reportsIn(folder)).map(async (file) => ({
      at: (await stat(file)).mtimeMs,
      ms: (JSON.parse(await readFile(file, 'utf8')) as SimulationReport).totalMs,
    })),
  );
  return runs.sort((one, other) => one.at - other.at).map(({ ms }) => ms);
}
