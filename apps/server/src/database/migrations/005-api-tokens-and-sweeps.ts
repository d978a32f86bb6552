import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('apiTokens')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('lastUsedAt', 'bigint')
    .execute();
  await db.schema.createIndex('api_tokens_of_user').on('apiTokens').column('userId').execute();
  await db.schema
    .createTable('sweeps')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('runs', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('leaseUntil', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sweeps_of_user').on('sweeps').column('userId').execute();
  await db.schema.createIndex('sweeps_by_state').on('sweeps').column('state').execute();
  await db.schema
    .createTable('sweepRuns')
    .addColumn('sweepId', 'text', (column) =>
      column.notNull().references('sweeps.id').onDelete('cascade'),
    )
    .addColumn('run', 'integer', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('resultKey', 'text')
    .addPrimaryKeyConstraint('sweep_runs_pk', ['sweepId', 'run'])
    .execute();
  await db.schema.createIndex('sweep_runs_by_result').on('sweepRuns').column('resultKey').execute();
}
