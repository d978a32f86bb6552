import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BITS } from '@lumenloom/engine';
import { addExperiment, experimentsOf, type Stored } from '../dist/runs/experiment-rows.js';
import type { ConductedGoal } from '../dist/runs/run-order.js';
import { workFolder } from '../dist/runs/work-folder.js';
import { Cluster } from '../tests/cluster.ts';
import type { Postgres } from '../tests/run-postgres.ts';
import type { ServerProcess } from '../tests/server-process.ts';
import type { Outcome } from './row.ts';

/** Longest pause before a fault, from the first part of a piece of work on, in milliseconds. */
export const PAUSE_MS = 1000;
/** A fault and all that follows from it must be over by then, in milliseconds. */
const RECOVERY_MS = 120_000;
/** So that nobody waits long for the lease of what was killed. */
const QUICK = { RECOVERY_SECONDS: '2', MAX_RUNNING_RUNS: '1' };

/** Work of a process into a folder: an evaluation or a study. */
export interface Work {
  readonly goal: ConductedGoal;
  readonly document: object;
  /** Number of the parts that must have ended, and what they are. */
  readonly parts: number;
  readonly note: string;
  /** Files that must be the same, whatever happens. */
  readonly files: readonly string[];
}

type Status = Stored[ConductedGoal];

/** What is broken, and how it is started anew. */
interface Stage {
  /** The processes that compute. */
  readonly computing: ServerProcess[];
  readonly startAgain: (environment?: Readonly<Record<string, string>>) => Promise<ServerProcess>;
}

/** Prepares the folder of all such work, does the work, and puts the folder right again. */
type UseFolder = (folder: string, work: () => Promise<void>) => Promise<void>;

/** How work is disturbed. */
interface Disturbance {
  readonly tries: number;
  readonly isOnWorkers: boolean;
  readonly fault: (stage: Stage) => Promise<void>;
  readonly useFolder?: UseFolder;
  /** The PostgreSQL of the caller. */
  readonly shared?: Postgres | undefined;
}

/**
 * Computes the same work once undisturbed and then once for each fault: it must end with the same
 * files, every part once.
 */
export async function workUnder(
  { goal, document, parts, note, files: names }: Work,
  { tries, isOnWorkers, fault, useFolder = (_, work) => work(), shared }: Disturbance,
): Promise<Outcome> {
  return Cluster.use(
    async (cluster) => {
      const failures: string[] = [];
      let worstMs = 0;
      const user = await cluster.addUser();
      const startAgain: Stage['startAgain'] = (environment) =>
        isOnWorkers
          ? cluster.startWorker({ ...QUICK, ...environment })
          : cluster.startServer({ ...QUICK, COMPUTE_QUEUE: 'embedded', ...environment });
      if (isOnWorkers) await cluster.startServer(QUICK);
      const computing = [await startAgain()];
      if (isOnWorkers) computing.push(await startAgain());
      const until = async (id: string, fulfils: (status: Status) => boolean): Promise<Status> => {
        for (const end = performance.now() + RECOVERY_MS; ;) {
          const [status] = await experimentsOf(cluster.database, goal, user, { id });
          if (status && fulfils(status)) return status;
          if (performance.now() > end) throw new Error(`it is ${JSON.stringify(status)}`);
          await setTimeout(20);
        }
      };
      const compute = async (during?: () => Promise<void>): Promise<string> => {
        const work = { userId: user, document, parts: 0, now: Date.now() };
        const id = await addExperiment(cluster.database, goal, work);
        const folder = workFolder(cluster.dataFolder, goal, id);
        if (during) {
          await until(id, ({ done }) => done > 0);
          await setTimeout(Math.random() * PAUSE_MS);
          await during();
        }
        const began = performance.now();
        const { state, message, done } = await until(id, ({ endedAt }) => endedAt !== null);
        if (during) worstMs = Math.max(worstMs, performance.now() - began);
        if (state !== 'done' || done !== parts) failures.push(`${state}, ${done} done: ${message}`);
        const files = names.map((name) => readFile(join(folder, name), 'utf8').catch(() => name));
        return (await Promise.all(files)).join('');
      };
      await useFolder(join(cluster.dataFolder, goal), async () => {
        const reference = await compute();
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const files = await compute(() => fault({ computing, startAgain }));
          if (files !== reference) failures.push(`try ${attempt}: other files`);
        }
      });
      return {
        tries,
        failures,
        worstMs,
        note: `${note}; the time is from the fault to their end`,
      };
    },
    { shared },
  );
}

/** kill -9 of one that computes; others of its kind go on with its parts, or with all of it. */
export const killed = async ({ computing, startAgain }: Stage): Promise<void> => {
  const [victim] = computing.splice(Math.floor(Math.random() * computing.length), 1);
  victim!.kill('SIGKILL');
  await victim!.ended;
  computing.push(await startAgain());
};

/** The same for all, but another version with the same bits takes it over. */
export const upgraded = async ({ computing, startAgain }: Stage): Promise<void> => {
  for (const victim of computing.splice(0)) {
    victim.kill('SIGKILL');
    await victim.ended;
    computing.push(await startAgain({ OTHER_PROGRAMS: `0.2.0 ${BITS} v24.99.0` }));
  }
};
