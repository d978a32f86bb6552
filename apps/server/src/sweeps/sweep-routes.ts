import {
  messages,
  newSweepAnswerSchema,
  sweepDocumentSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
  type Decoded,
  type SweepDocument,
} from '@lumenloom/contract';
import { THREAD_ARGUMENTS } from '@lumenloom/node-host';
import type { FastifyInstance } from 'fastify';
import { Piscina } from 'piscina';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { accepted, httpProblem } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import {
  accountOf,
  PROBLEMS,
  PROBLEMS_OF_ONE,
  sweepOf,
  type SweepRequest,
} from './sweep-access.ts';
import { ownDocument, refuseNoSweep, type OwnDocument } from './own-document.ts';
import { addSweep, cancelOrDeleteSweep, sweepsOf, type CheckedSweep } from './sweep-rows.ts';

/** How long the thread that checks documents is kept without work, in milliseconds. */
const IDLE_MS = 60_000;
const STARTS_PER_MINUTE = 60;

/** A checked sweep with the names of the account's files again. */
const named = ({ document, ...counted }: CheckedSweep, sent: unknown): CheckedSweep => ({
  document: { ...document, recipe: (sent as Pick<SweepDocument, 'recipe'>).recipe },
  ...counted,
});

/** Calls about the sweeps of an account. */
export function sweepRoutes(
  app: FastifyInstance,
  config: Config,
  work: { readonly look: () => void; readonly device?: string | undefined },
): void {
  const checker = planChecker(app);
  app.post(
    '/api/sweeps',
    {
      schema: {
        summary: 'Starts a sweep: many runs of a recipe with varied fields',
        body: documented(sweepDocumentSchema),
        response: {
          201: answer('Its id, and the number of its runs', newSweepAnswerSchema),
          ...documentedProblems,
          ...PROBLEMS,
          429: answer('You have as many unfinished sweeps or runs as allowed.'),
        },
      },
      config: perAddress(config, STARTS_PER_MINUTE, MINUTE_MS),
    },
    async (request, reply) => {
      const userId = await accountOf(app, request);
      refuseNoSweep(config, request.body);
      const stored = await ownDocument(app.database, config, userId, request.body);
      const checked = named(accepted(await checker.run(stored)), request.body);
      const sweep = { ...checked, device: work.device };
      const id = await addSweep(app.database, userId, sweep, config, app.clock());
      work.look();
      return reply.code(201).send({ id, runs: sweep.count });
    },
  );
  app.get(
    '/api/sweeps',
    {
      schema: {
        summary: 'Lists your sweeps',
        response: { 200: answer('The newest first', sweepsAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { sweeps: await sweepsOf(app.database, await accountOf(app, request)) };
    },
  );
  app.get(
    '/api/sweeps/:id',
    {
      schema: {
        summary: 'Says how far a sweep is',
        response: { 200: answer('Its state', sweepStatusSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: SweepRequest, reply) => {
      reply.header('cache-control', 'no-store');
      return sweepOf(app, request);
    },
  );
  app.delete(
    '/api/sweeps/:id',
    {
      schema: {
        summary: 'Cancels a sweep, or deletes one that has ended',
        response: {
          200: answer('What was done', z.object({ status: z.enum(['cancelled', 'deleted']) })),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: SweepRequest) => {
      const own = { userId: await accountOf(app, request), id: request.params.id };
      const status = await cancelOrDeleteSweep(app.database, own, app.clock());
      if (!status) throw httpProblem(404, messages.noSweep);
      work.look();
      return { status };
    },
  );
}

/** A thread that plans new sweeps, as long as there are any. */
function planChecker(app: FastifyInstance): Piscina<OwnDocument, Decoded<CheckedSweep>> {
  const checker = new Piscina<OwnDocument, Decoded<CheckedSweep>>({
    filename: new URL('./plan-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    execArgv: [...THREAD_ARGUMENTS],
  });
  app.addHook('onClose', () => checker.destroy());
  return checker;
}
