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
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { accepted, httpProblem } from '../http-problem.ts';
import { answer, documented } from '../plugins/open-api.ts';
import { refuseSwitchedOffStudy } from '../plugins/switched-off.ts';
import { bestRuns, bestRunsSchema } from './best-runs.ts';
import {
  experimentRoutes,
  resultsRoute,
  type Access,
  type GoalCalls,
  type OfExperiment,
} from './experiment-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { ownDocument } from './own-document.ts';
import { addExperiment, requireRuns } from './experiment-rows.ts';
import { growingRuns } from './study-stream.ts';
import { workFolder } from './work-folder.ts';

/** Files of a study that has ended. */
const FILES = {
  'results.json': ['application/json', 'What lumenloom optimise writes as results.json'],
  'results.csv': ['text/csv; charset=utf-8', 'The runs as a table'],
  'report.html': ['text/html; charset=utf-8', 'The report as a page of its own'],
} as const;

/** Calls about the studies of an account. @param look looks for new ones and cancelled ones. */
export function studyRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  const folderOf = (id: string): string => workFolder(config.dataFolder, 'studies', id);
  const { database } = app;
  const calls: GoalCalls<'studies'> = {
    goal: 'studies',
    one: 'a study',
    schemas: {
      document: studyDocumentSchema,
      status: studyStatusSchema,
      list: studiesAnswerSchema,
      started: newStudyAnswerSchema,
    },
    messages: { logIn: messages.logInForStudies, missing: messages.noStudy },
    start: {
      summary: 'Starts a study: a search for the best values of varied fields',
      description:
        'The document of `lumenloom optimise`. Its recipe names lenses, sensors and lights of the library as mine:<id>, and published ones as published:<name>. Its budget counts as runs of sweeps do.',
      of: async (userId, body) => {
        refuseSwitchedOffStudy(config, body);
        const stored = await ownDocument(database, config, userId, body);
        const checked = accepted(await app.checkDocument(userId, 'study', stored));
        const { recipe } = body as { readonly recipe?: StudyDocument['recipe'] };
        const document = { ...checked, ...(recipe && { recipe }) };
        const { runs } = document.budget;
        const row = { userId, document, parts: runs, now: app.clock() };
        const id = await addExperiment(database, 'studies', row, (transaction) =>
          requireRuns(transaction, config, 'studies', { userId, runs }),
        );
        return { id, runs };
      },
    },
    resume: {
      schema: {
        summary: 'Goes on with a study that was cancelled or has failed, or with more runs',
        description:
          'Runs that have ended are not computed again. With `runs` the budget grows, also that of a study that is done; results.csv is that of a study with the larger budget.',
        body: documented(moreRunsSchema),
      },
      problems: {
        409: answer('It is not ended, or it is done and no more runs are asked for.'),
        422: answer('It cannot have so many runs.'),
      },
      of: (body) => {
        const runs = accepted(readMoreRuns(body));
        return (userId, { document: before, done }) => {
          const larger = runs === undefined ? undefined : accepted(withMoreRuns(before, runs));
          const parts = (larger ?? before).budget.runs;
          return {
            more: larger && { document: larger, parts },
            checked: (transaction) =>
              requireRuns(transaction, config, 'studies', { userId, runs: parts - done }),
          };
        };
      },
    },
    folderOf,
    look,
  };
  const access = experimentRoutes(app, config, calls);
  bestRoute(app, folderOf, access);
  resultsRoute(app, calls, access, {
    order: 'A JSON object per line and run, in the order of their numbers.',
    schema: studyRunSchema,
    addedOf: (id) => growingRuns(folderOf(id)),
  });
  fileRoutes(app, calls, access, FILES, messages.noStudyFile);
}

function bestRoute(
  app: FastifyInstance,
  folderOf: (id: string) => string,
  access: Access<'studies'>,
): void {
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
          ...access.problemsOfOne,
        },
      },
    },
    async (request: OfExperiment) => {
      const { id, state, document } = await access.oneOf(request);
      const best = state === 'done' ? await bestRuns(folderOf(id), document) : undefined;
      if (!best) throw httpProblem(404, messages.noBestRun);
      return best;
    },
  );
}
