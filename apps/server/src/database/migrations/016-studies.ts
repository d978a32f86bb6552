import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The pictures of an evaluation, the runs of a study.
  await db.schema.alterTable('evaluations').renameColumn('images', 'parts').execute();
  await db.schema
    .createTable('studies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('document', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('done', 'integer', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('endedAt', 'bigint')
    .addColumn('runner', 'text')
    .addColumn('leaseUntil', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('studies_of_user').on('studies').column('userId').execute();
}
