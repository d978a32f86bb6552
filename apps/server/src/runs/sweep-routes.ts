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
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { accepted } from '../http-problem.ts';
import { experimentRoutes, type Access } from './experiment-routes.ts';
import { requireRuns } from './experiment-rows.ts';
import { ownDocument, refuseNoSweep } from './own-document.ts';
import { addSweep, holdResults, type CheckedSweep } from './sweep-rows.ts';

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
  userId: string,
  body: unknown,
): Promise<{ readonly id: string; readonly runs: number }> {
  refuseNoSweep(config, body);
  // Their number is known before they are planned, which may take seconds.
  const runs = countRuns(accepted(readSweepDocument(body)));
  await requireRuns(app.database, config, 'sweeps', { userId, runs });
  const stored = await ownDocument(app.database, config, userId, body);
  const planned = accepted(await app.checkDocument(userId, 'sweep', stored));
  const sweep = { ...named(planned, body), device };
  const id = await addSweep(app.database, userId, sweep, config, app.clock());
  return { id, runs: sweep.count };
}

/** Calls about the sweeps of an account. */
export const sweepRoutes = (
  app: FastifyInstance,
  config: Config,
  work: { readonly runner: { readonly look: () => void }; readonly device?: string | undefined },
): Access<'sweeps'> =>
  experimentRoutes(app, config, {
    goal: 'sweeps',
    one: 'a sweep',
    schemas: {
      document: sweepDocumentSchema,
      status: sweepStatusSchema,
      list: sweepsAnswerSchema,
      started: newSweepAnswerSchema,
    },
    messages: { logIn: messages.logInForSweeps, missing: messages.noSweep },
    start: {
      summary: 'Starts a sweep: many runs of a recipe with varied fields',
      of: (userId, body) => startSweep(app, config, work.device, userId, body),
    },
    discard: holdResults,
    look: () => work.runner.look(),
  });
