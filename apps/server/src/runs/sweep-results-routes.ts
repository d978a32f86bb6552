import { messages, sweepOutcomeSchema } from '@lumenloom/contract';
import type { StageArray } from '@lumenloom/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import { answer } from '../plugins/open-api.ts';
import { arrayKind, type ResultStore } from '../results/result-store.ts';
import { resultsRoute, type Access } from './experiment-routes.ts';

/** How many lines are read at once. */
const LINES_AT_ONCE = 500;

/** Calls for the results of a sweep. */
export function sweepResultsRoutes(
  app: FastifyInstance,
  store: ResultStore,
  access: Access<'sweeps'>,
): void {
  resultsRoute(app, { goal: 'sweeps', one: 'a sweep' }, access, {
    order:
      'A JSON object per line and run, in the order in which the runs end; those that have ended already come first.',
    schema: sweepOutcomeSchema,
    addedOf: (id) => growingRuns(app.database, id),
  });
  app.get(
    '/api/sweeps/:id/runs/:run/picture',
    {
      schema: {
        summary: 'The picture of a run, where the sweep keeps pictures',
        response: {
          200: {
            description: 'The picture',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
          ...access.problemsOfOne,
        },
      },
    },
    async (request: OfRun, reply) => {
      const key = await resultKeyOf(app, access, request);
      const png = key && (await store.read(key, 'png'));
      if (!png) throw httpProblem(404, messages.noPicture);
      return reply.header('cache-control', 'private, max-age=86400').type('image/png').send(png);
    },
  );
  stageRoutes(app, store, access);
}

type OfRun = FastifyRequest<{ Params: { id: string; run: string } }>;

/**
 * The key of a run's results; undefined where it has none.
 * @throws HttpProblem 404 for a sweep of somebody else.
 */
async function resultKeyOf(
  app: FastifyInstance,
  { oneOf }: Access<'sweeps'>,
  request: OfRun,
): Promise<string | undefined> {
  const { id } = await oneOf(request);
  const { run } = request.params;
  if (!/^\d{1,6}$/.test(run)) return undefined;
  const row = await app.database
    .selectFrom('experimentRuns')
    .select('resultKey')
    .where('experimentId', '=', id)
    .where('run', '=', Number(run))
    .executeTakeFirst();
  return row?.resultKey ?? undefined;
}

/** Calls for the arrays between the stages of a run. */
function stageRoutes(app: FastifyInstance, store: ResultStore, access: Access<'sweeps'>): void {
  /** @throws HttpProblem 404 where none are kept. */
  const keptOf = async (
    request: OfRun,
  ): Promise<{ key: string; arrays: readonly StageArray[] }> => {
    const key = await resultKeyOf(app, access, request);
    const list = key && (await store.read(key, 'stages'));
    if (!key || !list) throw httpProblem(404, messages.noStages);
    return { key, arrays: JSON.parse(list.toString()) as StageArray[] };
  };
  app.get(
    '/api/sweeps/:id/runs/:run/stages',
    {
      schema: {
        summary: 'Names of the arrays between the stages of a run, where the sweep keeps stages',
        response: {
          200: answer('In the order of the stages', z.object({ arrays: z.array(z.string()) })),
          ...access.problemsOfOne,
        },
      },
    },
    async (request: OfRun) => ({ arrays: (await keptOf(request)).arrays }),
  );
  app.get(
    '/api/sweeps/:id/runs/:run/stages/:array',
    {
      schema: {
        summary: 'An array between the stages of a run, as .npy',
        response: {
          200: {
            description: 'The array',
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
            },
          },
          ...access.problemsOfOne,
        },
      },
      compress: false,
    },
    async (
      request: FastifyRequest<{ Params: { id: string; run: string; array: string } }>,
      reply,
    ) => {
      const { key, arrays } = await keptOf(request);
      const name = arrays.find((one) => arrayKind(one) === request.params.array);
      const bytes = name && (await store.read(key, arrayKind(name)));
      if (!bytes) throw httpProblem(404, messages.noStageArray(arrays.map(arrayKind).join(', ')));
      return reply
        .header('cache-control', 'private, max-age=86400')
        .type('application/octet-stream')
        .send(bytes);
    },
  );
}

/**
 * Takes the outcomes that were not taken before. Runs end in about the order of their numbers, so
 * only those after the first one that is missing are looked at.
 */
export function growingRuns(database: Database, sweepId: string): () => AsyncIterable<string> {
  let first = 0;
  /** Taken before an earlier one. */
  const beyond = new Set<number>();
  return async function* () {
    for (let from = first; ;) {
      const runs = await database
        .selectFrom('experimentRuns')
        .select('run')
        .where('experimentId', '=', sweepId)
        .where('run', '>=', from)
        .orderBy('run')
        .limit(LINES_AT_ONCE)
        .execute();
      const fresh = runs.map(({ run }) => run).filter((run) => !beyond.has(run));
      if (fresh.length > 0) {
        const rows = await database
          .selectFrom('experimentRuns')
          .select('outcome')
          .where('experimentId', '=', sweepId)
          .where('run', 'in', fresh)
          .orderBy('run')
          .execute();
        for (const run of fresh) beyond.add(run);
        while (beyond.delete(first)) first += 1;
        yield rows.map(({ outcome }) => `${outcome}\n`).join('');
      }
      if (runs.length < LINES_AT_ONCE) return;
      from = runs.at(-1)!.run + 1;
    }
  };
}
