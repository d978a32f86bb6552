import type { FastifyInstance } from 'fastify';
import { REMEMBERED_MS } from '../attempts.ts';
import { purgeCodes } from '../accounts/codes.ts';
import { purgeSessions } from '../accounts/sessions.ts';
import { MINUTE_MS } from '../clock.ts';

const PERIOD_MS = 10 * MINUTE_MS;

/** Forgets what has expired, from time to time. What counts is decided elsewhere, by age: this only keeps the tables small and strangers' data short-lived. */
export function housekeeping(app: FastifyInstance): void {
  const tidy = async (): Promise<void> => {
    const now = app.clock();
    await app.database
      .deleteFrom('attempts')
      .where('at', '<=', now - REMEMBERED_MS)
      .execute();
    await purgeCodes(app.database, now);
    await purgeSessions(app.database, now);
  };
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => {
      app.log.warn(error, 'housekeeping failed; it is tried again');
    });
  }, PERIOD_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
  });
}
