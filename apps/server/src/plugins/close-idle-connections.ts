import type { FastifyInstance } from 'fastify';

/** Closes connections that become idle while the server closes; otherwise keep-alive would delay the end. */
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
