import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/**
 * The address that people type; known once the server listens, because PORT=0 takes any free port.
 */
export function publicUrlOf(
  app: FastifyInstance,
  { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>,
): string {
  const address = app.server.address() as AddressInfo | null;
  return publicUrl ?? `http://localhost:${address?.port ?? port}`;
}
