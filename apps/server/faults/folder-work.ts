import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readEvaluationDocument, readStudyDocument, type Decoded } from '@lumenloom/contract';
import { EVALUATION_LIMITS } from '../dist/evaluations/evaluation-rows.js';
import { workFolder } from '../dist/folder-work/work-folder.js';
import {
  addWork,
  workOf,
  type WorkLimits,
  type WorkStatus,
} from '../dist/folder-work/work-rows.js';
import { STUDY_LIMITS } from '../dist/studies/study-rows.js';
import { Cluster } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import type { ServerProcess } from '../tests/server-process.ts';
import type { Outcome, Row } from './row.ts';
import { mountTmpfs, noMounts, unmount } from './storage.ts';

const PICTURES = 30;
const RUNS = 120;
/** Longest pause before a fault, from the first part of the work on, in milliseconds. */
const PAUSE_MS = 1000;
/** A fault and all that follows from it must be over by then, in milliseconds. */
const RECOVERY_MS = 120_000;
/** So that nobody waits long for the lease of what was killed. */
const QUICK = { RECOVERY_SECONDS: '2', MAX_RUNNING_RUNS: '1' };

/** A kind of work, and a document of it. */
interface Kind {
  readonly limits: WorkLimits;
  readonly document: object;
  /** Pictures or runs. */
  readonly parts: number;
  /** What a row begins with. */
  readonly known: number;
  /** Files that must be the same after any fault. */
  readonly files: readonly string[];
  readonly what: string;
}

function checked<Document extends object>(decoded: Decoded<Document>): Document {
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value;
}

const EVALUATION: Kind = {
  limits: EVALUATION_LIMITS,
  ...{ parts: PICTURES, known: 0, what: `evaluations of ${PICTURES} pictures` },
  files: ['images.ndjson', 'results.json', 'report.html'],
  document: checked(
    readEvaluationDocument({
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
    }),
  ),
};

const STUDY: Kind = {
  limits: STUDY_LIMITS,
  ...{ parts: RUNS, known: RUNS, what: `studies of ${RUNS} runs` },
  // results.json says how often stages were computed, which a fault changes.
  files: ['results.ndjson', 'results.csv', 'best-recipe.json'],
  document: checked(
    readStudyDocument({
      name: 'Faults',
      recipe: {
        scene: 'Macbeth',
        illuminant: 'D65',
        sensor: 'Bayer-grbg',
        sensorParams: { rows: 240, cols: 360, pixel_size: 4 },
        isp: 'Fast-openISP',
      },
      vary: [
        { path: 'ispParams.awbR', from: 900, to: 2400, whole: true },
        { path: 'ispParams.awbB', from: 900, to: 4000, whole: true },
      ],
      objectives: [{ figure: 'measurements.colour.mean', goal: 'minimise' }],
      algorithm: { name: 'cma-es' },
      budget: { runs: RUNS },
    }),
  ),
};

/** What is broken, and how it is started anew. */
interface Stage {
  /** The process that computes. */
  readonly computing: { current: ServerProcess };
  readonly startAgain: () => Promise<ServerProcess>;
}

/** Prepares the folder of all work of a kind, does the work, and puts the folder right again. */
type UseFolder = (folder: string, work: () => Promise<void>) => Promise<void>;

/**
 * Computes the same work once undisturbed and then once for each fault: it must end with the same
 * files, every part once.
 */
async function workUnder(
  { limits, document, parts, known, files, what }: Kind,
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
      fulfils: (status: WorkStatus<unknown>) => boolean,
    ): Promise<WorkStatus<unknown>> => {
      for (const end = performance.now() + RECOVERY_MS; ;) {
        const [status] = await workOf(cluster.database, limits.table, user, id);
        if (status && fulfils(status)) return status;
        if (performance.now() > end) throw new Error(`it is ${JSON.stringify(status)}`);
        await setTimeout(20);
      }
    };
    const compute = async (during?: () => Promise<void>): Promise<string> => {
      const none = async (): Promise<void> => undefined;
      const work = { userId: user, document, parts: known, now: Date.now() };
      const id = await addWork(cluster.database, limits, work, none);
      const folder = workFolder(cluster.dataFolder, limits.table, id);
      if (during) {
        await until(id, ({ done }) => done > 0);
        await setTimeout(Math.random() * PAUSE_MS);
        await during();
      }
      const began = performance.now();
      const { state, message, done } = await until(id, ({ endedAt }) => endedAt !== null);
      if (during) worstMs = Math.max(worstMs, performance.now() - began);
      if (state !== 'done' || done !== parts) failures.push(`${state}, ${done} done: ${message}`);
      const texts = files.map((name) => readFile(join(folder, name), 'utf8').catch(() => name));
      return (await Promise.all(texts)).join('');
    };
    await useFolder(join(cluster.dataFolder, limits.table), async () => {
      const reference = await compute();
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const written = await compute(() => fault({ computing, startAgain }));
        if (written !== reference) failures.push(`try ${attempt}: other files`);
      }
    });
    return {
      ...{ tries, failures, worstMs },
      note: `${what}; the time is from the fault to their end`,
    };
  });
}

/** kill -9 of what computes; another process of its kind takes the work over. */
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
  run: (tries) => workUnder(EVALUATION, tries, false, killed),
};

/** kill -9 of the worker that computes; another worker goes on. */
export const evaluationWorkerKilled: Row = {
  name: 'evaluation-worker-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => workUnder(EVALUATION, tries, true, killed),
};

/** The same for studies: no run is lost or doubled. */
export const studyServerKilled: Row = {
  name: 'study-server-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => workUnder(STUDY, tries, false, killed),
};

export const studyWorkerKilled: Row = {
  name: 'study-worker-killed',
  tries: 10,
  impossible: () => noPostgres,
  run: (tries) => workUnder(STUDY, tries, true, killed),
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
    return workUnder(EVALUATION, tries, false, fill, async (folder, work) => {
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
