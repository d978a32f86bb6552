import type { FastifyInstance } from 'fastify';
import { REMEMBERED_MS } from '../attempts.ts';
import { purgeCodes } from '../accounts/codes.ts';
import { purgeSessions } from '../accounts/sessions.ts';
import { MINUTE_MS } from '../clock.ts';

const PERIOD_MS = 10 * MINUTE_MS;

/** Deletes expired rows every ten minutes. They are ignored before that too: this keeps tables small and personal data short-lived. */
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
      app.log.warn(error, 'expired rows could not be deleted; retrying in 10 minutes');
    });
  }, PERIOD_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
  });
}
