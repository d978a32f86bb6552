import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { SweepStatus } from '@lumenloom/contract';
import { planSweep } from '@lumenloom/experiment';
import { sql } from 'kysely';
import { openDatabase } from '../dist/database/open-database.js';
import type { Database } from '../dist/database/schema.js';
import { experimentsOf } from '../dist/runs/experiment-rows.js';
import { addSweep } from '../dist/runs/sweep-rows.js';
import { runPostgres, type Postgres } from './run-postgres.ts';
import { startProcess, WORKER, type ServerProcess } from './server-process.ts';

const UNRULY = new URL('../faults/inject/unruly.mjs', import.meta.url);
const OTHER = new URL('../faults/inject/other-programs.mjs', import.meta.url);

type Environment = Readonly<Record<string, string>>;

/** A run that takes some milliseconds, varied in as many ways as wanted. */
export const gridOf = (runs: number, changes: object = {}): Record<string, unknown> => ({
  name: 'Grid',
  recipe: {
    scene: 'Macbeth',
    illuminant: 'D65',
    sensor: 'Bayer-grbg',
    sensorParams: { rows: 64, cols: 96 },
    isp: 'Fast-openISP',
    seed: 3,
  },
  vary: [{ path: 'sensorParams.read_noise', from: 1, to: 4, steps: runs }],
  repeats: 1,
  measure: ['sensor.snrAtGrey18', 'sensor.readNoiseElectrons', 'isp.deadPixels.replaced'],
  keep: 'figures',
  ...changes,
});

/** A server and workers as processes on a PostgreSQL and a data folder of their own. */
export class Cluster {
  readonly postgres: Postgres;
  /** Whether the PostgreSQL is the caller's. */
  readonly isShared: boolean;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly database: Database;
  readonly #children = new Set<ServerProcess>();

  private constructor(
    parts: Pick<Cluster, 'postgres' | 'isShared' | 'databaseUrl' | 'dataFolder' | 'database'>,
  ) {
    this.postgres = parts.postgres;
    this.isShared = parts.isShared;
    this.databaseUrl = parts.databaseUrl;
    this.dataFolder = parts.dataFolder;
    this.database = parts.database;
  }

  /**
   * @param shared the PostgreSQL of the caller; else the cluster has its own.
   */
  static async start({
    fsync = false,
    shared,
  }: { readonly fsync?: boolean; readonly shared?: Postgres | undefined } = {}): Promise<Cluster> {
    const postgres = shared ?? (await runPostgres({ fsync }));
    const dataFolder = await mkdtemp(join(tmpdir(), 'lumenloom-cluster-'));
    const databaseUrl = await postgres.newDatabase();
    const database = await openDatabase({ databaseUrl, dataFolder });
    const isShared = shared !== undefined;
    return new Cluster({ postgres, isShared, databaseUrl, dataFolder, database });
  }

  /** Runs with a cluster, and ends all of it. */
  static async use<Result>(
    work: (cluster: Cluster) => Promise<Result>,
    options: Parameters<typeof Cluster.start>[0] = {},
  ): Promise<Result> {
    const cluster = await Cluster.start(options);
    try {
      return await work(cluster);
    } finally {
      await cluster.end();
    }
  }

