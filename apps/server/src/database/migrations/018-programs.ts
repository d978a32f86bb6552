import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Name of the bits that the sweep is computed with; null: those of its version.
  await db.schema.alterTable('sweeps').addColumn('bits', 'text').execute();
  // What began the work; null: nobody has.
  for (const table of ['evaluations', 'studies']) {
    await db.schema.alterTable(table).addColumn('version', 'text').execute();
    await db.schema.alterTable(table).addColumn('node', 'text').execute();
    await db.schema.alterTable(table).addColumn('bits', 'text').execute();
  }
  // Servers and workers that are running.
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('node', 'text', (column) => column.notNull())
    .addColumn('places', 'integer', (column) => column.notNull())
    .addColumn('seenAt', 'bigint', (column) => column.notNull())
    .execute();
}
