import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('libraryFiles').addColumn('figures', 'text').execute();
}