  async end(): Promise<void> {
    this.killAll();
    await Promise.all([...this.#children].map(({ ended }) => ended));
    await this.database.destroy();
    if (!this.isShared) await this.postgres.end();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  killAll(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }

  /** @param environment OTHER_PROGRAMS makes it another version, see other-programs.mjs. */
  #start(environment: Environment, options: Parameters<typeof startProcess>[1]): ServerProcess {
    const child = startProcess(
      {
        DATABASE_URL: this.databaseUrl,
        COMPUTE_QUEUE: this.databaseUrl,
        DATA_DIR: this.dataFolder,
        COMPUTE_AUTH: 'open',
        TRUST_PROXY: '1',
        RATE_LIMIT_FACTOR: '1000000',
        LOG_LEVEL: 'warn',
        ...environment,
      },
      'OTHER_PROGRAMS' in environment ? { ...options, preload: OTHER } : options,
    );
    this.#children.add(child);
    void child.ended.then(() => this.#children.delete(child));
    return child;
  }

  async startServer(
    environment: Environment = {},
  ): Promise<ServerProcess & { readonly address: string }> {
    const server = this.#start(environment, { args: ['--no-demo'] });
    return { ...server, address: await server.listening() };
  }

  /**
   * A worker of one thread, ready for work.
   * @param isUnruly whether seeds misbehave as in unruly-worker.mjs.
   */
  async startWorker(environment: Environment = {}, isUnruly = false): Promise<ServerProcess> {
    const worker = this.#start(
      { MAX_RUNNING_RUNS: '1', THREADS_PER_RUN: '1', ...environment },
      { program: WORKER, preload: isUnruly ? UNRULY : undefined },
    );
    await worker.saying('Ctrl+C');
    return worker;
  }

  async addUser(): Promise<string> {
    const id = randomUUID();
    await this.database
      .insertInto('users')
      .values({
        id,
        email: `${id}@example.com`,
        firstName: 'A',
        lastName: 'B',
        passwordHash: '',
        plan: 'Trial',
        isStaff: 0,
        createdAt: Date.now(),
      })
      .execute();
    return id;
  }

  /** A new sweep of an account. @returns its id. */
  async addSweep(userId: string, document: Readonly<Record<string, unknown>>): Promise<string> {
    const planned = await planSweep(document);
    if (!planned.ok) throw new Error(JSON.stringify(planned.problems));
    const most = { sweepRuns: 1e6, resultsBytes: Infinity };
    return addSweep(this.database, userId, { ...planned.value, bytes: 0 }, most, Date.now());
  }

  async statusOf(userId: string, id: string): Promise<SweepStatus> {
    return (await experimentsOf(this.database, 'sweeps', userId, { id }))[0]!;
  }

  /** Outcomes of a sweep in order of run, as they are stored. */
  async outcomesOf(id: string): Promise<readonly string[]> {
    const rows = await this.database
      .selectFrom('experimentRuns')
      .select('outcome')
      .where('experimentId', '=', id)
      .orderBy('run')
      .execute();
    return rows.map(({ outcome }) => outcome);
  }

  /** Jobs that belong to a worker. */
  async activeJobs(): Promise<number> {
    const { rows } = await sql<{
      readonly count: number;
    }>`select count(*) as count from bullmq.job where state = 'active'`.execute(this.database);
    return rows[0]!.count;
  }

  /** Waits until a sweep fulfils something, and asks PostgreSQL again when it does not answer. */
  async until(
    userId: string,
    id: string,
    fulfils: (status: SweepStatus) => boolean,
    { patienceMs = 240_000, pauseMs = 20 } = {},
  ): Promise<SweepStatus> {
    for (const end = performance.now() + patienceMs; ;) {
      const status = await this.statusOf(userId, id).catch(() => undefined);
      if (status && fulfils(status)) return status;
      if (performance.now() > end)
        throw new Error(`the sweep is ${JSON.stringify(status)} after ${patienceMs} ms`);
      await setTimeout(pauseMs);
    }
  }

  /** Waits for the end of a sweep, for which nothing hurries. */
  ended = (userId: string, id: string, patienceMs?: number): Promise<SweepStatus> =>
    this.until(userId, id, ({ state }) => !['waiting', 'running'].includes(state), {
      pauseMs: 100,
      ...(patienceMs !== undefined && { patienceMs }),
    });

  /** An address of the database behind a network that can be cut. */
  async behindNetwork(): Promise<{
    readonly url: string;
    /** Nothing passes any more, and nothing says so, until it is `restored`. */
    readonly cut: () => void;
    readonly restore: () => void;
    readonly close: () => void;
  }> {
    const socketFolder = decodeURIComponent(/@([^/]+)\//.exec(this.databaseUrl)![1]!);
    const sockets = new Set<Socket>();
    let isCut = false;
    const proxy = createServer((client) => {
      const upstream = connect(join(socketFolder, '.s.PGSQL.5432'));
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one);
        if (isCut) one.pause();
        one.on('data', (bytes) => other.write(bytes));
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    return {
      url: this.databaseUrl.replace(/@[^/]+\//, `@127.0.0.1:${port}/`),
      cut: () => {
        isCut = true;
        for (const socket of sockets) socket.pause();
      },
      restore: () => {
        isCut = false;
        for (const socket of sockets) socket.resume();
      },
      close: () => {
        proxy.close();
        for (const socket of sockets) socket.destroy();
      },
    };
  }
}
