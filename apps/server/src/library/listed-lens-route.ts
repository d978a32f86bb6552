import { labels, listedLensSchema, messages, type ListedLens } from '@lumenloom/contract';
import { loadOnce } from '@lumenloom/engine';
import { optics } from '@lumenloom/engine/catalogue';
import { THREAD_ARGUMENTS, publishedNames } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import { httpProblem } from '../http-problem.ts';
import { answer } from '../plugins/open-api.ts';

/** How long the thread is kept without work, in milliseconds. */
const IDLE_MS = 60_000;

/**
 * GET /api/lenses/<name>: the sheet of a lens that comes with the program, which is computed once.
 */
export function listedLensRoute(app: FastifyInstance): void {
  const thread = new Piscina<string, ListedLens | undefined>({
    filename: new URL('./listed-lens-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...process.execArgv, ...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => thread.destroy());
  const sheets = new Map<string, Promise<ListedLens | undefined>>();
  app.get(
    '/api/lenses/:name',
    {
      schema: {
        summary: 'The sheet of a lens of the list, or of a published lens',
        description:
          '`name` as recipes have it, such as `Cooke Triplet`, or `published:heliar`: drawing, first order, spot diagrams, MTF and the curves over the field.',
        response: {
          200: answer('The lens', listedLensSchema),
          404: answer('There is no such lens.'),
        },
      },
    },
    async ({ params: { name } }: FastifyRequest<{ Params: { name: string } }>) => {
      const known = [
        ...labels(optics),
        ...(await publishedNames('lenses')).map((published) => `published:${published}`),
      ];
      if (!known.includes(name)) throw httpProblem(404, messages.noListedLens(name, known));
      return loadOnce(sheets, name, () => thread.run(name));
    },
  );
}
