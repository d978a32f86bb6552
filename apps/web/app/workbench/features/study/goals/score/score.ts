import type { EvaluationDocument, EvaluationStatus } from '@lumenloom/contract';
import type { Goal } from '../../goal.ts';
import { emptyDraft, type ScoreDraft } from './score-draft.ts';

export interface Score {
  readonly draft: ScoreDraft;
  readonly status: EvaluationStatus;
  readonly document: EvaluationDocument;
  /** Pictures do not come one by one. */
  readonly run: never;
}

/** The goal Score. */
export const score: Goal<Score> = {
  id: 'score',
  title: 'Score',
  noun: 'score',
  logIn: 'Log in to score cameras.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/evaluations.ts')).calls,
  unit: 'pictures',
  sizeOf: ({ status }) => ({ ended: status.done, all: status.images }),
  stopped: 'Stopped',
  besides: ({ ended, all }) => {
    if (all === 0) return 'the network is being checked';
    return ended === all ? 'intervals and pictures for the report' : undefined;
  },
  canGoOn: () => true,
  resultsFile: 'results.json',
  document: { label: 'plan.json', file: 'plan.json' },
  canDelete: true,
};
