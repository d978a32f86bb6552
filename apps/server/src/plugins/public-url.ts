import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Origin that people type; known once the server listens, as it may have been told to take any free port. */
export function publicUrlOf(
  app: FastifyInstance,
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
): string {
  const address = app.server.address() as AddressInfo | null;
  return publicUrl ?? `http://localhost:${address?.port ?? port}`;
}
