import {
  countRuns,
  messages,
  newSweepAnswerSchema,
  readSweepDocument,
  sweepDocumentSchema,
  sweepStatusSchema,
  sweepsAnswerSchema,
  type SweepDocument,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
import { withWait } from '../leased-work/leased-rows.ts';
import { ownDocument, refuseNoSweep } from './own-document.ts';
import {
  addSweep,
  cancelOrDeleteSweep,
  requireSweepRuns,
  sweepsOf,
  type CheckedSweep,
} from './sweep-rows.ts';

const STARTS_PER_MINUTE = 60;

/** A checked sweep with the names of the account's files again. */
const named = ({ document, ...counted }: CheckedSweep, sent: unknown): CheckedSweep => ({
  document: { ...document, recipe: (sent as Pick<SweepDocument, 'recipe'>).recipe },
  ...counted,
});

/** Checks and stores a sweep that an account sent. */
async function startSweep(
  app: FastifyInstance,
  config: Config,
  device: string | undefined,
  request: FastifyRequest,
): Promise<{ readonly id: string; readonly runs: number }> {
  const userId = await accountOf(app, request);
  refuseNoSweep(config, request.body);
  // Their number is known before they are planned, which may take seconds.
  const runs = countRuns(accepted(readSweepDocument(request.body)));
  await requireSweepRuns(app.database, userId, runs, config.sweepRuns);
  const stored = await ownDocument(app.database, config, userId, request.body);
  const planned = accepted(await app.checkDocument(userId, 'sweep', stored));
  const sweep = { ...named(planned, request.body), device };
  const id = await addSweep(app.database, userId, sweep, config, app.clock());
  return { id, runs: sweep.count };
}

/** Calls about the sweeps of an account. */
export function sweepRoutes(
  app: FastifyInstance,
  config: Config,
  work: { readonly look: () => void; readonly device?: string | undefined },
): void {
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
      const started = await startSweep(app, config, work.device, request);
      work.look();
      return reply.code(201).send(started);
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
      const rows = await sweepsOf(app.database, await accountOf(app, request));
      return { sweeps: rows.map((row) => withWait(app, row)) };
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
