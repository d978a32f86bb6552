import type { FastifyInstance } from 'fastify';
import { purgeAttempts } from '../attempts.ts';
import { purgeCodes } from '../accounts/codes.ts';
import { purgeDevices } from '../accounts/devices.ts';
import { purgeSessions } from '../accounts/sessions.ts';
import { MINUTE_MS } from '../clock.ts';

const PERIOD_MS = 10 * MINUTE_MS;

/**
 * Deletes expired rows every ten minutes. They are ignored before that too: this keeps tables small
 * and personal data short-lived.
 */
export function housekeeping(app: FastifyInstance): void {
  const tidy = async (): Promise<void> => {
    const now = app.clock();
    await purgeAttempts(app.database, now);
    await purgeDevices(app.database, now);
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
