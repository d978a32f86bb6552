import {
  canTakeMore,
  type StudyDocument,
  type StudyRun,
  type StudyStatus,
} from '@lumenloom/contract';
import { lazyPart } from '../../../../kit/part/part.tsx';
import type { ExperimentProps } from '../../contributions.tsx';
import type { Goal } from '../../goal.ts';
import { FileButton, FileLink } from '../../progress.tsx';
import { emptyDraft, type StudyDraft } from './study-draft.ts';

export interface Study {
  readonly draft: StudyDraft;
  readonly status: StudyStatus;
  readonly document: StudyDocument;
  readonly run: StudyRun;
}

/** Runs that a study gets beyond its budget at once. */
const MORE_RUNS = 100;

/** The goal Optimise. */
export const optimise: Goal<Study> = {
  id: 'study',
  title: 'Optimise',
  noun: 'study',
  logIn: 'Log in to compute studies.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/studies.ts')).calls,
  unit: 'runs',
  sizeOf: ({ status, runs }) => ({ ended: runs.length, all: status.runs }),
  stopped: 'Stopped',
  canGoOn: () => true,
  moreRuns: ({ status, document, runs }) =>
    runs.length >= status.runs && canTakeMore(document) ? MORE_RUNS : undefined,
  resultsFile: 'results.json',
  document: { label: 'Document', file: 'study.json' },
};

/** What a study has written at its end. */
export const StudyFiles = ({ experiment: { status, results } }: ExperimentProps<Study>) =>
  results !== undefined && (
    <>
      <FileButton label="JSON" name="results.json" content={results as object} />
      <FileLink label="Report" address={`/api/studies/${status.id}/report.html`} />
    </>
  );

/** Its plots and table. */
export const StudyResults = lazyPart(async () => (await import('./study-plots.tsx')).Plots);
