import { fileURLToPath } from 'node:url';
import { messages, type EvaluationDocument } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { deleteAbandonedFolders, startWork } from '../folder-work/folder-work.ts';
import type { FolderWork } from '../folder-work/work-runner.ts';
import { deviceOfWork } from '../simulation/compute-device.ts';
import { evaluationEnvironment, evaluationFolder, filesOf } from './evaluation-files.ts';
import type { EvaluationTask } from './evaluation-process.ts';
import { evaluationRoutes } from './evaluation-routes.ts';

export const EVALUATION_WORK: FolderWork = {
  table: 'evaluations',
  name: 'evaluation',
  program: fileURLToPath(new URL('../../dist/evaluations/evaluation-process.js', import.meta.url)),
  environment: evaluationEnvironment,
  taskOf: async ({ database, config }, { id, userId, document: checked }) => {
    const document = checked as EvaluationDocument;
    return {
      document,
      files: await filesOf({ database, config, userId }, document),
      folder: evaluationFolder(config.dataFolder, id),
      jobs: config.maximumRunningRuns,
      device: deviceOfWork(config),
      maximumSeconds: config.maximumRunSeconds,
    } satisfies EvaluationTask;
  },
  messages: {
    fileGone: messages.evaluationFileGone,
    failed: messages.evaluationFailed,
    otherPrograms: messages.evaluationOfOtherPrograms,
  },
};

/** Evaluations of accounts: their calls, and what computes them, unless workers do. */
export function evaluations(app: FastifyInstance, config: Config): void {
  evaluationRoutes(app, config, startWork(app, config, EVALUATION_WORK));
  deleteAbandonedFolders(app, config, 'evaluations');
}
