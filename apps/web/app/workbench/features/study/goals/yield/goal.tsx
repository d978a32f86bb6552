import type { StudyStatus, YieldCameraLine } from '@lumenloom/contract';
import { lazyPart } from '../../../../kit/part/part.tsx';
import { useReadable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { contributionsOf, type ExperimentProps } from '../../contributions.tsx';
import type { Goal } from '../../goal.ts';
import { FileButton, FileLink } from '../../progress.tsx';
import { createStore } from '../../store.ts';
import { emptyDraft, type YieldDraft } from './yield-draft.ts';

export interface YieldKind {
  readonly draft: YieldDraft;
  readonly status: StudyStatus;
  readonly document: Readonly<Record<string, unknown>>;
  readonly run: YieldCameraLine;
}

const goal: Goal<YieldKind> = {
  id: 'yield',
  title: 'Yield',
  noun: 'yield',
  logIn: 'Log in to find yields.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/goals.ts')).yieldCalls,
  unit: 'cameras',
  sizeOf: ({ status, runs }) => ({ ended: runs.length, all: status.runs }),
  stopped: 'Stopped',
  canGoOn: () => true,
  resultsFile: 'results.json',
  document: { label: 'Document', file: 'yield.json' },
  canDelete: true,
};

const Files = ({ experiment: { status, results } }: ExperimentProps<YieldKind>) =>
  results !== undefined && (
    <>
      <FileButton label="JSON" name="results.json" content={results as object} />
      <FileLink label="Report" address={`/api/studies/${status.id}/report.html`} />
      <FileLink
        label="Worst camera"
        address={`/api/studies/${status.id}/worst-recipe.json`}
        isSaved
      />
    </>
  );

const LazyDraft = lazyPart(async () => (await import('./yield-draft-form.tsx')).YieldDraftForm);
const LazyResults = lazyPart(async () => (await import('./yield-view.tsx')).YieldView);

export const contribute = (bench: Bench): Contributions =>
  contributionsOf(bench, goal, createStore(goal, bench.signal), {
    Draft: (props) => (
      <LazyDraft
        {...props}
        recipe={useReadable(bench.recipe)}
        features={useReadable(bench.switches)}
      />
    ),
    Found: () => null,
    Files,
    Results: (props) => <LazyResults {...props} />,
  });
