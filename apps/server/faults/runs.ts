import { setTimeout } from 'node:timers/promises';
import { readEvents, type SimulationEvent } from '@lumenloom/contract';
import { memoryOf, startOn, withDataFolder } from './data-folder.ts';
import { timed, type Row } from './row.ts';
import { Visitor } from './visitor.ts';

const RECIPE = { scene: 'Macbeth', illuminant: 'D65', sensor: 'Bayer-grbg' };
const SMALL = { ...RECIPE, sensorParams: { rows: 400, cols: 600 } };
/** A run of seconds, so that what happens to it comes in its midst. */
const LARGE = { ...RECIPE, sensorParams: { rows: 4000, cols: 6000 } };

/** A thread must have ended by then when nobody reads its run any more, in milliseconds. */
const GONE_MS = 1000;
/**
 * Memory of a run of this size, in megabytes; memory that is never freed would be a multiple of it.
 */
const GROWTH_MB = 300;
/** Runs at once, while many wait. */
const RUNNING = 2;
/** Largest p99 of the health check while runs compete, in milliseconds. */
const HEALTH_MS = 200;

const eventsOf = (response: Response): AsyncGenerator<SimulationEvent, void> =>
  readEvents(response.body as unknown as AsyncIterable<Uint8Array>, (line) => {
    throw new Error(`malformed line: ${line}`);
  });
const busy = async (address: string): Promise<number> => {
  const figures = (await (await fetch(`${address}/healthz`)).json()) as {
    readonly running: number;
    readonly waiting: number;
  };
  return figures.running + figures.waiting;
};
const hasResult = async (response: Response): Promise<boolean> => {
  let found = false;
  for await (const { type } of eventsOf(response)) found ||= type === 'result';
  return found;
};

/** kill -9 in the midst of a run: the answer ends, and the next start computes at once. */
export const killDuringRun: Row = {
  name: 'kill-during-run',
  tries: 20,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const server = startOn(folder);
        const { value: address, ms } = await timed(() => server.listening());
        worstMs = Math.max(worstMs, ms);
        if (!(await hasResult(await new Visitor(address).post('/simulate', SMALL))))
          failures.push(`try ${attempt}: no result after the start`);
        const events = eventsOf(await new Visitor(address).post('/simulate', LARGE));
        await events.next();
        await setTimeout(Math.random() * GONE_MS);
        server.kill('SIGKILL');
        await server.ended;
        // The stream is cut; what matters is that reading it ends.
        while (
          await events.next().then(
            ({ done }) => !done,
            () => false,
          )
        );
      }
      return { tries, failures, worstMs, note: 'the time is a start after a kill' };
    }),
};

/**
 * A browser that goes away in the midst of its run: the run ends within a second, and the next one
 * works.
 */
export const clientGone: Row = {
  name: 'client-gone',
  tries: 20,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      let worstMs = 0;
      const server = startOn(folder);
      const address = await server.listening();
      let firstMemory = 0;
      for (let attempt = 0; attempt < tries; attempt += 1) {
        const response = await new Visitor(address).post('/simulate', LARGE);
        const events = eventsOf(response);
        await events.next();
        await setTimeout(Math.random() * GONE_MS);
        const { ms } = await timed(async () => {
          // Closes the connection.
          await events.return();
          while ((await busy(address)) > 0) await setTimeout(10);
        });
        worstMs = Math.max(worstMs, ms);
        if (ms > GONE_MS) failures.push(`try ${attempt}: the run went on for ${ms.toFixed(0)} ms`);
        // The first runs also load and compile what is kept.
        if (attempt < 3) firstMemory = await memoryOf(server.pid);
      }
      const growth = (await memoryOf(server.pid)) - firstMemory;
      if (growth > GROWTH_MB) failures.push(`the memory grew by ${growth.toFixed(0)} MB`);
      if (!(await hasResult(await new Visitor(address).post('/simulate', SMALL))))
        failures.push('no result afterwards');
      server.kill('SIGTERM');
      await server.ended;
      return {
        tries,
        failures,
        worstMs,
        note: `${firstMemory.toFixed(0)} MB after the first, ${growth.toFixed(0)} MB more after the last; the time is from the end of the connection to the end of the run`,
      };
    }),
};

/** As many runs at once: each has its result, in order, and the server answers meanwhile. */
export const concurrentRuns: Row = {
  name: 'concurrent-runs',
  tries: 50,
  run: (tries) =>
    withDataFolder(async (folder) => {
      const failures: string[] = [];
      const server = startOn(folder, { MAX_RUNNING_RUNS: String(RUNNING) });
      const address = await server.listening();
      const state = { isDone: false };
      const health: number[] = [];
      const watching = (async () => {
        while (!state.isDone) {
          health.push((await timed(() => busy(address))).ms);
          await setTimeout(10);
        }
      })();
      const begun: number[] = [];
      const runs: Promise<void>[] = [];
      for (let index = 0; index < tries; index += 1) {
        // The answer begins when the run has its place in the line.
        const response = await new Visitor(address).post('/simulate', SMALL);
        runs.push(
          (async () => {
            const types: string[] = [];
            for await (const { type } of eventsOf(response)) {
              // A run that waits has other lines before its first stage.
              if (type === 'stage' && !types.includes(type)) begun.push(index);
              types.push(type);
            }
            if (!types.includes('result'))
              failures.push(`run ${index}: status ${response.status}, no result`);
          })(),
        );
      }
      await Promise.all(runs);
      // As many as run at once may overtake each other on their way here.
      for (const [place, index] of begun.entries())
        if (Math.abs(place - index) >= RUNNING)
          failures.push(`run ${index} began as number ${place}`);
      state.isDone = true;
      await watching;
      const p99 = health.sort((a, b) => a - b)[Math.floor(health.length * 0.99)] ?? 0;
      if (p99 > HEALTH_MS) failures.push(`the health check took ${p99.toFixed(0)} ms (p99)`);
      server.kill('SIGTERM');
      await server.ended;
      return { tries, failures, worstMs: p99, note: 'the time is the p99 of the health check' };
    }),
};
