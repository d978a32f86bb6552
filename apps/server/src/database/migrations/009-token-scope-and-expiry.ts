import type { Kysely } from 'kysely';

/** A statement per column: SQLite adds one at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('apiTokens')
    .addColumn('scope', 'text', (column) => column.notNull().defaultTo('compute'))
    .execute();
  await db.schema.alterTable('apiTokens').addColumn('expiresAt', 'bigint').execute();
}
