import { BITS, VERSION } from '@lumenloom/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../dist/accounts/api-tokens.js';
import { dropQueues, queuedJobs } from '../dist/queue/queue-connection.js';
import { Cluster, gridOf } from './cluster.ts';
import { noPostgres, sharedPostgres } from './start-postgres.ts';
import { eventsOf, TINY } from './start-server.ts';
import { until } from './until.ts';

const OURS = `Lumenloom ${VERSION} on Node ${process.version}`;
/** Our version under another Node, and a version with other bits. */
const OTHER_NODE = { OTHER_PROGRAMS: `${VERSION} ${BITS} v24.99.0` };
const OTHER_BITS = { OTHER_PROGRAMS: '0.0.9 other v24.99.0' };
/** Who waits is told by then, in milliseconds (issue 60). */
const TOLD_MS = 10_000;
const RUNS = 60;

describe.skipIf(noPostgres !== undefined)(
  `an upgrade${noPostgres === undefined ? '' : ` (${noPostgres})`}`,
  () => {
    let cluster: Cluster;
    let user: string;
    /** Of our version: the first test starts it, and leaves a worker beside it. */
    let server: Awaited<ReturnType<Cluster['startServer']>>;
    beforeAll(async () => {
      cluster = await Cluster.start({ shared: sharedPostgres() });
      user = await cluster.addUser();
    });
    afterAll(() => cluster.end());

    it('tells clients, operators and logs that no worker matches, until one does', async () => {
      server = await cluster.startServer({
        LOG_LEVEL: 'info',
        METRICS: 'loopback',
      });
      const { address } = server;
      const readiness = async (): Promise<string> => (await fetch(`${address}/readyz`)).text();
      expect(await readiness()).toContain(`No worker of ${OURS}`);
      const other = await cluster.startWorker({ ...OTHER_NODE, LOG_LEVEL: 'info' });
      await until(async () => {
        expect(await readiness()).toContain(
          `Workers that are running: Lumenloom ${VERSION} on Node v24.99.0 (1).`,
        );
      });
      await other.saying(`No server of Lumenloom ${VERSION} on Node v24.99.0`);
      await other.saying(`Servers that are running: ${OURS} (1).`);

      const began = performance.now();
      const response = await fetch(`${address}/simulate`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(TINY),
      });
      const events = eventsOf(response);
      await events.next();
      const waiting = `Waiting: no worker of this server (${OURS}) is running; this begins when one starts.`;
      expect((await events.next()).value).toMatchObject({ content: waiting, warning: true });
      expect(performance.now() - began).toBeLessThan(TOLD_MS);
      expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
        running: 0,
        waiting: 1,
      });
      const { token } = await createToken(
        cluster.database,
        user,
        { name: 'test', scope: 'read', expiresInDays: 1 },
        Date.now(),
      );
      const id = await cluster.addSweep(user, gridOf(2));
      const sweep = await fetch(`${address}/api/sweeps/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await sweep.json()).toMatchObject({ message: waiting });

      const metrics = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();
      const before = await metrics();
      expect(before).toContain('lumenloom_runs_waiting 1\n');
      expect(before).toContain('lumenloom_worker_matches 0\n');
      expect(before).toContain(
        `lumenloom_processes{role="worker",version="${VERSION}",node="v24.99.0"} 1\n`,
      );
      expect(before).toContain(
        `lumenloom_queue_jobs{queue="simulations",version="${VERSION}",node="${process.version}",state="waiting"} 1\n`,
      );
      expect(before).toContain('lumenloom_sweep_runs{state="left"} 2\n');

      await cluster.startWorker();
      const types: string[] = [];
      for await (const { type } of events) types.push(type);
      expect(types).toContain('result');
      await until(async () => {
        expect(await readiness()).toBe('{"status":"ready"}');
      });
      expect(server.output()).toContain(`No worker of ${OURS}`);
      expect(server.output()).toContain(`A server and a worker of ${OURS} are running.`);
      expect(await cluster.ended(user, id)).toMatchObject({ state: 'done', done: 2, message: '' });
      const after = await metrics();
      expect(after).toContain('lumenloom_worker_matches 1\n');
      expect(after).toContain('lumenloom_simulations_total{end="done"} 1\n');
      expect(after).toContain('lumenloom_work{kind="sweep",state="done"} 1\n');

      other.kill('SIGTERM');
      await other.ended;
    });

    it('leaves sweeps of other bits to their workers, and goes on itself with those of its bits', async () => {
      const { database } = cluster;
      const stateOf = async (id: string, state: 'waiting' | 'cancelled', change = {}) => {
        await database
          .updateTable('experiments')
          .set({ ...change, state })
          .where('id', '=', id)
          .execute();
        return id;
      };
      /** A sweep as another version began it, which nobody computes yet. */
      const begunBy = async (version: string, bits: string): Promise<string> => {
        const id = await cluster.addSweep(user, gridOf(RUNS));
        return stateOf(id, 'cancelled', { version, node: 'v24.99.0', bits });
      };
      const drained = await begunBy('0.0.9', 'other');
      const left = await begunBy('0.0.9', 'other');
      const taken = await begunBy('0.0.8', BITS);
      const old = await cluster.startServer(OTHER_BITS);
      const oldWorker = await cluster.startWorker(OTHER_BITS);
      // A server that has not looked since would fail what waits for this worker.
      await until(async () => {
        const known = await (await fetch(`${server.address}/metrics`)).text();
        expect(known).toContain('lumenloom_processes{role="worker",version="0.0.9"');
      });
      await stateOf(drained, 'waiting');
      await cluster.until(user, drained, ({ done }) => done > 0);
      old.kill('SIGTERM');
      await old.ended;
      expect(await cluster.ended(user, drained)).toMatchObject({
        state: 'done',
        done: RUNS,
        failed: 0,
        version: '0.0.9',
      });

      await Promise.all([stateOf(left, 'waiting'), stateOf(taken, 'waiting')]);
      await cluster.until(user, left, ({ done }) => done > 0);
      oldWorker.kill('SIGKILL');
      expect(await cluster.ended(user, taken)).toMatchObject({ state: 'done', done: RUNS });
      expect(await cluster.outcomesOf(taken)).toEqual(await cluster.outcomesOf(drained));
      const failed = await cluster.ended(user, left);
      expect(failed).toMatchObject({
        state: 'failed',
        message: `The server was updated from Lumenloom 0.0.9 on Node v24.99.0 to ${OURS}, which gives other bits, before the sweep had ended, and no worker of 0.0.9 is left. Its runs so far are kept; results of both are not mixed: start it again.`,
      });
      expect(failed.done).toBeGreaterThan(0);
      expect(failed.done).toBeLessThan(RUNS);
      expect(await queuedJobs(cluster.databaseUrl)).not.toEqual([]);
      await dropQueues(
        cluster.databaseUrl,
        () => true,
        () => undefined,
      );
      expect(await queuedJobs(cluster.databaseUrl)).toEqual([]);
      server.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    });
  },
);
