import {
  messages,
  newReportAnswerSchema,
  readReportDocument,
  reportDocumentSchema,
  reportStatusSchema,
  reportsAnswerSchema,
} from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { accepted } from '../http-problem.ts';
import { answer } from '../plugins/open-api.ts';
import { refuseSwitchedOffReport } from '../plugins/switched-off.ts';
import { experimentRoutes, type GoalCalls } from './experiment-routes.ts';
import { addExperiment, requireRuns } from './experiment-rows.ts';
import { fileRoutes } from './file-routes.ts';
import { ownReport } from './own-document.ts';
import { workFolder } from './work-folder.ts';

/** Files of a report that has ended. */
const FILES = {
  'lab.json': ['application/json', 'What lumenloom report writes as lab.json'],
  'lab.csv': ['text/csv; charset=utf-8', 'The figures as a table'],
  'report.html': ['text/html; charset=utf-8', 'The report as a page of its own'],
  'report.pdf': ['application/pdf', 'The report on A4'],
} as const;

/** Calls about the reports of an account. @param look looks for new ones and cancelled ones. */
export function reportRoutes(app: FastifyInstance, config: Config, look: () => void): void {
  const { database } = app;
  const calls: GoalCalls<'reports'> = {
    goal: 'reports',
    one: 'a report',
    schemas: {
      document: reportDocumentSchema,
      status: reportStatusSchema,
      list: reportsAnswerSchema,
      started: newReportAnswerSchema,
    },
    messages: { logIn: messages.logInForReports, missing: messages.noReport },
    start: {
      summary: 'Starts a report: what a lab reads of a camera, or of two side by side',
      description:
        'What `lumenloom report` makes of a recipe. Recipes name lenses, sensors and lights of the library as mine:<id>, and published ones as published:<name>. The frames of its charts count as runs of sweeps do.',
      of: async (userId, body) => {
        const document = accepted(readReportDocument(body));
        refuseSwitchedOffReport(config, document);
        const stored = await ownReport(database, config, userId, document);
        const runs = accepted(await app.checkDocument(userId, 'report', stored));
        const row = { userId, document, parts: runs, now: app.clock() };
        const id = await addExperiment(database, 'reports', row, (transaction) =>
          requireRuns(transaction, config, 'reports', { userId, runs }),
        );
        return { id, runs };
      },
    },
    resume: {
      schema: {
        summary: 'Goes on with a report that was cancelled or has failed',
        description: 'Sections that have ended are not computed again.',
      },
      problems: { 409: answer('It is not ended, or it is done.') },
      of:
        () =>
        (userId, { runs, done }) => ({
          checked: (transaction) =>
            requireRuns(transaction, config, 'reports', { userId, runs: runs - done }),
        }),
    },
    folderOf: (id) => workFolder(config.dataFolder, 'reports', id),
    look,
  };
  fileRoutes(app, calls, experimentRoutes(app, config, calls), FILES, messages.noReportFile);
}
