import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // The GPU that computes the sweep; null: the processor.
  await db.schema.alterTable('sweeps').addColumn('device', 'text').execute();
}
