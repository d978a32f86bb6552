import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  configurationQuerySchema,
  exportQuerySchema,
  messages,
  wholeOwnFileSchema,
} from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { clientGone } from '../client-gone.ts';
import type { Config } from '../config.ts';
import { HttpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { folderOf, NAMES } from './library-files.ts';
import { PROBLEMS_OF_ONE, rowOf, whole, type LibraryParts, type OfFile } from './library-routes.ts';
import type { LibraryRow } from './library-rows.ts';
import type { LensAnswer, LensAsked } from './lens-of-file.ts';
import { Readings } from './run-reading.ts';

/** The compiled program, because the process runs JavaScript. */
const program = fileURLToPath(new URL('../../dist/library/lens-process.js', import.meta.url));

const requireLens = ({ kind, name }: LibraryRow, field: string): void => {
  if (kind !== 'lens') throw new HttpProblem(422, [{ field, message: messages.noLens(name) }]);
};

/** Calls about one file of a library: what was read, of a lens in any position, and its export. */
export function lensRoutes(app: FastifyInstance, config: Config, parts: LibraryParts): void {
  const { library, places } = parts;
  const lenses = new Readings<LensAsked, LensAnswer>(
    places,
    config.reading,
    (error, sentence) => {
      app.log.warn(error, sentence);
    },
    program,
  );
  const ask = (
    { key, userId: account }: LibraryRow,
    asked: Pick<LensAsked, 'configuration' | 'format'>,
    signal: AbortSignal,
  ): Promise<LensAnswer> => {
    const partPath = join(folderOf(library, key), NAMES.part);
    return lenses.read(async () => ({ partPath, ...asked }), { account, signal });
  };
  app.get(
    '/api/library/:id',
    {
      schema: {
        summary: 'Says what was read from a file of your library',
        description: 'Of a lens with several configurations it shows the one that is asked for.',
        querystring: documented(configurationQuerySchema),
        response: {
          200: answer('The file', wholeOwnFileSchema),
          422: documentedProblems[422],
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfFile, reply) => {
      reply.header('cache-control', 'no-store');
      const { configuration } = parsed(configurationQuerySchema, request.query ?? {});
      const row = await rowOf(app, request);
      const stored = await whole(library, row);
      if (configuration === undefined) return stored;
      requireLens(row, 'configuration');
      return { ...stored, ...(await ask(row, { configuration }, clientGone(reply.raw))) };
    },
  );
  app.get(
    '/api/library/:id/export',
    {
      schema: {
        summary: 'A lens of your library as a Zemax .zmx, a CODE V .seq or a JSON file',
        querystring: documented(exportQuerySchema),
        response: {
          200: {
            description: 'The text of the file',
            content: { 'text/plain': { schema: { type: 'string' } } },
          },
          422: documentedProblems[422],
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfFile, reply) => {
      const { format, configuration = 1 } = parsed(exportQuerySchema, request.query ?? {});
      const row = await rowOf(app, request);
      requireLens(row, 'id');
      const asked = { configuration, format };
      const { text } = (await ask(row, asked, clientGone(reply.raw))) as { readonly text: string };
      const name = encodeURIComponent(`${row.name.replace(/\.\w{2,4}$/, '')}.${format}`);
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename*=UTF-8''${name}`,
        })
        .type('text/plain; charset=utf-8')
        .send(text);
    },
  );
}
