import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readEvaluationDocument, type EvaluationStatus } from '@lumenloom/contract';
import { evaluationFolder } from '../dist/evaluations/evaluation-files.js';
import { EVALUATION_LIMITS, evaluationsOf } from '../dist/evaluations/evaluation-rows.js';
import { addWork } from '../dist/folder-work/work-rows.js';
import { Cluster } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import type { ServerProcess } from '../tests/server-process.ts';
import type { Outcome, Row } from './row.ts';
import { mountTmpfs, noMounts, unmount } from './storage.ts';

const PICTURES = 30;
/** Longest pause before a fault, from the first picture of an evaluation on, in milliseconds. */
const PAUSE_MS = 1000;
/** A fault and all that follows from it must be over by then, in milliseconds. */
const RECOVERY_MS = 120_000;
/** So that nobody waits long for the lease of what was killed. */
const QUICK = { RECOVERY_SECONDS: '2', MAX_RUNNING_RUNS: '1' };

const decoded = readEvaluationDocument({
  name: 'Faults',
  dataset: 'example:marks',
  network: 'example:marks',
  scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
  images: PICTURES,
  cameras: {
    small: {
      optics: 'Double-Gauss',
      sensor: 'Bayer-grbg',
      sensorParams: { rows: 60, cols: 80, pixel_size: 9 },
      isp: 'Fast-openISP',
    },
  },
  bootstrap: { draws: 20 },
});
if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
const document = decoded.value;

/** What is broken, and how it is started anew. */
interface Stage {
  /** The process that computes. */
  readonly computing: { current: ServerProcess };
  readonly startAgain: () => Promise<ServerProcess>;
}

/** Prepares the folder of all evaluations, does the work, and puts the folder right again. */
type UseFolder = (folder: string, work: () => Promise<void>) => Promise<void>;

/**
 * Computes the same evaluation once undisturbed and then once for each fault: it must end with the
 * same files, every picture once.
 */
async function evaluationsUnder(
  tries: number,
  isOnWorkers: boolean,
  fault: (stage: Stage) => Promise<void>,
  useFolder: UseFolder = (_, work) => work(),
): Promise<Outcome> {
  return Cluster.use(async (cluster) => {
    const failures: string[] = [];
    let worstMs = 0;
    const user = await cluster.addUser();
    const startAgain = (): Promise<ServerProcess> =>
      isOnWorkers
        ? cluster.startWorker(QUICK)
        : cluster.startServer({ ...QUICK, COMPUTE_QUEUE: 'embedded' });
    if (isOnWorkers) await cluster.startServer(QUICK);
    const computing = { current: await startAgain() };
    const until = async (
      id: string,
      fulfils: (status: EvaluationStatus) => boolean,
    ): Promise<EvaluationStatus> => {
      for (const end = performance.now() + RECOVERY_MS; ;) {
        const [status] = await evaluationsOf(cluster.database, user, id);
        if (status && fulfils(status)) return status;
        if (performance.now() > end) throw new Error(`it is ${JSON.stringify(status)}`);
        await setTimeout(20);
      }
    };
    const compute = async (during?: () => Promise<void>): Promise<string> => {
      const none = async (): Promise<void> => undefined;
      const work = { userId: user, document, parts: 0, now: Date.now() };
      const id = await addWork(cluster.database, EVALUATION_LIMITS, work, none);
      const folder = evaluationFolder(cluster.dataFolder, id);
      if (during) {
        await until(id, ({ done }) => done > 0);
        await setTimeout(Math.random() * PAUSE_MS);
        await during();
      }
      const began = performance.now();
      const { state, message, done } = await until(id, ({ endedAt }) => endedAt !== null);
      if (during) worstMs = Math.max(worstMs, performance.now() - began);
      if (state !== 'done' || done !== PICTURES)
        failures.push(`${state}, ${done} done: ${message}`);
      const names = ['images.ndjson', 'results.json', 'report.html'];
      const files = names.map((name) => readFile(join(folder, name), 'utf8').catch(() => name));
      return (await Promise.all(files)).join('');
    };
    await useFolder(join(cluster.dataFolder, 'evaluations'), async () => {
      const reference = await compute();
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const files = await compute(() => fault({ computing, startAgain }));
        if (files !== reference) failures.push(`try ${attempt}: other files`);
      }
    });
    return {
      ...{ tries, failures, worstMs },
      note: `evaluations of ${PICTURES} pictures; the time is from the fault to their end`,
    };
  });
}

/** kill -9 of what computes; another process of its kind takes the evaluation over. */
const killed = async ({ computing, startAgain }: Stage): Promise<void> => {
  computing.current.kill('SIGKILL');
  await computing.current.ended;
  computing.current = await startAgain();
};

/** kill -9 of a server without workers, which starts again. */
export const evaluationServerKilled: Row = {
  name: 'evaluation-server-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => evaluationsUnder(tries, false, killed),
};

/** kill -9 of the worker that computes; another worker goes on. */
export const evaluationWorkerKilled: Row = {
  name: 'evaluation-worker-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => evaluationsUnder(tries, true, killed),
};

/** The disk of the evaluations is full for a while: pictures that could not be kept come again. */
export const evaluationDiskFull: Row = {
  name: 'evaluation-disk-full',
  tries: 3,
  impossible: () => noPostgres ?? noMounts(),
  run: (tries) => {
    let filler = '';
    const fill = async (): Promise<void> => {
      try {
        for (const chunk = Buffer.alloc(4096); ;) await appendFile(filler, chunk);
      } catch {
        await setTimeout(3 * PAUSE_MS);
      } finally {
        await rm(filler);
      }
    };
    return evaluationsUnder(tries, false, fill, async (folder, work) => {
      filler = join(folder, 'filler');
      await mkdir(folder, { recursive: true });
      mountTmpfs(folder);
      try {
        await work();
      } finally {
        unmount(folder);
      }
    });
  },
};
