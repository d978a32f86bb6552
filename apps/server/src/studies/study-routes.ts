import { rm } from 'node:fs/promises';
import {
  messages,
  moreRunsSchema,
  newStudyAnswerSchema,
  readMoreRuns,
  studiesAnswerSchema,
  studyDocumentSchema,
  studyRunSchema,
  studyStatusSchema,
  withMoreRuns,
  type StudyDocument,
} from '@lumenloom/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MINUTE_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { accepted, httpProblem } from '../http-problem.ts';
import { fileRoute } from '../folder-work/file-route.ts';
import { workFolder } from '../folder-work/work-folder.ts';
import { addWork, resumeWork } from '../folder-work/work-rows.ts';
import { answer, documented, documentedProblems } from '../plugins/open-api.ts';
import { perAddress } from '../plugins/rate-limits.ts';
import { refuseSwitchedOffStudy } from '../plugins/switched-off.ts';
import { cancelOrDelete, withWait } from '../leased-work/leased-rows.ts';
import { ownDocument } from '../sweeps/own-document.ts';
import { requireRuns } from '../folder-work/run-quota.ts';
import { bestRuns, bestRunsSchema } from './best-runs.ts';
import { STUDY_LIMITS, studiesOf } from './study-rows.ts';
import { growingRuns } from './study-stream.ts';

const STARTS_PER_MINUTE = 60;

type OfStudy = FastifyRequest<{ Params: { id: string } }>;

const PROBLEMS = {
  401: answer('Neither logged in nor an API token.'),
  503: documentedProblems[503],
};
const PROBLEMS_OF_ONE = { ...PROBLEMS, 404: answer('You have no such study.') };

/** Files of a study that has ended. */
const FILES = {
  'results.json': ['application/json', 'What lumenloom optimise writes as results.json'],
  'results.csv': ['text/csv; charset=utf-8', 'The runs as a table'],
  'report.html': ['text/html; charset=utf-8', 'The report as a page of its own'],
} as const;

/** The account of a request. @throws HttpProblem 401 without one. */
async function ownerOf(app: FastifyInstance, request: FastifyRequest): Promise<string> {
  const userId = await app.accountOf(request);
  if (userId === undefined) throw httpProblem(401, messages.logInForStudies);
  return userId;
}

/** The study that a request names. @throws HttpProblem 404. */
async function studyOf(app: FastifyInstance, request: OfStudy) {
  const userId = await ownerOf(app, request);
  const [study] = await studiesOf(app.database, userId, request.params.id);
  if (!study) throw httpProblem(404, messages.noStudy);
  return withWait(app, study);
}

/** Calls about the studies of an account. @param look looks for new ones and cancelled ones. */
export function studyRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  startRoute(app, config, look);
  lookRoutes(app);
  endRoutes(app, config, look);
  resultsRoute(app, config);
  bestRoute(app, config);
  for (const [name, [type, summary]] of Object.entries(FILES))
    fileRoute(app, {
      ...{ route: '/api/studies/:id', name, type, summary, problems: PROBLEMS_OF_ONE },
      missing: messages.noStudyFile,
      folderOf: async (request) => {
        const { id, state } = await studyOf(app, request);
        return { folder: workFolder(config.dataFolder, 'studies', id), isDone: state === 'done' };
      },
    });
}

function startRoute(app: FastifyInstance, config: Config, look: () => void): void {
  app.post(
    '/api/studies',
    {
      schema: {
        summary: 'Starts a study: a search for the best values of varied fields',
        description:
          'The document of `lumenloom optimise`. Its recipe names lenses, sensors and lights of the library as mine:<id>, and published ones as published:<name>. Its budget counts as runs of sweeps do.',
        body: documented(studyDocumentSchema),
        response: {
          201: answer('Its id, and the number of runs of its budget', newStudyAnswerSchema),
          ...documentedProblems,
          ...PROBLEMS,
          429: answer('You have as many unfinished studies or runs as allowed.'),
        },
      },
      config: perAddress(config, STARTS_PER_MINUTE, MINUTE_MS),
    },
    async (request, reply) => {
      const userId = await ownerOf(app, request);
      refuseSwitchedOffStudy(config, request.body);
      const stored = await ownDocument(app.database, config, userId, request.body);
      const checked = accepted(await app.checkDocument(userId, 'study', stored));
      const { recipe } = request.body as { readonly recipe?: StudyDocument['recipe'] };
      const document = { ...checked, ...(recipe && { recipe }) };
      const { runs } = document.budget;
      const added = { userId, document, parts: runs, now: app.clock() };
      const id = await addWork(app.database, STUDY_LIMITS, added, async (transaction) =>
        requireStudyRuns(transaction, config, userId, runs),
      );
      look();
      return reply.code(201).send({ id, runs });
    },
  );
}

