import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpProblem } from '../http-problem.ts';

/** A file that work has written when it is done. */
export interface WorkFile {
  /** The address of the work: '/api/studies/:id'. */
  readonly route: string;
  readonly name: string;
  readonly type: string;
  readonly summary: string;
  /** Answers of calls about one piece of work, by their status. */
  readonly problems: Readonly<Record<number, object>>;
  /** The folder of the work that a request names. @throws HttpProblem 401, 404. */
  readonly folderOf: (
    request: FastifyRequest<{ Params: { id: string } }>,
  ) => Promise<{ readonly folder: string; readonly isDone: boolean }>;
  /** Said while it is not there. */
  readonly missing: string;
}

/** A call for a file of work that is done. */
export function fileRoute(
  app: FastifyInstance,
  { route, name, type, summary, problems, folderOf, missing }: WorkFile,
): void {
  app.get(
    `${route}/${name}`,
    {
      schema: {
        summary,
        response: {
          200: {
            description: 'The file',
            content: { 'application/octet-stream': { schema: { type: 'string' } } },
          },
          ...problems,
        },
      },
    },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const { folder, isDone } = await folderOf(request);
      const path = join(folder, name);
      const size = await stat(path).then(
        (stats) => stats.size,
        () => undefined,
      );
      if (!isDone || size === undefined) throw httpProblem(404, missing);
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .type(type)
        .send(createReadStream(path));
    },
  );
}
