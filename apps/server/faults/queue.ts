import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { BITS } from '@lumenloom/engine';
import { Cluster, gridOf } from '../tests/cluster.ts';
import { noPostgres, type Postgres } from '../tests/run-postgres.ts';
import type { ServerProcess } from '../tests/server-process.ts';
import type { Outcome, Row } from './row.ts';
import { mountTmpfs, noMounts, unmount } from './storage.ts';

const RUNS = 200;
/**
 * Runs of a sweep whose workers are killed: enough for several kills, because its end waits for the
 * lock of the last one.
 */
const RUNS_UNDER_KILLS = 2000;
/** So many kills fit into a few short sweeps. */
const FEW_KILLS = 5;
/** Runs of a sweep with few kills. */
const RUNS_UNDER_FEW_KILLS = 64;
/** After so many faults a line says how far it is. */
const PROGRESS_TRIES = 10;
/** Longest pause before a fault, from the first outcomes of a sweep on, in milliseconds. */
const PAUSE_MS = 1000;
/** The same for each run of a short sweep, which two workers compute meanwhile. */
const PAUSE_PER_RUN_MS = 5;
/**
 * A fault and all that follows from it must be over by then, in milliseconds: lost locks, retries,
 * the lease of a server.
 */
const RECOVERY_MS = 240_000;

/** Outcomes of undisturbed sweeps by their number of runs: every row computes the same ones. */
const references = new Map<number, readonly string[]>();

/** A cluster under a fault, with a server and two workers. */
interface Stage {
  readonly cluster: Cluster;
  readonly server: { current: ServerProcess };
  readonly workers: ServerProcess[];
}

/**
 * Computes the same sweep again and again while something is broken, until that has happened often
 * enough: each sweep must end with every run computed, to the same bits as undisturbed, or listed
 * as failed.
 *
 * @param runs of each sweep.
 * @param mayFail runs that may be listed as failed because they lost three workers.
 */
async function sweepsUnder(
  {
    tries,
    runs = RUNS,
    mayFail = 0,
    note,
    shared,
  }: {
    readonly tries: number;
    readonly runs?: number;
    readonly mayFail?: number;
    readonly note: string;
    readonly shared?: Postgres | undefined;
  },
  fault: (stage: Stage) => Promise<void>,
): Promise<Outcome> {
  return Cluster.use(
    async (cluster) => {
      const failures: string[] = [];
      let [worstMs, sweeps, failed] = [0, 0, 0];
      const server = { current: await cluster.startServer() };
      const workers = [await cluster.startWorker(), await cluster.startWorker()];
      const user = await cluster.addUser();
      let id = '';
      const compute = async (): Promise<readonly string[]> => {
        await rm(join(cluster.dataFolder, 'results'), { recursive: true, force: true });
        id = await patiently(() => cluster.addSweep(user, gridOf(runs)));
        const { failed: lost } = await cluster.ended(user, id, RECOVERY_MS);
        failed += lost;
        return patiently(() => cluster.outcomesOf(id));
      };
      /** Resolves while a sweep is computed. */
      const isInTheMidst = async (): Promise<void> => {
        for (;;) {
          const status = await cluster.statusOf(user, id).catch(() => undefined);
          if (status && status.done > 0 && status.done < runs / 2) return;
          await setTimeout(20);
        }
      };
      const reference = references.get(runs) ?? (await compute());
      references.set(runs, reference);
      const state = { isOver: false, last: 0 };
      const breaking = (async () => {
        for (let attempt = 0; attempt < tries; attempt += 1) {
          await isInTheMidst();
          await setTimeout(Math.random() * Math.min(PAUSE_MS, PAUSE_PER_RUN_MS * runs));
          await fault({ cluster, server, workers });
          state.last = performance.now();
          if ((attempt + 1) % PROGRESS_TRIES === 0)
            console.error(
              `  ${attempt + 1} of ${tries} in sweep ${sweeps}, ${failures.length} failures`,
            );
        }
      })().finally(() => {
        state.isOver = true;
      });
      // It is awaited below, after the sweep in progress.
      breaking.catch(() => undefined);
      do {
        sweeps += 1;
        const outcomes = await compute();
        const other = outcomes.filter(
          (outcome, run) => outcome !== reference[run] && !outcome.includes('"status":"failed"'),
        );
        if (outcomes.length !== runs) failures.push(`sweep ${sweeps}: ${outcomes.length} outcomes`);
        if (other.length > 0) failures.push(`sweep ${sweeps}: other figures: ${other[0]}`);
        if (state.isOver) worstMs = performance.now() - state.last;
      } while (!state.isOver);
      await breaking;
      if (failed > mayFail) failures.push(`${failed} runs are listed as failed`);
      return {
        tries,
        failures,
        worstMs,
        note: `${sweeps} sweeps of ${runs} runs, ${failed} runs listed as failed; ${note}`,
      };
    },
    { shared },
  );
}

