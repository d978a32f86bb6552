import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('tokenHash', 'text', (column) => column.notNull())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('lastUsedAt', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('devices_pk', ['tokenHash', 'userId'])
    .execute();
  await db.schema.createIndex('devices_of_user').on('devices').column('userId').execute();
}
