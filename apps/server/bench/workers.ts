/**
 * `npm run bench -- workers`: what a sweep takes on 1, 2 and 3 workers, and how long a simulation
 * waits beside a sweep of 10,000 runs. Meaningful on a quiet machine only.
 */
import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { Cluster, gridOf } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import { allEvents, resultOf, TINY } from '../tests/start-server.ts';
import { cpuOfPostgres, storedAt, timesOfRuns } from './processes.ts';

/** Runs of the sweep that is timed, each of about 350 ms on one thread. */
const RUNS = 200;
const WARM_UP_RUNS = 2;
const MOST_WORKERS = 3;
const LARGE_SWEEP = 10_000;
/** Runs of the large sweep before those that say what a run takes. */
const EARLY_RUNS = 50;
const SIMULATIONS = 200;
/**
 * How often a sweep is looked at, in milliseconds: seldom, because that costs PostgreSQL time too.
 */
const POLL_MS = 200;

const { recipe } = gridOf(1) as { readonly recipe: object };
const document = gridOf(RUNS, {
  recipe: { ...recipe, sensorParams: { rows: 1350, cols: 1800 } },
});

const quantile = (values: readonly number[], fraction: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * fraction))
  ]!;

async function wallTimes(): Promise<void> {
  await Cluster.use(
    async (cluster) => {
      await cluster.startServer({ MAX_RUNNING_RUNS: '1', THREADS_PER_RUN: '1' });
      const user = await cluster.addUser();
      const timed = async (
        runs: object,
      ): Promise<{ wall: number; postgres: number; run: number }> => {
        await rm(join(cluster.dataFolder, 'results'), { recursive: true, force: true });
        const [began, postgres] = [Date.now(), cpuOfPostgres(cluster)];
        const id = await cluster.addSweep(user, runs as Record<string, unknown>);
        await cluster.until(user, id, ({ state }) => state === 'done', { pauseMs: POLL_MS });
        const ends = await storedAt(join(cluster.dataFolder, 'results'));
        return {
          wall: ends.at(-1)! - began,
          postgres: cpuOfPostgres(cluster) - postgres,
          run: (ends.at(-1)! - ends[WARM_UP_RUNS - 1]!) / (ends.length - WARM_UP_RUNS),
        };
      };
      let one = NaN;
      for (let workers = 1; workers <= MOST_WORKERS; workers += 1) {
        await cluster.startWorker();
        // The first runs of a worker load and compile what the others use.
        await timed(gridOf(16 * workers, { ...document, name: `warm ${workers}` }));
        const { wall, postgres, run } = await timed(document);
        if (workers === 1) one = run;
        const expected = (RUNS * one) / Math.min(workers, availableParallelism());
        console.log(
          `${RUNS} runs, workers: ${workers}   ${(wall / 1000).toFixed(1)} s, ${run.toFixed(0)} ms from run to run; ${((wall / expected - 1) * 100).toFixed(1)} % more than ${RUNS} × ${one.toFixed(0)} ms / ${Math.min(workers, availableParallelism())}; PostgreSQL ${((postgres / wall) * 100).toFixed(1)} % of a processor`,
        );
      }
    },
    { fsync: true },
  );
}

/** @param isQueued a worker of one thread computes, otherwise the server on its own threads. */
async function fairness(isQueued: boolean): Promise<void> {
  await Cluster.use(
    async (cluster) => {
      const { address } = await cluster.startServer(isQueued ? {} : { COMPUTE_QUEUE: 'embedded' });
      if (isQueued) await cluster.startWorker();
      const simulate = async (seed: number): Promise<number> => {
        const began = performance.now();
        const response = await fetch(`${address}/simulate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...TINY, seed }),
        });
        if (resultOf(await allEvents(response)) === undefined) throw new Error('no picture');
        return performance.now() - began;
      };
      const times = async (first: number): Promise<number[]> => {
        const all: number[] = [];
        for (let at = 0; at < SIMULATIONS; at += 1) all.push(await simulate(first + at));
        return all;
      };
      await times(0);
      const alone = await times(1000);
      const user = await cluster.addUser();
      const id = await cluster.addSweep(
        user,
        gridOf(LARGE_SWEEP, { recipe: { ...recipe, sensorParams: { rows: 450, cols: 650 } } }),
      );
      // Without simulations beside it: what a run takes.
      await cluster.until(user, id, ({ done }) => done >= EARLY_RUNS + SIMULATIONS, {
        pauseMs: POLL_MS,
      });
      const runs = (await timesOfRuns(join(cluster.dataFolder, 'results'))).slice(EARLY_RUNS);
      const mean = runs.reduce((sum, ms) => sum + ms, 0) / runs.length;
      const beside = await times(2000);
      const { state, done } = await cluster.statusOf(user, id);
      const [p99Alone, p99, p99Run] = [alone, beside, runs].map((times) =>
        quantile(times, 0.99),
      ) as [number, number, number];
      console.log(
        `a simulation on ${isQueued ? 'a worker of one thread' : "the server's threads"} alone: median ${quantile(alone, 0.5).toFixed(0)} ms, p99 ${p99Alone.toFixed(0)} ms; beside a sweep of ${LARGE_SWEEP} (${state}, ${done} done, a run ${mean.toFixed(0)} ms, p99 ${p99Run.toFixed(0)} ms): median ${quantile(beside, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; allowed ${(p99Alone + mean).toFixed(0)} ms with a run of the mean length, ${(p99Alone + p99Run).toFixed(0)} ms with one of the longest`,
      );
    },
    { fsync: true },
  );
}

if (noPostgres !== undefined) console.log(`PostgreSQL ${noPostgres}`);
else {
  console.log(`load before: ${loadavg()[0]!.toFixed(1)}`);
  await fairness(true);
  await fairness(false);
  await wallTimes();
}
