import type { StudyStatus, YieldCameraLine } from '@lumenloom/contract';
import { lazyPart } from '../../../../kit/part/part.tsx';
import { follow, useReadable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { contributionsOf, type ExperimentProps } from '../../contributions.tsx';
import type { Goal } from '../../goal.ts';
import { FileButton, FileLink } from '../../progress.tsx';
import { createStore, type ExperimentStore } from '../../store.ts';
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

/** A new draft begins with the tolerances that another part of the workbench asks for. */
function takeSpread({ place, show }: Bench, store: ExperimentStore<YieldKind>): void {
  const { tab, spread } = place.current();
  if (tab !== goal.id || spread === undefined) return;
  show({ spread: undefined });
  const { numbers, groups } = spread;
  store.changeDraft({ ...store.current().draft, spread: numbers, groups });
}

export function contribute(bench: Bench): Contributions {
  const store = createStore(goal, bench.signal);
  follow([bench.place], () => takeSpread(bench, store), bench.signal);
  return contributionsOf(bench, goal, store, {
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
}
