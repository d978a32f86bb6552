import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Columns that all three tables had. */
const SHARED =
  'id, user_id, document, version, node, bits, state, message, created_at, ended_at, runner, lease_until';
const PARTS = 'parts, done';

/** Sweeps, studies and evaluations become rows of one table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experiments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    // 'sweeps', 'studies' or 'evaluations'.
    .addColumn('goal', 'text', (column) => column.notNull())
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('version', 'text')
    .addColumn('node', 'text')
    .addColumn('bits', 'text')
    .addColumn('device', 'text')
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('leaseUntil', 'bigint', (column) => column.notNull())
    .execute();
  const move = (goal: string, from: string, to: string): Promise<unknown> =>
    sql
      .raw(`insert into experiments (goal, ${to}) select '${goal}', ${from} from ${goal}`)
      .execute(db);
  await move('sweeps', `${SHARED}, device, bytes, runs`, `${SHARED}, device, bytes, parts`);
  for (const goal of ['studies', 'evaluations'])
    await move(goal, `${SHARED}, ${PARTS}`, `${SHARED}, ${PARTS}`);
  await runTables(db);
  for (const table of ['sweepRuns', 'sweeps', 'studies', 'evaluations'])
    await db.schema.dropTable(table).execute();
  await db.schema
    .createIndex('experiments_of_user')
    .on('experiments')
    .columns(['userId', 'goal'])
    .execute();
  await db.schema
    .createIndex('experiments_by_state')
    .on('experiments')
    .columns(['goal', 'state'])
    .execute();
  await db.schema
    .createIndex('experiment_runs_by_result')
    .on('experimentRuns')
    .column('resultKey')
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) await oldNames(db);
}

async function runTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('experimentRuns')
    .addColumn('experimentId', 'text', (column) =>
      column.notNull().references('experiments.id').onDelete('cascade'),
    )
    .addColumn('run', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('resultKey', 'text')
    .addPrimaryKeyConstraint('experiment_runs_pk', ['experimentId', 'run'])
    .execute();
  await sql
    .raw(
      'insert into experiment_runs (experiment_id, run, outcome, result_key) select sweep_id, run, outcome, result_key from sweep_runs',
    )
    .execute(db);
  // What workers computed of studies and evaluations, until it stands in their folders.
  await db.schema
    .createTable('runAnswers')
    .addColumn('experimentId', 'text', (column) =>
      column.notNull().references('experiments.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('run_answers_pk', ['experimentId', 'key'])
    .execute();
}

/**
 * The tables under their old names, for servers and workers of the version before, which go on
 * beside new ones: PostgreSQL writes through such views.
 */
async function oldNames(db: Kysely<unknown>): Promise<void> {
  const views = {
    sweeps: `${SHARED}, device, bytes, parts as runs`,
    studies: `${SHARED}, ${PARTS}`,
    evaluations: `${SHARED}, ${PARTS}`,
  };
  for (const [goal, columns] of Object.entries(views)) {
    const view = `create view ${goal} as select goal, ${columns} from experiments where goal = '${goal}'`;
    await sql.raw(view).execute(db);
    await sql.raw(`alter view ${goal} alter column goal set default '${goal}'`).execute(db);
  }
  await sql
    .raw(
      'create view sweep_runs as select experiment_id as sweep_id, run, outcome, result_key from experiment_runs',
    )
    .execute(db);
}
