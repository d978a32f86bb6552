import { SimulationError } from '@lumenloom/engine';
import { loadImage } from '@lumenloom/node-host';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { httpProblem } from '../http-problem.ts';

/** How long browsers may keep the pixels, seconds. */
const DAY = 86_400;

/**
 * GET /api/pictures/:name: a picture of the product as the engine sees it, for engines in pages:
 * rows and columns, unsigned 32-bit little-endian, then red, green and blue of each pixel.
 */
export function pictureRoute(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    '/api/pictures/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      const { rows, columns, rgb } = await loadImage(name).catch((error: unknown) => {
        throw error instanceof SimulationError ? httpProblem(404, messages.notFound) : error;
      });
      const size = Buffer.alloc(8);
      size.writeUInt32LE(rows, 0);
      size.writeUInt32LE(columns, 4);
      return reply
        .headers({ 'cache-control': `public, max-age=${DAY}` })
        .type('application/octet-stream')
        .send(Buffer.concat([size, rgb]));
    },
  );
}
