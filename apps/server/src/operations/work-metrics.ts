import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../clock.ts';
import { RUN_ENDS, type RunEnds } from '../simulation/run-ends.ts';
import { UNFINISHED } from '../leased-work/leased-rows.ts';

const GOALS = {
  sweep: 'sweeps',
  study: 'studies',
  evaluation: 'evaluations',
  report: 'reports',
} as const;
const KINDS = Object.keys(GOALS) as (keyof typeof GOALS)[];

type Labels = Readonly<Record<string, string>>;
type Values = readonly (readonly [labels: Labels, value: number])[];

/**
 * Figures of what is computed: simulations that have ended, sweeps, studies, evaluations, the
 * queue, the workers. Where the database does not answer, a scrape has none of those it gives.
 */
export function workMetrics(app: FastifyInstance, registry: Registry, ends: RunEnds): void {
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    values: () => Promise<Values>,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const now = await values().catch(() => []);
        this.reset();
        for (const [labels, value] of now) this.set(labels, value);
      },
    });
  };
  new Counter({
    name: 'lumenloom_simulations_total',
    help: 'Simulations that have ended since this server started, by how.',
    labelNames: ['end'],
    registers: [registry],
    collect() {
      this.reset();
      for (const end of RUN_ENDS) this.inc({ end }, ends[end]);
    },
  });
  rowGauges(app, gauge);
  const { workers } = app;
  if (workers === undefined) return;
  const { presence } = workers;
  gauge(
    'lumenloom_worker_matches',
    '1 while a worker of the versions of this server is running, else 0.',
    [],
    async () => [[{}, presence.noWorker === undefined ? 1 : 0]],
  );
  gauge(
    'lumenloom_processes',
    'Servers and workers that are running, by their versions.',
    ['role', 'version', 'node'],
    async () =>
      presence.running.map(({ role, version, node, processes }) => [
        { role, version, node },
        processes,
      ]),
  );
  gauge(
    'lumenloom_worker_places',
    'Runs that the running workers compute at once.',
    ['version', 'node'],
    async () =>
      presence.running
        .filter(({ role }) => role === 'worker')
        .map(({ version, node, places }) => [{ version, node }, places]),
  );
  gauge(
    'lumenloom_queue_jobs',
    'Jobs in the queues: simulations, and batches of sweeps, of every version.',
    ['queue', 'version', 'node', 'state'],
    async () => (await workers.queuedJobs()).map(({ jobs, ...labels }) => [{ ...labels }, jobs]),
  );
}

/** Figures that stand in the tables. */
function rowGauges(
  { database, clock }: Pick<FastifyInstance, 'database' | 'clock'>,
  gauge: (
    name: string,
    help: string,
    labelNames: readonly string[],
    values: () => Promise<Values>,
  ) => void,
): void {
  const rowsOf = (kind: keyof typeof GOALS) =>
    database.selectFrom('experiments').where('goal', '=', GOALS[kind]);
  gauge(
    'lumenloom_work',
    'Sweeps, studies, evaluations and reports of all accounts, by their state; those that were deleted do not count.',
    ['kind', 'state'],
    async () => {
      const counted = KINDS.map(async (kind) => {
        const rows = await rowsOf(kind)
          .select(({ fn }) => ['state', fn.countAll<number>().as('rows')])
          .groupBy('state')
          .execute();
        return rows.map(({ state, rows: count }) => [{ kind, state }, count] as const);
      });
      return (await Promise.all(counted)).flat();
    },
  );
  gauge(
    'lumenloom_work_waiting_seconds',
    'Age of the oldest sweep, study, evaluation or report that has not begun.',
    ['kind'],
    async () =>
      Promise.all(
        KINDS.map(async (kind) => {
          const row = await rowsOf(kind)
            .select(({ fn }) => fn.min('createdAt').as('oldest'))
            .where('state', '=', 'waiting')
            .executeTakeFirst();
          const oldest = row?.oldest as number | null | undefined;
          return [{ kind }, oldest ? Math.max(0, clock() - oldest) / SECOND_MS : 0] as const;
        }),
      ),
  );
  gauge(
    'lumenloom_sweep_runs',
    'Runs of the sweeps that have not ended: done, failed, left.',
    ['state'],
    async () => {
      const { all } = await database
        .selectFrom('experiments')
        .select(({ fn }) => fn.sum<number | null>('parts').as('all'))
        .where('goal', '=', 'sweeps')
        .where('state', 'in', UNFINISHED)
        .executeTakeFirstOrThrow();
      const { ended, done } = await database
        .selectFrom('experimentRuns')
        .innerJoin('experiments', 'experiments.id', 'experimentRuns.experimentId')
        .select(({ fn }) => [
          fn.countAll<number>().as('ended'),
          fn.count<number>('resultKey').as('done'),
        ])
        .where('experiments.state', 'in', UNFINISHED)
        .executeTakeFirstOrThrow();
      const counts = { done, failed: ended - done, left: (all ?? 0) - ended };
      return Object.entries(counts).map(([state, count]) => [{ state }, count] as const);
    },
  );
}