/** Asks again while PostgreSQL restarts. */
async function patiently<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (const end = performance.now() + RECOVERY_MS; ;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(100);
    }
  }
}

const impossible = (): string | undefined => noPostgres;
const NOTE = 'the time is from the last fault to the end of its sweep';

/** kill -9 of a worker, which is replaced: its batch begins again on another, run by run. */
export const workerKilled: Row = {
  name: 'worker-killed',
  tries: 100,
  impossible,
  run: (tries, shared) =>
    sweepsUnder(
      {
        tries,
        shared,
        note: NOTE,
        runs: tries > FEW_KILLS ? RUNS_UNDER_KILLS : RUNS_UNDER_FEW_KILLS,
        // A run may be hit three times by chance.
        mayFail: tries / 10,
      },
      async ({ cluster, workers }) => {
        const [victim] = workers.splice(Math.floor(Math.random() * workers.length), 1);
        victim!.kill('SIGKILL');
        await victim!.ended;
        workers.push(await cluster.startWorker());
      },
    ),
};

/** kill -9 of the server, which starts again: workers go on, and the new server ends the sweep. */
export const queueServerKilled: Row = {
  name: 'queue-server-killed',
  tries: 10,
  impossible,
  run: (tries) =>
    sweepsUnder({ tries, note: NOTE }, async ({ cluster, server }) => {
      server.current.kill('SIGKILL');
      await server.current.ended;
      server.current = await cluster.startServer();
    }),
};

/** PostgreSQL crashes and starts again: nobody needs a restart. */
export const postgresRestarted: Row = {
  name: 'postgres-restarted',
  tries: 10,
  impossible,
  run: (tries) =>
    sweepsUnder(
      { tries, runs: tries > FEW_KILLS ? RUNS : RUNS_UNDER_FEW_KILLS, note: NOTE },
      async ({ cluster: { postgres } }) => {
        await postgres.stop();
        await setTimeout(Math.random() * PAUSE_MS);
        await postgres.start();
        await setTimeout(PAUSE_MS);
      },
    ),
};

/** Longer than a job belongs to a worker that is silent, in milliseconds. */
const CUT_MS = 1500 * Number(process.env['RECOVERY_SECONDS'] ?? 10);

/**
 * The network of a worker drops everything for longer than its lock lasts: another worker computes
 * its runs, its own results are discarded, and afterwards it works again.
 */
