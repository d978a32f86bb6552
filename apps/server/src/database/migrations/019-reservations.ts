import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('reservations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('store', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('heldAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('reservationsUserId').on('reservations').column('userId').execute();
  // What the results of a sweep may take; earlier sweeps count nothing.
  await db.schema
    .alterTable('sweeps')
    .addColumn('bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
