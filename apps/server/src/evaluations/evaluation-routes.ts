import { rm } from 'node:fs/promises';
import {
  evaluationDocumentSchema,
  evaluationStatusSchema,
  evaluationsAnswerSchema,
  fieldPath,
  messages,
  newEvaluationAnswerSchema,
  readEvaluationDocument,
  type EvaluationDocument,
  type Problem,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem, accepted, httpProblem } from '../http-problem.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { refuseSwitchedOffEvaluation } from '../plugins/switched-off.ts';
import {
  descriptorProblems,
  evaluationFolder,
  filesOf,
  type EvaluationFiles,
} from './evaluation-files.ts';
import { fileRoute } from '../folder-work/file-route.ts';
import { addWork, resumeWork } from '../folder-work/work-rows.ts';
import { cancelOrDelete, withWait } from '../leased-work/leased-rows.ts';
import { evaluationRuns, requireRuns } from '../folder-work/run-quota.ts';
import { EVALUATION_LIMITS, evaluationsOf } from './evaluation-rows.ts';

const STARTS_PER_MINUTE = 60;

type OfEvaluation = FastifyRequest<{ Params: { id: string } }>;

const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such evaluation.') };

/** Files of an evaluation that has ended. */
const FILES = {
  'results.json': ['application/json', 'What lumenloom evaluate writes as results.json'],
  'report.html': ['text/html; charset=utf-8', 'The report as a page of its own'],
  'galleries.json': [
    'application/json',
    'Missed, false alarms and the like: titles, counts, and crops as data URLs',
  ],
  'images.ndjson': ['application/x-ndjson; charset=utf-8', 'A line per picture and camera'],
} as const;

/** The account of a request. @throws HttpProblem 401 without one. */
async function ownerOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const userId = await app.accountOf(request);
  if (userId === undefined) throw httpProblem(401, messages.logInForEvaluations);
  return userId;
}

/** The evaluation that a request names. @throws HttpProblem 404. */
async function evaluationOf(app: FastifyInstance, request: OfEvaluation) {
  const userId = await ownerOf(app, request);
  const [evaluation] = await evaluationsOf(app.database, userId, request.params.id);
  if (!evaluation) throw httpProblem(404, messages.noEvaluation);
  return withWait(app, evaluation);
}

/** @throws HttpProblem 422 at names of files, which a server does not read. */
function requireNoFiles(document: EvaluationDocument): void {
  const problems: Problem[] = descriptorProblems(document);
  for (const [name, camera] of Object.entries(document.cameras))
    if (typeof camera === 'string')
      problems.push({ field: fieldPath(['cameras', name]), message: messages.recipeNotFile });
  const [first, ...others] = problems;
  if (first) throw new HttpProblem(422, [first, ...others]);
}

