/**
 * `npm run bench -- queue [-- --json]`: what the queue of the workers costs per run of a sweep, per
 * simulation and per job, on a PostgreSQL of its own that writes to the disk.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readEvents } from '@lumenloom/contract';
import { medianOf } from '@lumenloom/engine';
import { planSweep, runSweep } from '@lumenloom/experiment';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { connectionTo, migrateQueue } from '../dist/queue/queue-connection.js';
import { Cluster, gridOf } from '../tests/cluster.ts';
import { noPostgres } from '../tests/run-postgres.ts';
import { cpuOf, cpuOfPostgres, storedAt } from './processes.ts';

/**
 * Runs of a sweep; during the first ones code is compiled, and the other threads of the pool start.
 */
const RUNS = 42;
const WARM_UP_RUNS = 10;
/**
 * How often each way of computing it is measured, by turns, because the machine is not always
 * equally fast.
 */
const TURNS = 3;
const SIMULATIONS = 30;
const JOBS = 10_000;
const JOBS_AT_ONCE = 500;
const QUEUE = 'bench';

const { recipe } = gridOf(1) as { readonly recipe: object };
/** Runs of about 350 ms on one thread. */
const document = gridOf(RUNS, {
  recipe: { ...recipe, sensorParams: { rows: 1350, cols: 1800 } },
});

/**
 * Cost of a run, in milliseconds: its wall time, and its processor time, which a busy machine
 * changes less.
 */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** A run of a sweep on one thread of this process, which stores nothing. */
async function withoutServer(): Promise<Cost> {
  const folder = await mkdtemp(join(tmpdir(), 'lumenloom-bench-'));
  const planned = await planSweep(document);
  if (!planned.ok) throw new Error('The sweep of the benchmark is wrong.');
  const ends: Cost[] = [];
  await runSweep(
    planned.value,
    Array.from({ length: RUNS }, (_, run) => run),
    {
      jobs: 1,
      models: { folder, precisions: {} },
      folder,
      signal: new AbortController().signal,
      ended: async () => {
        const { user, system } = process.cpuUsage();
        ends.push({ wall: performance.now(), cpu: (user + system) / 1000 });
      },
    },
  );
  await rm(folder, { recursive: true });
  const [first, last] = [ends[WARM_UP_RUNS - 1]!, ends.at(-1)!];
  return {
    wall: (last.wall - first.wall) / (RUNS - WARM_UP_RUNS),
    cpu: (last.cpu - first.cpu) / (RUNS - WARM_UP_RUNS),
  };
}

/**
 * How often a sweep is looked at, in milliseconds: seldom, because that costs PostgreSQL time too.
 */
const POLL_MS = 500;

/** The same on the one thread of a server, or of a worker. */
async function withServer(isQueued: boolean): Promise<Cost & { readonly postgres: number }> {
  return Cluster.use(
    async (cluster) => {
      const server = await cluster.startServer({
        ...(!isQueued && { COMPUTE_QUEUE: 'embedded' }),
        MAX_RUNNING_RUNS: '1',
        THREADS_PER_RUN: '1',
      });
      const computing = isQueued ? [server, await cluster.startWorker()] : [server];
      const cpu = (): number => computing.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
      const user = await cluster.addUser();
      const id = await cluster.addSweep(user, document);
      const { done } = await cluster.until(user, id, (status) => status.done >= WARM_UP_RUNS, {
        pauseMs: POLL_MS,
      });
      const first = { cpu: cpu(), postgres: cpuOfPostgres(cluster) };
      await cluster.until(user, id, (status) => status.done === RUNS, { pauseMs: POLL_MS });
      const ends = await storedAt(join(cluster.dataFolder, 'results'));
      return {
        wall: (ends.at(-1)! - ends[WARM_UP_RUNS - 1]!) / (RUNS - WARM_UP_RUNS),
        cpu: (cpu() - first.cpu) / (RUNS - done),
        postgres: (cpuOfPostgres(cluster) - first.postgres) / (RUNS - done),
      };
    },
    { fsync: true },
  );
}

/** Milliseconds from the request of a small simulation to the first line that the engine writes. */
async function firstLines(isQueued: boolean): Promise<number[]> {
  return Cluster.use(
    async (cluster) => {
      const { address } = await cluster.startServer({
        ...(!isQueued && { COMPUTE_QUEUE: 'embedded' }),
        MAX_RUNNING_RUNS: '1',
        THREADS_PER_RUN: '1',
      });
      if (isQueued) await cluster.startWorker();
      const times: number[] = [];
      for (let turn = 0; turn < SIMULATIONS; turn += 1) {
        const began = performance.now();
        const response = await fetch(`${address}/simulate`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ...recipe, seed: turn }),
        });
        let first: number | undefined;
        for await (const event of readEvents(
          response.body as unknown as AsyncIterable<Uint8Array>,
          () => undefined,
        ))
          if (event.type === 'log') first ??= performance.now() - began;
        times.push(first!);
      }
      return times.slice(1);
    },
    { fsync: true },
  );
}

/**
 * Jobs per second that do nothing: added in bulk, then taken and completed by so many processes,
 * each with as many at once as keep it busy.
 */
