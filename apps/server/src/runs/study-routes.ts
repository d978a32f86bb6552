import {
  choiceLookSchema,
  goalDocumentSchema,
  isGoalDocument,
  messages,
  moreRunsSchema,
  newStudyAnswerSchema,
  readMoreRuns,
  studiesAnswerSchema,
  studyDocumentSchema,
  studyRunSchema,
  studyStatusSchema,
  withMoreRuns,
  yieldCameraSchema,
  type StudyDocument,
} from '@lumenloom/contract';
import { isObject } from '@lumenloom/engine/quick';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
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
import { atField, dryRunRoute, goalStarts } from './goal-starts.ts';
import { growingRuns } from './study-stream.ts';
import { workFolder } from './work-folder.ts';

/** Files of a study, a choice or a yield that has ended. */
const FILES = {
  'results.json': ['application/json', 'What lumenloom optimise writes as results.json'],
  'results.csv': ['text/csv; charset=utf-8', 'The runs as a table'],
  'report.html': ['text/html; charset=utf-8', 'The report as a page of its own'],
  'candidates.csv': ['text/csv; charset=utf-8', 'The cameras of a choice as a table'],
  'best-recipe.json': ['application/json', 'The best camera of a choice'],
  'worst-recipe.json': ['application/json', 'The worst camera of a yield'],
  'worst-lens.json': ['application/json', 'The lens of the worst camera of a yield'],
  'runs.ndjson': ['application/x-ndjson; charset=utf-8', 'Runs of a choice or yield, a line each'],
} as const;

/** Calls about the studies of an account. @param look looks for new ones and cancelled ones. */
export function studyRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  const folderOf = (id: string): string => workFolder(config.dataFolder, 'studies', id);
  const { database } = app;
  const goals = goalStarts(app, config);
  const calls: GoalCalls<'studies'> = {
    goal: 'studies',
    one: 'a study',
    schemas: {
      document: z.union([goalDocumentSchema, studyDocumentSchema]),
      status: studyStatusSchema,
      list: studiesAnswerSchema,
      started: newStudyAnswerSchema,
    },
    messages: { logIn: messages.logInForStudies, missing: messages.noStudy },
    start: {
      summary: 'Starts a study: a search for the best values of varied fields, a choice or a yield',
      description:
        'The document of `lumenloom optimise`, or with `goal` a plan of `lumenloom choose` or a document of `lumenloom yield`. Its recipe names lenses, sensors and lights of the library as mine:<id>, and published ones as published:<name>. Its budget counts as runs of sweeps do.',
      of: async (userId, body) => {
        if (isObject(body) && body['goal'] !== undefined) return goals.start(userId, body);
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
          'Runs that have ended are not computed again. The race of a choice goes on with more `pictures`. With `runs` the budget grows, also that of a study that is done; results.csv is that of a study with the larger budget.',
        body: documented(moreRunsSchema),
      },
      problems: {
        409: answer('It is not ended, or it is done and no more runs are asked for.'),
        422: answer('It cannot have so many runs.'),
      },
      of: (body) => {
        const { runs, pictures } = accepted(readMoreRuns(body));
        return (userId, stored) => {
          const { document: before, done } = stored;
          if (isGoalDocument(before)) return goals.more(userId, stored, before, { runs, pictures });
          if (pictures !== undefined) throw atField('pictures', 'A study has runs, no pictures.');
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
    order:
      'A JSON object per line and run, in the order of their numbers; of a choice per look, of a yield per camera as it ends.',
    schema: z.union([studyRunSchema, choiceLookSchema, yieldCameraSchema]),
    addedOf: (id) => growingRuns(folderOf(id)),
  });
  fileRoutes(app, calls, access, FILES, messages.noStudyFile);
  dryRunRoute(app, config, access);
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
      const best =
        state === 'done' && !isGoalDocument(document)
          ? await bestRuns(folderOf(id), document)
          : undefined;
      if (!best) throw httpProblem(404, messages.noBestRun);
      return best;
    },
  );
}
