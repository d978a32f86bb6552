import { ConfigError, readConfig } from '../config.ts';
import { makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';

/**
 * `npm run migrate`: brings the tables of DATABASE_URL (or the SQLite file) and of COMPUTE_QUEUE up
 * to date, as a start does.
 */
try {
  const config = readConfig(process.env);
  makeDataFolder(config);
  await (await openDatabase(config)).destroy();
  if (config.computeQueue !== undefined) {
    const { migrateQueue } = await import('../queue/queue-connection.ts');
    await migrateQueue(config.computeQueue);
  }
  console.log('All tables are up to date.');
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
