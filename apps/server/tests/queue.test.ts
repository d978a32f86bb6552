import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulationEvent, SweepDocument } from '@lumenloom/contract';
import { BITS, VERSION } from '@lumenloom/engine';
import { replanSweep } from '@lumenloom/experiment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimNext } from '../dist/leased-work/claims.js';
import { PROGRAMS } from '../dist/programs.js';
import { addOutcome } from '../dist/runs/sweep-rows.js';
import { Turns } from '../dist/turns.js';
import { Cluster, gridOf } from './cluster.ts';
import { noPostgres, sharedPostgres } from './start-postgres.ts';
import type { ServerProcess } from './server-process.ts';
import { allEvents, eventsOf, LONG, resultOf, startServer, TINY } from './start-server.ts';

/** Stop and cancel must have worked by then, in milliseconds (issue 18). */
const STOP_MS = 2000;
/** How often something is looked up, in milliseconds. */
const POLL_MS = 50;
/** A run of a small picture on a busy machine, in milliseconds: its time is not tested here. */
const SMALL_RUN_MS = 5000;
/** Six batches: each of three workers computes some. */
const RUNS = 96;

/** @param cookie of a visitor; without it the request is somebody else's than all others. */
const simulate = (address: string, body: object, cookie?: string): Promise<Response> =>
  fetch(`${address}/simulate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify(body),
  });
const cookieOf = (response: Response): string => response.headers.getSetCookie().join('; ');
const stop = (address: string, response: Response): Promise<Response> =>
  fetch(`${address}/stop`, { method: 'POST', headers: { cookie: cookieOf(response) } });
/**
 * The content of an answer without times and memory, and without progress, whose steps depend on
 * time.
 */
const withoutTimes = (events: readonly SimulationEvent[]): string[] =>
  events
    .filter(({ type }) => type !== 'progress' && type !== 'run')
    .map((event) =>
      event.type === 'report' || event.type === 'stage'
        ? event.type
        : JSON.stringify(event).replaceAll(/\d+(\.\d+)? (ms|s|MB|GB)\b/g, '<$2>'),
    );

describe.skipIf(noPostgres !== undefined)(
  `workers${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    /** It computes by itself. */
    const embedded = startServer();
    let cluster: Cluster;
    let address: string;
    let user: string;
    let first: ServerProcess | undefined;
    /** The worker that most tests share; the last one starts two beside it. */
    const oneWorker = async (): Promise<ServerProcess> => (first ??= await cluster.startWorker());
    beforeAll(async () => {
      cluster = await Cluster.start({ shared: sharedPostgres() });
      ({ address } = await cluster.startServer());
      user = await cluster.addUser();
    });
    afterAll(() => cluster.end());

    it('take a simulation that waited for the first of them, or is stopped before', async () => {
      const response = await simulate(address, TINY);
      const events = eventsOf(response);
      expect((await events.next()).value).toMatchObject({ type: 'run' });
      expect((await events.next()).value).toMatchObject({
        type: 'log',
        content: `Waiting: no worker of this server (Lumenloom ${VERSION} on Node ${process.version}) is running; this begins when one starts.`,
      });
      const other = await simulate(address, TINY);
      const stopped = performance.now();
      await stop(address, other);
      expect(resultOf(await allEvents(other))).toBeUndefined();
      expect(performance.now() - stopped).toBeLessThan(STOP_MS);
      await oneWorker();
      const types: string[] = [];
      for await (const { type } of events) types.push(type);
      expect(types).toContain('result');
    });

    it('answer a simulation as the server itself does, and Stop ends it', async () => {
      await oneWorker();
      for (const recipe of [TINY, { ...TINY, illuminant: 'Fluorescent', isp: 'Fast-openISP' }]) {
        const here = await allEvents(await simulate(embedded.address, recipe));
        const there = await allEvents(await simulate(address, recipe));
        expect(withoutTimes(there)).toEqual(withoutTimes(here));
        expect(resultOf(there)).toMatch(/^data:image\/png;base64,.{100}/);
      }
      const response = await simulate(address, LONG);
      const events = eventsOf(response);
      for (let event = await events.next(); !event.done; event = await events.next())
        if (event.value.type === 'progress') break;
      const stopped = performance.now();
      await stop(address, response);
      while (!(await events.next()).done);
      expect(performance.now() - stopped).toBeLessThan(STOP_MS);
      // The worker is free again.
      expect(resultOf(await allEvents(await simulate(address, TINY)))).toBeDefined();
      expect(performance.now() - stopped).toBeLessThan(STOP_MS + SMALL_RUN_MS);
    });

    it('take from memory what the same person computed, and nothing that others did', async () => {
      await oneWorker();
      const recipe = { ...TINY, seed: 4711, isp: 'Fast-openISP' };
      const contrast = { ...recipe, ispParams: { bccContrastGain: 300 } };
      const first = await simulate(address, recipe);
      await allEvents(first);
      const found = async (cookie?: string) => {
        const events = await allEvents(await simulate(address, contrast, cookie));
        const stages = events.flatMap((event) =>
          event.type === 'stage' ? [event.content.fromMemory] : [],
        );
        return { stages, picture: resultOf(events) };
      };
      const edited = await found(cookieOf(first));
      expect(edited.stages).toEqual(['all', 'all', 'all', 'part']);
      const fresh = await found();
      expect(fresh.stages).toEqual([undefined, undefined, undefined, undefined]);
      expect(edited.picture).toBe(fresh.picture);
    });

    it('compute a simulation beside the run of a sweep, and end the runs of a cancelled sweep within two seconds', async () => {
      await oneWorker();
      const sweep = await cluster.addSweep(user, gridOf(2000));
      await cluster.until(user, sweep, ({ done }) => done > 2);
      const began = (await cluster.statusOf(user, sweep)).done;
      expect(resultOf(await allEvents(await simulate(address, TINY)))).toBeDefined();
      // Runs that ended while the request travelled count too; a batch alone has 16, and there
      // are 125 of them.
      expect((await cluster.statusOf(user, sweep)).done - began).toBeLessThan(100);

      const { recipe } = gridOf(1) as { readonly recipe: object };
      const large = await cluster.addSweep(user, gridOf(20, { recipe: { ...recipe, ...LONG } }));
      await cluster.database
        .updateTable('experiments')
        .set({ state: 'cancelled' })
        .where('id', '=', sweep)
        .execute();
      // Now the worker is at a run that takes longer than what is allowed.
      await cluster.until(user, sweep, ({ state }) => state === 'cancelled');
      await new Promise((resolve) => setTimeout(resolve, STOP_MS));
      expect(resultOf(await allEvents(await simulate(address, TINY)))).toBeDefined();
      expect(await cluster.statusOf(user, large)).toMatchObject({ state: 'running', done: 0 });
      // The batch; the job of the simulation ends a moment after its answer.
      await expect.poll(() => cluster.activeJobs()).toBe(1);
      const cancelled = performance.now();
      await cluster.database
        .updateTable('experiments')
        .set({ state: 'cancelled' })
        .where('id', '=', large)
        .execute();
      while ((await cluster.activeJobs()) > 0)
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      expect(performance.now() - cancelled).toBeLessThan(STOP_MS);
      expect(await cluster.outcomesOf(large)).toEqual([]);
    });

    it('that are stopped give their batches back, and another one goes on at once', async () => {
      const worker = await oneWorker();
      const id = await cluster.addSweep(user, gridOf(100));
      await cluster.until(user, id, ({ done }) => done > 2);
      worker.kill('SIGTERM');
      expect(await worker.ended).toBe(0);
      expect((await cluster.statusOf(user, id)).state).toBe('running');
      // Nothing waits for a lock to run out.
      expect(await cluster.activeJobs()).toBe(0);
      first = await cluster.startWorker();
      expect(await cluster.ended(user, id)).toMatchObject({ done: 100, failed: 0 });
    });

    it('give the same figures bit for bit, whether they are 1, 2 or 3', async () => {
      const all: (readonly string[])[] = [];
      for (let workers = 1; workers <= 3; workers += 1) {
        await (workers === 1 ? oneWorker() : cluster.startWorker());
        // Otherwise they would be looked up.
        await rm(join(cluster.dataFolder, 'results'), { recursive: true, force: true });
        const id = await cluster.addSweep(user, gridOf(RUNS));
        expect(await cluster.ended(user, id)).toMatchObject({ state: 'done', done: RUNS });
        all.push(await cluster.outcomesOf(id));
      }
      expect(new Set(all[0]).size).toBe(RUNS);
      expect(all[1]).toEqual(all[0]);
      expect(all[2]).toEqual(all[0]);
    });

    it('add no outcome to a sweep of other bits', () =>
      // Without a server, which would compute it.
      Cluster.use(
        async (cluster) => {
          const { database } = cluster;
          const id = await cluster.addSweep(await cluster.addUser(), gridOf(2));
          const by = { goal: 'sweeps', runner: 'runner', judge: () => PROGRAMS } as const;
          const claimed = await claimNext(database, by, { now: 1, until: 2 }, new Turns());
          const { run } = (await replanSweep(claimed!.document as SweepDocument)).runAt(0);
          const outcome = { ...run, figures: {}, status: 'done', message: '' } as const;
          await database
            .updateTable('experiments')
            .set({ version: '0.0.0', bits: 'other' })
            .execute();
          expect(await addOutcome(database, id, outcome, null)).toBe(false);
          await database.updateTable('experiments').set({ node: 'v0.0.0', bits: BITS }).execute();
          expect(await addOutcome(database, id, outcome, null)).toBe(true);
          expect(await addOutcome(database, id, outcome, null)).toBe(false);
        },
        { shared: sharedPostgres() },
      ));
  },
);