/** Calls about the evaluations of an account. @param look looks for new ones and cancelled ones. */
export function evaluationRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  startRoute(app, config, look);
  lookRoutes(app, config);
  resumeRoute(app, config, look);
  app.delete(
    '/api/evaluations/:id',
    {
      schema: {
        summary: 'Cancels an evaluation, or deletes one that has ended',
        response: {
          200: answer('What was done', z.object({ status: z.enum(['cancelled', 'deleted']) })),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfEvaluation) => {
      const { id } = request.params;
      const userId = await ownerOf(app, request);
      const status = await cancelOrDelete(app.database, 'evaluations', { userId, id }, app.clock());
      if (!status) throw httpProblem(404, messages.noEvaluation);
      if (status === 'deleted')
        await rm(evaluationFolder(config.dataFolder, id), { recursive: true, force: true });
      look();
      return { status };
    },
  );
}

/** Goes on with an evaluation that has no results. */
function resumeRoute(app: FastifyInstance, config: Config, look: () => void): void {
  app.post(
    '/api/evaluations/:id/resume',
    {
      schema: {
        summary: 'Goes on with an evaluation that was cancelled or has failed',
        description: 'Pictures that have ended are not computed again.',
        response: {
          200: answer('Its state', evaluationStatusSchema),
          ...PROBLEMS_OF_ONE,
          409: answer('It is not ended, or it is done.'),
          429: answer('You have as many evaluations or runs as allowed.'),
        },
      },
    },
    async (request: OfEvaluation) => {
      const { id, document, done } = await evaluationOf(app, request);
      const userId = await ownerOf(app, request);
      await resumeWork(app.database, EVALUATION_LIMITS, { userId, id }, (transaction) =>
        requireEvaluationRuns(transaction, config, userId, document, done),
      );
      look();
      const { document: _, ...status } = await evaluationOf(app, request);
      return status;
    },
  );
}

/** @throws HttpProblem 429 where the quota of an account has no room for what is left. */
async function requireEvaluationRuns(
  database: Database,
  { sweepRuns }: Config,
  userId: string,
  document: EvaluationDocument,
  done = 0,
): Promise<void> {
  const runs = await evaluationRuns(database, userId, document, done);
  const sentence = messages.tooManyEvaluationRuns;
  await requireRuns(database, sweepRuns, { userId, runs, sentence });
}

function startRoute(app: FastifyInstance, config: Config, look: () => void): void {
  const schema = {
    summary: 'Starts an evaluation: a network on a labelled data set through cameras',
    description:
      'The document of `lumenloom evaluate`. `dataset` is example:marks or mine:<id> of a data set; `network` is example:marks, DETR, MiDaS_DPT_Small or mine:<id> of a network of the library; cameras and descriptor are objects. Cameras, conditions and the scene name lenses, sensors and lights of the library as mine:<id>, and published lenses and sensors as published:<name>. Pictures × cameras × conditions count as runs of sweeps do.',
    body: documented(evaluationDocumentSchema),
    response: {
      201: answer('Its id', newEvaluationAnswerSchema),
      ...documentedProblems,
      ...PROBLEMS,
      429: answer('You have as many evaluations or runs as allowed.'),
    },
  };
  app.post(
    '/api/evaluations',
    { schema, config: perAddress(config, STARTS_PER_MINUTE, MINUTE_MS) },
    async (request, reply) => {
      const userId = await ownerOf(app, request);
      const document = accepted(readEvaluationDocument(request.body));
      requireNoFiles(document);
      refuseSwitchedOffEvaluation(config, document);
      const files = (database: Database): Promise<EvaluationFiles> =>
        filesOf({ database, config, userId }, document);
      const stored = { document, files: await files(app.database) };
      await requireEvaluationRuns(app.database, config, userId, document);
      accepted(await app.checkDocument(userId, 'evaluation', stored));
      const added = { userId, document, parts: 0, now: app.clock() };
      const id = await addWork(app.database, EVALUATION_LIMITS, added, async (transaction) => {
        await files(transaction);
        await requireEvaluationRuns(transaction, config, userId, document);
      });
      look();
      return reply.code(201).send({ id });
    },
  );
}

function lookRoutes(app: FastifyInstance, config: Config): void {
  app.get(
    '/api/evaluations',
    {
      schema: {
        summary: 'Lists your evaluations',
        response: { 200: answer('The newest first', evaluationsAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const rows = await evaluationsOf(app.database, await ownerOf(app, request));
      return { evaluations: rows.map(({ document: _, ...status }) => withWait(app, status)) };
    },
  );
  app.get(
    '/api/evaluations/:id',
    {
      schema: {
        summary: 'Says how far an evaluation is',
        response: { 200: answer('Its state', evaluationStatusSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfEvaluation, reply) => {
      reply.header('cache-control', 'no-store');
      const { document: _, ...status } = await evaluationOf(app, request);
      return status;
    },
  );
  app.get(
    '/api/evaluations/:id/document',
    {
      schema: {
        summary: 'The document of an evaluation, with its defaults',
        response: { 200: answer('The document', evaluationDocumentSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfEvaluation) => (await evaluationOf(app, request)).document,
  );
  for (const [name, [type, summary]] of Object.entries(FILES))
    fileRoute(app, {
      ...{ route: '/api/evaluations/:id', name, type, summary, problems: PROBLEMS_OF_ONE },
      missing: messages.noEvaluationFile,
      folderOf: async (request) => {
        const { id, state } = await evaluationOf(app, request);
        return { folder: evaluationFolder(config.dataFolder, id), isDone: state === 'done' };
      },
    });
}
