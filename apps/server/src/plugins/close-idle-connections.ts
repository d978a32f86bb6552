import type { FastifyInstance } from 'fastify';

/** A connection whose answer was still running when the server began to close would be kept alive after it, and hold the close. */
export function closeIdleConnections(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    if (isClosing)
      setImmediate(() => {
        app.server.closeIdleConnections();
      });
  });
}
