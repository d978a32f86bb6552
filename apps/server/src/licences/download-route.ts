import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { httpProblem } from '../http-problem.ts';
import { linkState } from './download-link.ts';
import { isPackage } from './newest-package.ts';

/** GET /api/download/:file with the query of a signed link: the package. */
export function downloadRoute(app: FastifyInstance, { packageFolder }: Config): void {
  app.get<{
    readonly Params: { readonly file: string };
    readonly Querystring: Readonly<Record<string, unknown>>;
  }>(
    '/api/download/:file',
    { schema: { hide: true } },
    async ({ params: { file }, query }, reply) => {
      const state = linkState(app.keyed, file, query, app.clock());
      if (state !== 'good' || !isPackage(file))
        throw httpProblem(403, state === 'expired' ? messages.linkExpired : messages.linkForeign);
      const handle = await open(join(packageFolder, file)).catch(() => {
        throw httpProblem(503, messages.noPackage);
      });
      const { size } = await handle.stat();
      return reply
        .headers({
          'content-length': size,
          'content-disposition': `attachment; filename="${file}"`,
          'cache-control': 'private, no-store',
        })
        .type('application/gzip')
        .send(handle.createReadStream());
    },
  );
}