/** @throws HttpProblem 429 where the quota of an account has no room for so many runs. */
const requireStudyRuns = (
  database: Database,
  { sweepRuns }: Config,
  userId: string,
  runs: number,
): Promise<void> =>
  requireRuns(database, sweepRuns, { userId, runs, sentence: messages.tooManyStudyRuns });

function lookRoutes(app: FastifyInstance): void {
  app.get(
    '/api/studies',
    {
      schema: {
        summary: 'Lists your studies',
        response: { 200: answer('The newest first', studiesAnswerSchema), ...PROBLEMS },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const rows = await studiesOf(app.database, await ownerOf(app, request));
      return { studies: rows.map(({ document: _, ...status }) => withWait(app, status)) };
    },
  );
  app.get(
    '/api/studies/:id',
    {
      schema: {
        summary: 'Says how far a study is',
        response: { 200: answer('Its state', studyStatusSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfStudy, reply) => {
      reply.header('cache-control', 'no-store');
      const { document: _, ...status } = await studyOf(app, request);
      return status;
    },
  );
  app.get(
    '/api/studies/:id/document',
    {
      schema: {
        summary: 'The document of a study, with its defaults',
        response: { 200: answer('The document', studyDocumentSchema), ...PROBLEMS_OF_ONE },
      },
    },
    async (request: OfStudy) => (await studyOf(app, request)).document,
  );
}

function endRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  app.delete(
    '/api/studies/:id',
    {
      schema: {
        summary: 'Cancels a study, or deletes one that has ended',
        response: {
          200: answer('What was done', z.object({ status: z.enum(['cancelled', 'deleted']) })),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfStudy) => {
      const { id } = request.params;
      const userId = await ownerOf(app, request);
      const status = await cancelOrDelete(app.database, 'studies', { userId, id }, app.clock());
      if (!status) throw httpProblem(404, messages.noStudy);
      if (status === 'deleted')
        await rm(workFolder(config.dataFolder, 'studies', id), { recursive: true, force: true });
      look();
      return { status };
    },
  );
  app.post(
    '/api/studies/:id/resume',
    {
      schema: {
        summary: 'Goes on with a study that was cancelled or has failed, or with more runs',
        description:
          'Runs that have ended are not computed again. With `runs` the budget grows, also that of a study that is done; results.csv is that of a study with the larger budget.',
        body: documented(moreRunsSchema),
        response: {
          200: answer('Its state', studyStatusSchema),
          ...PROBLEMS_OF_ONE,
          409: answer('It is not ended, or it is done and no more runs are asked for.'),
          422: answer('It cannot have so many runs.'),
          429: answer('You have as many unfinished studies or runs as allowed.'),
        },
      },
    },
    async (request: OfStudy) => {
      const runs = accepted(readMoreRuns(request.body));
      const { id, document: before, done } = await studyOf(app, request);
      const userId = await ownerOf(app, request);
      const larger = runs === undefined ? undefined : accepted(withMoreRuns(before, runs));
      const parts = (larger ?? before).budget.runs;
      await resumeWork(
        app.database,
        STUDY_LIMITS,
        { userId, id },
        (transaction) => requireStudyRuns(transaction, config, userId, parts - done),
        larger && { document: larger, parts },
      );
      look();
      const { document: _, ...status } = await studyOf(app, request);
      return status;
    },
  );
}

function resultsRoute(app: FastifyInstance, config: Config): void {
  app.get(
    '/api/studies/:id/results',
    {
      schema: {
        summary: 'Streams the runs of a study as they end, and ends with it',
        response: {
          200: {
            description: 'A JSON object per line and run, in the order of their numbers.',
            content: { 'application/x-ndjson': { schema: documented(studyRunSchema) } },
          },
          ...PROBLEMS_OF_ONE,
          429: answer('You follow as many results as allowed.'),
        },
      },
      compress: false,
    },
    async (request: OfStudy, reply) => {
      const userId = await ownerOf(app, request);
      const { id } = await studyOf(app, request);
      const added = growingRuns(workFolder(config.dataFolder, 'studies', id));
      return app.sendResults(reply, { table: 'studies', id, userId, added });
    },
  );
}

function bestRoute(app: FastifyInstance, config: Config): void {
  app.get(
    '/api/studies/:id/best',
    {
      schema: {
        summary:
          'The best run of a study with its recipe; of several objectives the ends of the front and its knee',
        response: {
          200: answer(
            'The recipe, the lens where surfaces of it vary, values and figures',
            bestRunsSchema,
          ),
          ...PROBLEMS_OF_ONE,
        },
      },
    },
    async (request: OfStudy) => {
      const { id, state, document } = await studyOf(app, request);
      const folder = workFolder(config.dataFolder, 'studies', id);
      const best = state === 'done' ? await bestRuns(folder, document) : undefined;
      if (!best) throw httpProblem(404, messages.noBestRun);
      return best;
    },
  );
}