export const networkCut: Row = {
  name: 'worker-network-cut',
  tries: 5,
  impossible,
  run: (tries) =>
    Cluster.use(async (cluster) => {
      const failures: string[] = [];
      let worstMs = 0;
      await cluster.startServer();
      const user = await cluster.addUser();
      const network = await cluster.behindNetwork();
      try {
        await cluster.startWorker({ DATABASE_URL: network.url, COMPUTE_QUEUE: network.url });
        const sweep = async (during: (id: string) => Promise<void>): Promise<readonly string[]> => {
          await rm(join(cluster.dataFolder, 'results'), { recursive: true, force: true });
          const id = await cluster.addSweep(user, gridOf(RUNS));
          await cluster.until(user, id, ({ done }) => done > 0);
          await during(id);
          await cluster.ended(user, id, RECOVERY_MS);
          return cluster.outcomesOf(id);
        };
        const reference = await sweep(async () => undefined);
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const outcomes = await sweep(async (id) => {
            await setTimeout(Math.random() * PAUSE_MS);
            network.cut();
            const other = await cluster.startWorker();
            await setTimeout(CUT_MS);
            await cluster.ended(user, id, RECOVERY_MS);
            network.restore();
            other.kill('SIGTERM');
            await other.ended;
          });
          if (outcomes.join() !== reference.join()) failures.push(`try ${attempt}: other outcomes`);
          const restored = performance.now();
          // The worker that was cut off is alone now.
          if ((await sweep(async () => undefined)).join() !== reference.join())
            failures.push(`try ${attempt}: other outcomes afterwards`);
          worstMs = Math.max(worstMs, performance.now() - restored);
        }
      } finally {
        network.close();
      }
      return { tries, failures, worstMs, note: 'the time is the sweep after the network is back' };
    }),
};

/** The disk of the result store is full: runs wait for room, and none is lost. */
export const resultStoreFull: Row = {
  name: 'result-store-full',
  tries: 3,
  impossible: () => noPostgres ?? noMounts(),
  run: (tries) =>
    sweepsUnder({ tries, note: NOTE }, async ({ cluster }) => {
      const folder = join(cluster.dataFolder, 'results');
      await mkdir(folder, { recursive: true });
      mountTmpfs(folder);
      try {
        await writeFile(join(folder, 'filler'), Buffer.alloc(32e6)).catch(() => undefined);
        await setTimeout(5 * PAUSE_MS);
        await rm(join(folder, 'filler'));
        await setTimeout(5 * PAUSE_MS);
      } finally {
        unmount(folder);
      }
    }),
};

/**
 * Seeds of unruly-worker.mjs: what ends its thread, throws, eats all memory of its thread, and ends
 * the whole worker.
 */
const POISON = [2, 3, 4, 6];

/** Runs that crash their thread or their worker: they alone are listed as failed. */
export const poisonRun: Row = {
  name: 'poison-run',
  tries: 1,
  impossible,
  run: (tries, shared) =>
    Cluster.use(
      async (cluster) => {
        const failures: string[] = [];
        let worstMs = 0;
        let isOver = false;
        await cluster.startServer();
        const user = await cluster.addUser();
        // As a service manager does: what ends begins again.
        const keeping = [0, 1].map(async () => {
          while (!isOver) {
            const worker = await cluster.startWorker({}, true).catch((error: unknown) => {
              // It is killed at the end, perhaps while it starts.
              if (!isOver) throw error;
            });
            await worker?.ended;
          }
        });
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const began = performance.now();
          const seeds = Array.from({ length: 40 }, (_, index) => index + 10);
          for (const seed of POISON)
            seeds.splice(Math.floor(Math.random() * seeds.length), 0, seed);
          const { seed: _seed, ...recipe } = gridOf(1)['recipe'] as Readonly<
            Record<string, unknown>
          >;
          const id = await cluster.addSweep(
            user,
            gridOf(1, {
              name: `Poison ${attempt}`,
              recipe: { ...recipe, fpnSeed: attempt },
              vary: [{ path: 'seed', values: seeds }],
            }),
          );
          const status = await cluster.ended(user, id, RECOVERY_MS);
          worstMs = Math.max(worstMs, performance.now() - began);
          const outcomes = (await cluster.outcomesOf(id)).map(
            (text) =>
              JSON.parse(text) as {
                readonly seed: number;
                readonly status: string;
                readonly message: string;
              },
          );
          const failed = outcomes.filter((outcome) => outcome.status === 'failed');
          const poisoned = failed.map(({ seed }) => seed).sort((a, b) => a - b);
          if (status.done !== 40 || poisoned.join() !== POISON.join())
            failures.push(`${status.done} runs are done, ${poisoned.join()} are listed as failed`);
          for (const { message } of failed)
            if (!/^[A-Z].*\.$/.test(message)) failures.push(`no sentence: ${message}`);
        }
        isOver = true;
        cluster.killAll();
        await Promise.all(keeping);
        return { tries, failures, worstMs, note: 'the time is a whole sweep of 44 runs' };
      },
      { shared },
    ),
};

