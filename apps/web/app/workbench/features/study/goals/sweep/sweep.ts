import type { SweepDocument, SweepOutcome, SweepStatus } from '@lumenloom/contract';
import type { Goal } from '../../goal.ts';
import { emptyDraft, type SweepDraft } from './sweep-draft.ts';

export interface Sweep {
  readonly draft: SweepDraft;
  readonly status: SweepStatus;
  readonly document: SweepDocument;
  readonly run: SweepOutcome;
}

/** The goal Sweep. */
export const sweep: Goal<Sweep> = {
  id: 'sweep',
  title: 'Sweep',
  noun: 'sweep',
  logIn: 'Log in to compute sweeps.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/sweeps.ts')).calls,
  unit: 'runs',
  sizeOf: ({ status, runs }) => ({ ended: runs.length, all: status.runs }),
  stopped: 'Cancelled',
  canGoOn: ({ status, runs }) => status.state === 'cancelled' && runs.length < status.runs,
  goesOnAnew: true,
  document: { label: 'Document', file: 'sweep.json' },
};
