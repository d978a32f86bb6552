/**
 * `npm run bench -- experiments [runs [pictures]]`: what a study and an evaluation take on one and
 * on two workers of one thread, side by side on one cluster. Meaningful on a quiet machine only.
 */
import { loadavg } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { readEvaluationDocument, readStudyDocument, type Decoded } from '@lumenloom/contract';
import { addExperiment, experimentsOf } from '../dist/runs/experiment-rows.js';
import { Cluster } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';

const [runs = 200, pictures = 100] = process.argv.slice(3).map(Number);
/** How often an experiment is looked at, in milliseconds. */
const POLL_MS = 50;
/** The first runs of a worker load and compile what the others use. */
const WARM = 16;

const valueOf = <Value>(decoded: Decoded<Value>): Value => {
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.problems));
  return decoded.value;
};

const study = (count: number) =>
  valueOf(
    readStudyDocument({
      name: 'Noise',
      recipe: {
        scene: 'Macbeth',
        illuminant: 'D65',
        sensor: 'Bayer-grbg',
        sensorParams: { rows: 1350, cols: 1800 },
        isp: 'Fast-openISP',
      },
      vary: [
        { path: 'sensorParams.read_noise', name: 'noise', from: 1, to: 4 },
        { path: 'sensorParams.analog_gain', name: 'gain', from: 1, to: 4 },
      ],
      objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
      algorithm: { name: 'tpe' },
      budget: { runs: count },
    }),
  );

const evaluation = (count: number) =>
  valueOf(
    readEvaluationDocument({
      name: 'Marks',
      dataset: 'example:marks',
      network: 'example:marks',
      scene: { hfov: 21, luminance: 100, illuminant: 'D65' },
      images: count,
      cameras: {
        lens: {
          optics: 'Double-Gauss',
          sensor: 'Bayer-grbg',
          sensorParams: { rows: 480, cols: 640, pixel_size: 4 },
          isp: 'Fast-openISP',
        },
      },
    }),
  );

const goals = [
  { name: 'study', goal: 'studies', parts: runs, documentOf: study },
  { name: 'evaluation', goal: 'evaluations', parts: pictures, documentOf: evaluation },
] as const;

async function timesOf({ name, goal, parts, documentOf }: (typeof goals)[number]): Promise<void> {
  await Cluster.use(
    async (cluster) => {
      await cluster.startServer({ MAX_RUNNING_RUNS: '1', THREADS_PER_RUN: '1' });
      const user = await cluster.addUser();
      /** From the request to the end, in milliseconds. */
      const timed = async (count: number): Promise<number> => {
        const began = performance.now();
        const row = { userId: user, document: documentOf(count), parts: 0, now: Date.now() };
        const id = await addExperiment(cluster.database, goal, row);
        for (;;) {
          const [status] = await experimentsOf(cluster.database, goal, user, { id });
          if (status?.state === 'failed') throw new Error(status.message);
          if (status?.state === 'done') return performance.now() - began;
          await setTimeout(POLL_MS);
        }
      };
      const walls: number[] = [];
      for (const workers of [1, 2]) {
        await cluster.startWorker();
        await timed(WARM * workers);
        walls.push(await timed(parts));
        const [one, now] = [walls[0]!, walls.at(-1)!];
        console.log(
          `${name} of ${parts}, workers: ${workers}   ${(now / 1000).toFixed(1)} s, ${(now / parts).toFixed(0)} ms each; ${(now / one).toFixed(2)} of one worker (load ${loadavg()[0]!.toFixed(1)})`,
        );
      }
    },
    { fsync: true },
  );
}

if (noPostgres !== undefined) console.log(`PostgreSQL ${noPostgres}`);
else for (const goal of goals) await timesOf(goal);