async function emptyJobs(
  cluster: Cluster,
  processes: number,
): Promise<{
  readonly added: number;
  readonly done: number;
  /** Processor time per job, milliseconds. */
  readonly worker: number;
  readonly postgres: number;
}> {
  const url = cluster.databaseUrl;
  const queue = new Queue(QUEUE, { connection: connectionTo(url) }, createPostgresBackend);
  await queue.waitUntilReady();
  const began = performance.now();
  for (let first = 0; first < JOBS; first += JOBS_AT_ONCE)
    await queue.addBulk(
      Array.from({ length: JOBS_AT_ONCE }, (_, at) => ({
        name: 'empty',
        data: {},
        opts: { priority: 1 + first + at, removeOnComplete: true },
      })),
    );
  const added = performance.now();
  const children = Array.from({ length: processes }, () =>
    fork(fileURLToPath(import.meta.url), ['--worker', url], { execArgv: process.execArgv }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const cpu = (): number => children.reduce((sum, { pid }) => sum + cpuOf(pid!), 0);
  const started = performance.now();
  const before = { worker: cpu(), postgres: cpuOfPostgres(cluster) };
  for (const child of children) child.send('start');
  for (;;) {
    const { prioritized = 0, active = 0 } = await queue.getJobCounts('prioritized', 'active');
    if (prioritized + active === 0) break;
    await setTimeout(20);
  }
  const done = performance.now();
  const worker = (cpu() - before.worker) / JOBS;
  const postgres = (cpuOfPostgres(cluster) - before.postgres) / JOBS;
  for (const child of children) child.kill('SIGKILL');
  await queue.close();
  return {
    added: (JOBS * 1000) / (added - began),
    done: (JOBS * 1000) / (done - started),
    worker,
    postgres,
  };
}

/** Jobs that a process of `emptyJobs` has at once. */
const CONCURRENCY = 50;

async function emptyWorker(url: string): Promise<void> {
  const worker = new Worker(
    QUEUE,
    async () => undefined,
    {
      connection: { ...connectionTo(url), max: 10 },
      autorun: false,
      concurrency: CONCURRENCY,
    },
    createPostgresBackend,
  );
  await worker.waitUntilReady();
  process.once('message', () => void worker.run());
  process.send!('ready');
}

/** The same sweep in each way. */
interface Turn {
  readonly bare: Cost;
  readonly embedded: Cost & { readonly postgres: number };
  readonly queued: Cost & { readonly postgres: number };
}

async function measureAll(): Promise<void> {
  if (noPostgres !== undefined) {
    console.log(`PostgreSQL ${noPostgres}`);
    return;
  }
  const load = loadavg()[0]!;
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    turns.push({
      bare: await withoutServer(),
      embedded: await withServer(false),
      queued: await withServer(true),
    });
  const [embeddedLines, queuedLines] = [await firstLines(false), await firstLines(true)];
  const jobs = [];
  for (const processes of [1, 2])
    jobs.push(
      await Cluster.use(
        async (cluster) => {
          await migrateQueue(cluster.databaseUrl);
          return { processes, ...(await emptyJobs(cluster, processes)) };
        },
        { fsync: true },
      ),
    );
  const overTurns = (figureOf: (turn: Turn) => number): number => medianOf(turns.map(figureOf));
  const result = {
    loadBefore: load,
    run: { wall: overTurns(({ bare }) => bare.wall), cpu: overTurns(({ bare }) => bare.cpu) },
    embedded: {
      wall: overTurns(({ bare, embedded }) => embedded.wall / bare.wall),
      cpu: overTurns(({ bare, embedded }) => embedded.cpu / bare.cpu),
      postgresMs: overTurns(({ embedded }) => embedded.postgres),
    },
    queued: {
      wall: overTurns(({ bare, queued }) => queued.wall / bare.wall),
      cpu: overTurns(({ bare, queued }) => queued.cpu / bare.cpu),
      postgresMs: overTurns(({ queued }) => queued.postgres),
    },
    firstLineEmbeddedMs: medianOf(embeddedLines),
    firstLineQueuedMs: medianOf(queuedLines),
    jobs,
    turns,
  };
  if (process.argv.includes('--json')) {
    console.log(JSON.stringify(result, undefined, 2));
    return;
  }
  const percent = (ratio: number): string => `${((ratio - 1) * 100).toFixed(1).padStart(5)} %`;
  const { run, embedded, queued } = result;
  console.log(
    [
      `load before: ${load.toFixed(1)}; medians of ${TURNS} turns; in brackets processor time, without PostgreSQL's`,
      `a run on one thread without server  ${run.wall.toFixed(0)} ms (${run.cpu.toFixed(0)} ms)`,
      `  on a server's thread, more by    ${percent(embedded.wall)} (${percent(embedded.cpu)}; PostgreSQL ${embedded.postgresMs.toFixed(1)} ms)`,
      `  on a worker's thread, more by    ${percent(queued.wall)} (${percent(queued.cpu)}; PostgreSQL ${queued.postgresMs.toFixed(1)} ms)`,
      `first line of a simulation          ${result.firstLineEmbeddedMs.toFixed(1)} ms on a server, ${result.firstLineQueuedMs.toFixed(1)} ms on a worker`,
      ...jobs.map(
        ({ processes, added, done, worker, postgres }) =>
          `empty jobs, processes: ${processes}            ${done.toFixed(0)} per second, ${added.toFixed(0)} added per second; processor time of a job: worker ${worker.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms`,
      ),
    ].join('\n'),
  );
}

const at = process.argv.indexOf('--worker');
if (at > 0) await emptyWorker(process.argv[at + 1]!);
else await measureAll();
