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
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { HttpProblem, accepted } from '../http-problem.ts';
import { answer } from '../plugins/open-api.ts';
import { refuseSwitchedOffEvaluation } from '../plugins/switched-off.ts';
import { descriptorProblems, filesOf, type EvaluationFiles } from './evaluation-files.ts';
import { experimentRoutes, type GoalCalls } from './experiment-routes.ts';
import { addExperiment, requireRuns } from './experiment-rows.ts';
import { fileRoutes } from './file-routes.ts';
import { evaluationRuns } from './run-quota.ts';
import { workFolder } from './work-folder.ts';

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
  const { database } = app;
  const requireRoom = async (
    transaction: Database,
    userId: string,
    document: EvaluationDocument,
    done = 0,
  ): Promise<void> => {
    const runs = await evaluationRuns(transaction, userId, document, done);
    await requireRuns(transaction, config, 'evaluations', { userId, runs });
  };
  const calls: GoalCalls<'evaluations'> = {
    goal: 'evaluations',
    one: 'an evaluation',
    schemas: {
      document: evaluationDocumentSchema,
      status: evaluationStatusSchema,
      list: evaluationsAnswerSchema,
      started: newEvaluationAnswerSchema,
    },
    messages: { logIn: messages.logInForEvaluations, missing: messages.noEvaluation },
    start: {
      summary: 'Starts an evaluation: a network on a labelled data set through cameras',
      description:
        'The document of `lumenloom evaluate`. `dataset` is example:marks, mine:<id> of a data set, or {worldset} with a set of worlds, whose world stands in it or is example:NAME or mine:<id>; `network` is example:marks, DETR, MiDaS_DPT_Small or mine:<id> of a network of the library; cameras and descriptor are objects. Cameras, conditions and the scene name lenses, sensors and lights of the library as mine:<id>, and published lenses and sensors as published:<name>. Pictures × cameras × conditions count as runs of sweeps do.',
      of: async (userId, body) => {
        const document = accepted(readEvaluationDocument(body));
        requireNoFiles(document);
        refuseSwitchedOffEvaluation(config, document);
        const filesIn = (stored: Database): Promise<EvaluationFiles> =>
          filesOf({ database: stored, config, userId }, document);
        const stored = { document, files: await filesIn(database) };
        await requireRoom(database, userId, document);
        accepted(await app.checkDocument(userId, 'evaluation', stored));
        const row = { userId, document, parts: 0, now: app.clock() };
        const id = await addExperiment(database, 'evaluations', row, async (transaction) => {
          await filesIn(transaction);
          await requireRoom(transaction, userId, document);
        });
        return { id };
      },
    },
    resume: {
      schema: {
        summary: 'Goes on with an evaluation that was cancelled or has failed',
        description: 'Pictures that have ended are not computed again.',
      },
      problems: { 409: answer('It is not ended, or it is done.') },
      of:
        () =>
        (userId, { document, done }) => ({
          checked: (transaction) => requireRoom(transaction, userId, document, done),
        }),
    },
    folderOf: (id) => workFolder(config.dataFolder, 'evaluations', id),
    look,
  };
  fileRoutes(app, calls, experimentRoutes(app, config, calls), FILES, messages.noEvaluationFile);
}
