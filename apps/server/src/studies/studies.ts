import { fileURLToPath } from 'node:url';
import { messages } from '@lumenloom/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { deleteAbandonedFolders, startWork } from '../folder-work/folder-work.ts';
import { workFolder } from '../folder-work/work-folder.ts';
import type { FolderWork } from '../folder-work/work-runner.ts';
import { evaluationEnvironment } from '../evaluations/evaluation-files.ts';
import { deviceOfWork } from '../simulation/compute-device.ts';
import { ownDocument } from '../sweeps/own-document.ts';
import type { StudyTask } from './study-process.ts';
import { studyRoutes } from './study-routes.ts';

export const STUDY_WORK: FolderWork = {
  table: 'studies',
  name: 'study',
  program: fileURLToPath(new URL('../../dist/studies/study-process.js', import.meta.url)),
  environment: evaluationEnvironment,
  taskOf: async ({ database, config }, { id, userId, document }) =>
    ({
      ...(await ownDocument(database, config, userId, document)),
      folder: workFolder(config.dataFolder, 'studies', id),
      jobs: config.maximumRunningRuns,
      models: config.models,
      device: deviceOfWork(config),
      maximumSeconds: config.maximumRunSeconds,
    }) satisfies StudyTask,
  messages: {
    fileGone: messages.studyFileGone,
    failed: messages.studyFailed,
    otherPrograms: messages.studyOfOtherPrograms,
  },
};

/** Studies of accounts: their calls, and what computes them, unless workers do. */
export function studies(app: FastifyInstance, config: Config): void {
  studyRoutes(app, config, startWork(app, config, STUDY_WORK));
  deleteAbandonedFolders(app, config, 'studies');
}
