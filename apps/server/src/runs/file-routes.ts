import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Goal } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import type { Access, GoalCalls, OfExperiment } from './experiment-routes.ts';

/** Calls for the files that the folders of a goal have at their end, by their names. */
export function fileRoutes<Name extends Goal>(
  app: FastifyInstance,
  { goal, folderOf }: Pick<GoalCalls<Name>, 'goal' | 'folderOf'>,
  { oneOf, problemsOfOne }: Access<Name>,
  files: Readonly<Record<string, readonly [type: string, summary: string]>>,
  missing: string,
): void {
  for (const [name, [type, summary]] of Object.entries(files)) {
    const content = { 'application/octet-stream': { schema: { type: 'string' } } };
    const response = { 200: { description: 'The file', content }, ...problemsOfOne };
    const schema = { summary, response };
    app.get(`/api/${goal}/:id/${name}`, { schema }, async (request: OfExperiment, reply) => {
      const { id, state } = await oneOf(request);
      const path = join(folderOf!(id), name);
      const size = await stat(path).then(
        (stats) => stats.size,
        () => undefined,
      );
      if (state !== 'done' || size === undefined) throw httpProblem(404, missing);
      return reply
        .headers({
          'cache-control': 'no-store',
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
        })
        .type(type)
        .send(createReadStream(path));
    });
  }
}
