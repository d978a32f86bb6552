import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { messages, sweepDocumentSchema, sweepOutcomeSchema } from '@lumenloom/contract';
import type { StageArray } from '@lumenloom/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { httpProblem } from '../http-problem.ts';
import { answer, documented } from '../plugins/open-api.ts';
import { STREAMED } from '../streamed.ts';
import { arrayKind, type ResultStore } from './result-store.ts';
import { accountOf, PROBLEMS_OF_ONE, sweepOf, type SweepRequest } from './sweep-access.ts';
import { documentOf } from './sweep-rows.ts';

/**
 * How often new results are looked for while somebody follows them, in milliseconds, and how many
 * lines are read at once.
 */
const POLL_MS = 250;
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
        },
      },
      compress: false,
    },
    async (request: SweepRequest, reply) => {
      const { id } = await sweepOf(app, request);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        gone.abort();
      });
      return reply
        .headers(STREAMED)
        .type('application/x-ndjson; charset=utf-8')
        .send(Readable.from(resultsOf(app, id, gone.signal)));
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

/** Lines of results until the sweep has ended; those that are there first. */
async function* resultsOf(
  { database }: FastifyInstance,
  id: string,
  gone: AbortSignal,
): AsyncGenerator<string, void> {
  const sent = new Set<number>();
  for (;;) {
    // Asked before the rows, so that none is missed that was stored before the end.
    const sweep = await database
      .selectFrom('sweeps')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst();
    let from = -1;
    for (;;) {
      if (gone.aborted) return;
      const rows = await database
        .selectFrom('sweepRuns')
        .select(['run', 'outcome'])
        .where('sweepId', '=', id)
        .where('run', '>', from)
        .orderBy('run')
        .limit(LINES_AT_ONCE)
        .execute();
      const text = rows
        .filter(({ run }) => !sent.has(run))
        .map(({ outcome }) => `${outcome}\n`)
        .join('');
      for (const { run } of rows) sent.add(run);
      if (text !== '') yield text;
      if (rows.length < LINES_AT_ONCE) break;
      from = rows.at(-1)!.run;
    }
    if (!sweep || !['waiting', 'running'].includes(sweep.state)) return;
    await sleep(POLL_MS, undefined, { signal: gone }).catch(() => undefined);
  }
}
