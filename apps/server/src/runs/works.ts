import { fileURLToPath } from 'node:url';
import {
  isGoalDocument,
  messages,
  type EvaluationDocument,
  type GoalDocument,
  type ReportDocument,
} from '@lumenloom/contract';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { deviceOfWork } from '../simulation/compute-device.ts';
import type { ClaimedExperiment } from '../leased-work/claims.ts';
import { filesOf } from './evaluation-files.ts';
import { ownDocument, ownReport, type OwnDocument } from './own-document.ts';
import { ownGoal } from './own-goal.ts';
import type { OwnReport } from './report-process.ts';
import type { ConductedGoal } from './run-order.ts';
import { workFolder } from './work-folder.ts';
import type { ConductorTask } from './work-process.ts';

/** Where the documents and files of accounts are stored. */
interface Stored {
  readonly database: Database;
  readonly config: Config;
}

/** Experiments of a goal, each conducted by a process of its own into a folder of its own. */
interface Work {
  /** The compiled program, because the process runs JavaScript. */
  readonly program: string;
  /**
   * The document for the process, with what it names.
   * @throws HttpProblem where a file of the account that it needs is gone.
   */
  readonly filesOf: (
    stored: Stored,
    work: Pick<ClaimedExperiment, 'userId' | 'document'>,
  ) => Promise<Pick<OwnDocument, 'files'> | OwnReport>;
  /**
   * Sentences where the process ended without a word, and where programs with other bits began it.
   */
  readonly messages: {
    readonly failed: string;
    readonly otherPrograms: string;
  };
}

const compiled = (name: string): string =>
  fileURLToPath(new URL(`../../dist/runs/${name}.js`, import.meta.url));

export const WORKS: Readonly<Record<ConductedGoal, Work>> = {
  evaluations: {
    program: compiled('evaluation-process'),
    filesOf: async (stored, { userId, document: checked }) => {
      const document = checked as EvaluationDocument;
      return { document, files: await filesOf({ ...stored, userId }, document) };
    },
    messages: {
      failed: messages.evaluationFailed,
      otherPrograms: messages.evaluationOfOtherPrograms,
    },
  },
  reports: {
    program: compiled('report-process'),
    filesOf: ({ database, config }, { userId, document }) =>
      ownReport(database, config, userId, document as ReportDocument),
    messages: {
      failed: messages.reportFailed,
      otherPrograms: messages.reportOfOtherPrograms,
    },
  },
  studies: {
    program: compiled('study-process'),
    filesOf: ({ database, config }, { userId, document }) =>
      isGoalDocument(document as object)
        ? ownGoal({ database, config }, userId, document as GoalDocument)
        : ownDocument(database, config, userId, document),
    messages: {
      failed: messages.studyFailed,
      otherPrograms: messages.studyOfOtherPrograms,
    },
  },
};

/**
 * What the processes of an experiment are to compute.
 * @throws HttpProblem where a file of the account that it needs is gone.
 */
export async function taskOf(
  stored: Stored,
  goal: ConductedGoal,
  work: Pick<ClaimedExperiment, 'id' | 'userId' | 'document'>,
): Promise<ConductorTask> {
  const { config } = stored;
  return {
    ...(await WORKS[goal].filesOf(stored, work)),
    folder: workFolder(config.dataFolder, goal, work.id),
    jobs: config.maximumRunningRuns,
    models: config.models,
    device: deviceOfWork(config),
    maximumSeconds: config.maximumRunSeconds,
  };
}
