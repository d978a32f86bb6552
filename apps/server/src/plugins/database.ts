import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { claimDataFolder } from '../data-folder.ts';
import { openDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import { DATABASE_BACK, type Outage } from './outage.ts';
import { keyedHash, type KeyedHash } from '../secret.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database;
    readonly clock: Clock;
    readonly keyed: KeyedHash;
  }
}

/**
 * Opens the database with its tables up to date, closes it with the server, and adds it, the clock
 * and the keyed hash to the app.
 */
export async function database(
  app: FastifyInstance,
  config: Config,
  clock: Clock,
  outage: Outage,
): Promise<void> {
  const release =
    config.databaseUrl === undefined ? claimDataFolder(config.dataFolder) : () => undefined;
  const opened = await openDatabase(config, {
    lost: (error) => {
      app.log.error(error, 'a database connection was lost');
    },
    done: (event) => {
      if (outage.isOver(event)) app.log.warn(DATABASE_BACK);
    },
  });
  app.decorate('database', opened);
  app.decorate('clock', clock);
  app.decorate('keyed', keyedHash(config.dataFolder));
  app.addHook('onClose', async () => {
    await opened.destroy();
    release();
  });
}
