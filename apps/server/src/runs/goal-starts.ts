import {
  choiceDryRunSchema,
  goalDocumentSchema,
  readChoiceDocument,
  withMorePictures,
  type GoalDocument,
  type MoreRuns,
} from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import { accepted, HttpProblem, parsed } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { refuseSwitchedOffGoal } from '../plugins/switched-off.ts';
import type { Access } from './experiment-routes.ts';
import { addExperiment, requireRuns, type Stored } from './experiment-rows.ts';
import { ownGoal, ownPlan } from './own-goal.ts';

/** How often a plan may be looked at from a network, in a minute: while it is typed. */
const LOOKS_PER_MINUTE = 240;

export const atField = (field: string, message: string): HttpProblem =>
  new HttpProblem(422, [{ field, message }]);

/** How a choice or a yield is started, and goes on with more. */
export function goalStarts(app: FastifyInstance, config: Config) {
  const { database } = app;
  return {
    /** @throws HttpProblem 422, 429. */
    start: async (
      userId: string,
      body: unknown,
    ): Promise<{ readonly id: string; readonly runs: number }> => {
      const asked = parsed(goalDocumentSchema, body);
      refuseSwitchedOffGoal(config, asked.document);
      const own = await ownGoal({ database, config }, userId, asked);
      const { runs, ...checked } = accepted(await app.checkDocument(userId, 'goal', own));
      const document: GoalDocument = { goal: asked.goal, ...checked };
      const row = { userId, document, parts: runs, now: app.clock() };
      const id = await addExperiment(database, 'studies', row, (transaction) =>
        requireRuns(transaction, config, 'studies', { userId, runs }),
      );
      return { id, runs };
    },
    /** @throws HttpProblem 422. */
    more: (
      userId: string,
      { runs: parts, done }: Pick<Stored['studies'], 'runs' | 'done'>,
      before: GoalDocument,
      { runs, pictures }: MoreRuns,
    ) => {
      if (runs !== undefined) throw atField('runs', 'Only a study gets more runs.');
      if (pictures !== undefined && before.goal !== 'choose')
        throw atField('pictures', 'A yield has no budget of pictures.');
      const larger = pictures === undefined ? undefined : morePictures(before, parts, pictures);
      const all = larger?.parts ?? parts;
      return {
        more: larger,
        checked: (transaction: typeof database) =>
          requireRuns(transaction, config, 'studies', { userId, runs: Math.max(0, all - done) }),
      };
    },
  };
}

/** A plan with more pictures, and about how many runs it takes then. */
function morePictures(
  before: GoalDocument,
  parts: number,
  pictures: number,
): { readonly document: GoalDocument; readonly parts: number } {
  const plan = accepted(readChoiceDocument(before.document));
  const document = accepted(withMorePictures(plan, pictures));
  const ratio = document.race.budget.pictures! / plan.race.budget.pictures!;
  return { document: { ...before, document }, parts: Math.ceil(parts * ratio) };
}

/** A call that says what the requirements of a plan leave, without any run. */
export function dryRunRoute(
  app: FastifyInstance,
  config: Config,
  { accountOf }: Pick<Access<'studies'>, 'accountOf'>,
): void {
  const body = z.strictObject({ document: goalDocumentSchema.shape.document });
  app.post(
    '/api/studies/dry-run',
    {
      schema: {
        summary: 'Says which cameras of a plan are left, and why the others are not',
        description:
          'The plan of `lumenloom choose`, as POST /api/studies takes it. Nothing is started.',
        body: documented(body),
        response: {
          200: answer('What is left, 200 cameras at most, and the reasons', choiceDryRunSchema),
          ...documentedProblems,
          401: answer('Neither logged in nor an API token.'),
        },
      },
      config: perAddress(config, LOOKS_PER_MINUTE, MINUTE_MS),
    },
    async (request) => {
      const userId = await accountOf(request);
      const { document } = parsed(body, request.body);
      refuseSwitchedOffGoal(config, document);
      const own = await ownPlan({ database: app.database, config }, userId, document);
      return accepted(await app.checkDocument(userId, 'dryRun', own));
    },
  );
}
