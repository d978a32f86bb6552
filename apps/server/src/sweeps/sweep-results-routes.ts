import { messages, sweepDocumentSchema, sweepOutcomeSchema } from '@lumenloom/contract';
import type { StageArray } from '@lumenloom/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../database/schema.ts';
import { httpProblem } from '../http-problem.ts';
import { answer, documented } from '../plugins/open-api.ts';
import { arrayKind, type ResultStore } from '../results/result-store.ts';
import { accountOf, PROBLEMS_OF_ONE, sweepOf, type SweepRequest } from './sweep-access.ts';
import { documentOf } from './sweep-rows.ts';

/** How many lines are read at once. */
const LINES_AT_ONCE = 500;

/** Calls for the document of a sweep, and for its results. */
export function sweepResultsRoutes(app: FastifyInstance, store: ResultStore): void {
  app.get(
    '/api/sweeps/:id/document',
    {
      schema: {
        summary: 'The document of a sweep, with its defaults',
        response: {
          200: answer('As it was checked', sweepDocumentSchema),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: SweepRequest, reply) => {
      const userId = await accountOf(app, request);
      const document = await documentOf(app.database, userId, request.params.id);
      if (!document) throw httpProblem(404, messages.noSweep);
      return reply.header('cache-control', 'private, max-age=86400').send(document);
    },
  );
  app.get(
    '/api/sweeps/:id/results',
    {
      schema: {
        summary: 'Streams the results of a sweep as they come, and ends with it',
        response: {
          200: {
            description:
              'A JSON object per line and run, in the order in which the runs end; those that have ended already come first.',
            content: { 'application/x-ndjson': { schema: documented(sweepOutcomeSchema) } },
          },
          ...PROBLEMS_OF_ONE,
          429: answer('You follow as many results as allowed.'),
        },
      },
      compress: false,
    },
    async (request: SweepRequest, reply) => {
      const userId = await accountOf(app, request);
      const { id } = await sweepOf(app, request);
      const added = growingRuns(app.database, id);
      return app.sendResults(reply, { table: 'sweeps', id, userId, added });
    },
  );
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
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfRun, reply) => {
      const key = await resultKeyOf(app, request);
      const png = key && (await store.read(key, 'png'));
      if (!png) throw httpProblem(404, messages.noPicture);
      return reply.header('cache-control', 'private, max-age=86400').type('image/png').send(png);
    },
  );
  stageRoutes(app, store);
}

type OfRun = FastifyRequest<{ Params: { id: string; run: string } }>;

/**
 * The key of a run's results; undefined where it has none.
 * @throws HttpProblem 404 for a sweep of somebody else.
 */
async function resultKeyOf(app: FastifyInstance, request: OfRun): Promise<string | undefined> {
  const { id } = await sweepOf(app, request);
  const { run } = request.params;
  if (!/^\d{1,6}$/.test(run)) return undefined;
  const row = await app.database
    .selectFrom('sweepRuns')
    .select('resultKey')
    .where('sweepId', '=', id)
    .where('run', '=', Number(run))
    .executeTakeFirst();
  return row?.resultKey ?? undefined;
}

/** Calls for the arrays between the stages of a run. */
function stageRoutes(app: FastifyInstance, store: ResultStore): void {
  /** @throws HttpProblem 404 where none are kept. */
  const keptOf = async (
    request: OfRun,
  ): Promise<{ key: string; arrays: readonly StageArray[] }> => {
    const key = await resultKeyOf(app, request);
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
          ...PROBLEMS_OF_ONE,
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
          ...PROBLEMS_OF_ONE,
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
        .selectFrom('sweepRuns')
        .select('run')
        .where('sweepId', '=', sweepId)
        .where('run', '>=', from)
        .orderBy('run')
        .limit(LINES_AT_ONCE)
        .execute();
      const fresh = runs.map(({ run }) => run).filter((run) => !beyond.has(run));
      if (fresh.length > 0) {
        const rows = await database
          .selectFrom('sweepRuns')
          .select('outcome')
          .where('sweepId', '=', sweepId)
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
