import { Migrator, type Migration } from 'kysely';
import { up as accounts } from './migrations/001-accounts.ts';
import { up as mail } from './migrations/002-mail.ts';
import { up as formsAndLicences } from './migrations/003-forms-and-licences.ts';
import { up as devices } from './migrations/004-devices.ts';
import { up as apiTokensAndSweeps } from './migrations/005-api-tokens-and-sweeps.ts';
import { up as library } from './migrations/007-library.ts';
import { up as projects } from './migrations/008-projects.ts';
import { up as tokenScopeAndExpiry } from './migrations/009-token-scope-and-expiry.ts';
import { up as preferences } from './migrations/010-preferences.ts';
import { up as partFigures } from './migrations/011-part-figures.ts';
import { up as datasets } from './migrations/012-datasets.ts';
import { up as evaluations } from './migrations/013-evaluations.ts';
import { up as datasetSettings } from './migrations/014-dataset-settings.ts';
import { up as datasetDigests } from './migrations/015-dataset-digests.ts';
import { up as studies } from './migrations/016-studies.ts';
import { up as sweepDevices } from './migrations/017-sweep-devices.ts';
import { up as programs } from './migrations/018-programs.ts';
import { up as reservations } from './migrations/019-reservations.ts';
import { up as experiments } from './migrations/020-experiments.ts';
import type { Database } from './schema.ts';

/**
 * In order. The names are stored in the database, so a released migration is never renamed, changed
 * or removed.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '001-accounts': { up: accounts },
  '002-mail': { up: mail },
  '003-forms-and-licences': { up: formsAndLicences },
  '004-devices': { up: devices },
  '005-api-tokens-and-sweeps': { up: apiTokensAndSweeps },
  '007-library': { up: library },
  '008-projects': { up: projects },
  '009-token-scope-and-expiry': { up: tokenScopeAndExpiry },
  '010-preferences': { up: preferences },
  '011-part-figures': { up: partFigures },
  '012-datasets': { up: datasets },
  '013-evaluations': { up: evaluations },
  '014-dataset-settings': { up: datasetSettings },
  '015-dataset-digests': { up: datasetDigests },
  '016-studies': { up: studies },
  '017-sweep-devices': { up: sweepDevices },
  '018-programs': { up: programs },
  '019-reservations': { up: reservations },
  '020-experiments': { up: experiments },
};

/**
 * Brings the tables up to date in one transaction: an interrupted start changes nothing, and the
 * next one starts again. Several processes may do this at once.
 */
export async function migrate(database: Database, migrations = MIGRATIONS): Promise<void> {
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => ({ ...migrations }) },
  }).migrateToLatest();
  if (error !== undefined) throw error as Error;
}
