import { messages, type SweepStatus } from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { httpProblem } from '../http-problem.ts';
import { answer, documentedProblems } from '../plugins/open-api.ts';
import { withWait } from '../leased-work/leased-rows.ts';
import { sweepsOf } from './sweep-rows.ts';

export type SweepRequest = FastifyRequest<{ Params: { id: string } }>;

/** Answers that calls about sweeps can give. */
export const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
export const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such sweep.') };

/**
 * The account of a request, from its API token or its session.
 * @throws HttpProblem 401 without either.
 */
export async function accountOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const userId = await app.accountOf(request);
  if (userId === undefined) throw httpProblem(401, messages.logInForSweeps);
  return userId;
}

/**
 * The sweep that a request names.
 * @throws HttpProblem 404 when the account has none with that id.
 */
export async function sweepOf(app: FastifyInstance, request: SweepRequest): Promise<SweepStatus> {
  const [sweep] = await sweepsOf(app.database, await accountOf(app, request), request.params.id);
  if (!sweep) throw httpProblem(404, messages.noSweep);
  return withWait(app, sweep);
}