/** Who waits for a worker must be told by then, in milliseconds. */
const TOLD_MS = 10_000;

/** kill -9 of the only worker: within ten seconds /readyz says so, and a simulation is told. */
export const noWorker: Row = {
  name: 'no-worker',
  tries: 5,
  impossible,
  run: (tries, shared) =>
    Cluster.use(
      async (cluster) => {
        const failures: string[] = [];
        let worstMs = 0;
        const { address } = await cluster.startServer();
        const isReady = async (): Promise<boolean> => (await fetch(`${address}/readyz`)).ok;
        const readiness = async (wanted: boolean): Promise<void> => {
          while ((await isReady()) !== wanted) await setTimeout(50);
        };
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const worker = await cluster.startWorker();
          await readiness(true);
          worker.kill('SIGKILL');
          const killed = performance.now();
          const response = await fetch(`${address}/simulate`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(gridOf(1)['recipe']),
          });
          let text = '';
          for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
            text += chunk;
            if (text.includes('no worker of this server')) break;
          }
          await readiness(false);
          const toldMs = performance.now() - killed;
          worstMs = Math.max(worstMs, toldMs);
          if (toldMs > TOLD_MS) failures.push(`try ${attempt}: told after ${toldMs.toFixed(0)} ms`);
        }
        await cluster.startWorker();
        await readiness(true);
        return { tries, failures, worstMs, note: 'the time is until client and operator know' };
      },
      { shared },
    ),
};

/**
 * kill -9 of a server and a worker of another version and Node that gives the same bits, in the
 * midst of a sweep: ours go on from the runs that are missing.
 */
export const upgraded: Row = {
  name: 'upgraded',
  tries: 5,
  impossible,
  run: (tries, shared) =>
    Cluster.use(
      async (cluster) => {
        const failures: string[] = [];
        let worstMs = 0;
        const user = await cluster.addUser();
        const old = { OTHER_PROGRAMS: `0.0.8 ${BITS} v24.99.0` };
        for (let attempt = 0; attempt < tries; attempt += 1) {
          const began = [await cluster.startServer(old), await cluster.startWorker(old)];
          const id = await cluster.addSweep(user, gridOf(RUNS, { name: `Upgrade ${attempt}` }));
          await cluster.until(user, id, ({ done }) => done > 2);
          for (const process of began) process.kill('SIGKILL');
          await Promise.all(began.map(({ ended }) => ended));
          const before = await cluster.outcomesOf(id);
          const killed = performance.now();
          const now = [await cluster.startServer(), await cluster.startWorker()];
          const { state, done } = await cluster.ended(user, id, RECOVERY_MS);
          worstMs = Math.max(worstMs, performance.now() - killed);
          const after = new Set(await cluster.outcomesOf(id));
          if (state !== 'done' || done !== RUNS)
            failures.push(`try ${attempt}: ${state}, ${done} runs`);
          if (before.length >= RUNS || before.some((outcome) => !after.has(outcome)))
            failures.push(`try ${attempt}: runs were computed again`);
          for (const process of now) process.kill('SIGTERM');
          await Promise.all(now.map(({ ended }) => ended));
        }
        return {
          tries,
          failures,
          worstMs,
          note: 'the time is from the kill to the end of the sweep',
        };
      },
      { shared },
    ),
};
