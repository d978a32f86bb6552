import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  messages,
  newSweepAnswerSchema,
  sweepDocumentSchema,
  sweepOutcomeSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
  type Decoded,
  type SweepStatus,
} from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { accountOfToken } from '../accounts/api-tokens.ts';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { HttpProblem, accepted, httpProblem } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import type { ResultStore } from './result-store.ts';
import { addSweep, cancelOrDelete, sweepsOf, type CheckedSweep } from './sweep-rows.ts';

/** How often new results are looked for while somebody follows them, in milliseconds, and how many lines are read at once. */
const POLL_MS = 250;
const LINES_AT_ONCE = 500;
/** How long the thread that checks documents is kept without work, in milliseconds. */
const IDLE_MS = 60_000;

type OfSweep = FastifyRequest<{ Params: { id: string } }>;

/** Calls about the sweeps of an account. */
export function sweepRoutes(
  app: FastifyInstance,
  { sweepRuns }: Config,
  limited: ReturnType<typeof perAddress>,
  { store, look }: { readonly store: ResultStore; readonly look: () => void },
): void {
  const checker = new Piscina<unknown, Decoded<CheckedSweep>>({
    filename: new URL('./plan-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...process.execArgv, ...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => checker.destroy());

  const account = async (request: FastifyRequest): Promise<string> => {
    const userId =
      (await accountOfToken(app.database, request, app.clock())) ??
      (await app.sessionOf(request))?.userId;
    if (userId === undefined) throw httpProblem(401, messages.logInForSweeps);
    return userId;
  };
  const sweepOf = async (request: OfSweep): Promise<SweepStatus> => {
    const [sweep] = await sweepsOf(app.database, await account(request), request.params.id);
    if (!sweep) throw httpProblem(404, messages.noSweep);
    return sweep;
  };
  const problems = {
    401: answer('Neither logged in nor an API token.'),
    503: documentedProblems[503],
  };
  const ofOne = { ...problems, 404: answer('You have no such sweep.') };

  app.post(
    '/api/sweeps',
    {
      schema: {
        summary: 'Starts a sweep: many runs of a recipe with varied fields',
        body: documented(sweepDocumentSchema),
        response: {
          201: answer('Its id, and the number of its runs', newSweepAnswerSchema),
          ...documentedProblems,
          ...problems,
          429: answer('You have as many unfinished sweeps or runs as allowed.'),
        },
      },
      config: limited,
    },
    async (request, reply) => {
      const userId = await account(request);
      const sweep = accepted(await checker.run(request.body));
      if (sweep.document.keep === 'stages')
        throw new HttpProblem(422, [{ field: 'keep', message: messages.noStages }]);
      const id = await addSweep(app.database, userId, sweep, sweepRuns, app.clock());
      look();
      return reply.code(201).send({ id, runs: sweep.count });
    },
  );
  app.get(
    '/api/sweeps',
    {
      schema: {
        summary: 'Lists your sweeps',
        response: { 200: answer('The newest first', sweepsAnswerSchema), ...problems },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { sweeps: await sweepsOf(app.database, await account(request)) };
    },
  );
  app.get(
    '/api/sweeps/:id',
    {
      schema: {
        summary: 'Says how far a sweep is',
        response: { 200: answer('Its state', sweepStatusSchema), ...ofOne },
      },
    },
    async (request: OfSweep, reply) => {
      reply.header('cache-control', 'no-store');
      return sweepOf(request);
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
          ...ofOne,
        },
      },
      compress: false,
    },
    async (request: OfSweep, reply) => {
      const { id } = await sweepOf(request);
      const gone = new AbortController();
      reply.raw.once('close', () => {
        gone.abort();
      });
      return reply
        .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
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
          ...ofOne,
        },
      },
    },
    async (request: FastifyRequest<{ Params: { id: string; run: string } }>, reply) => {
      const { id } = await sweepOf(request);
      const { run } = request.params;
      const row = /^\d{1,6}$/.test(run)
        ? await app.database
            .selectFrom('sweepRuns')
            .select('resultKey')
            .where('sweepId', '=', id)
            .where('run', '=', Number(run))
            .executeTakeFirst()
        : undefined;
      const png = row?.resultKey ? await store.read(row.resultKey, 'png') : undefined;
      if (!png) throw httpProblem(404, messages.noPicture);
      return reply.header('cache-control', 'private, max-age=86400').type('image/png').send(png);
    },
  );
  app.delete(
    '/api/sweeps/:id',
    {
      schema: {
        summary: 'Cancels a sweep, or deletes one that has ended',
        response: {
          200: answer('What was done', z.object({ status: z.enum(['cancelled', 'deleted']) })),
          ...ofOne,
        },
      },
    },
    async (request: OfSweep) => {
      const userId = await account(request);
      const status = await cancelOrDelete(app.database, userId, request.params.id, app.clock());
      if (!status) throw httpProblem(404, messages.noSweep);
      look();
      return { status };
    },
  );
}

/** The rate at which sweeps may be started. */
export const startsOfSweeps = (config: Config): ReturnType<typeof perAddress> =>
  perAddress(config, 60, MINUTE_MS);

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
