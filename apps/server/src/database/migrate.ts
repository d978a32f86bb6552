import { Migrator, type Migration } from 'kysely';
import { up as accounts } from './migrations/001-accounts.ts';
import { up as mail } from './migrations/002-mail.ts';
import { up as formsAndLicences } from './migrations/003-forms-and-licences.ts';
import type { Database } from './schema.ts';

/** In order; the names are kept in the database, so one that was released is never renamed, changed or taken out. */
const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-accounts': { up: accounts },
  '002-mail': { up: mail },
  '003-forms-and-licences': { up: formsAndLicences },
};

/**
 * Brings the tables up to date in one transaction: a start that is cut off leaves what was there, and the next one begins again.
 * Several processes may do it at once.
 */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<void> {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
  }).migrateToLatest();
  if (error !== undefined) throw error as Error;
}
