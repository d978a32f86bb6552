import type { ChoiceDocument, ChoiceLook, StudyStatus } from '@lumenloom/contract';
import { lazyPart } from '../../../../kit/part/part.tsx';
import { useReadable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { contributionsOf, type ExperimentProps } from '../../contributions.tsx';
import { isUnfinished, type Goal } from '../../goal.ts';
import { FileButton, FileLink } from '../../progress.tsx';
import { createStore } from '../../store.ts';
import { emptyDraft, type ChoiceDraft } from './choice-draft.ts';

export interface Choice {
  readonly draft: ChoiceDraft;
  readonly status: StudyStatus;
  readonly document: ChoiceDocument;
  /** A look of the race. */
  readonly run: ChoiceLook;
}

/** Pictures that a race gets beyond its budget at once. */
const MORE_PICTURES = 40;

const choice: Goal<Choice> = {
  id: 'choose',
  title: 'Choose',
  noun: 'race',
  logIn: 'Log in to race cameras.',
  emptyDraft,
  calls: async () => (await import('../../../../../api/goals.ts')).choiceCalls,
  unit: 'looks',
  // How many there will be shows at the end.
  sizeOf: ({ status, runs }) => ({
    ended: runs.length,
    all: isUnfinished(status) ? 0 : runs.length,
  }),
  stopped: 'Stopped',
  besides: ({ ended }) =>
    ended === 0 ? 'the first look comes when all cameras have seen its pictures' : `${ended} looks`,
  canGoOn: () => true,
  moreRuns: ({ document, runs }) =>
    document.race.budget.pictures === runs.at(-1)?.pictures ? MORE_PICTURES : undefined,
  resultsFile: 'results.json',
  document: { label: 'Plan', file: 'plan.json' },
  canDelete: true,
};

const Files = ({ experiment: { status, results } }: ExperimentProps<Choice>) =>
  results !== undefined && (
    <>
      <FileButton label="JSON" name="results.json" content={results as object} />
      <FileLink label="CSV" address={`/api/studies/${status.id}/candidates.csv`} isSaved />
      <FileLink label="Report" address={`/api/studies/${status.id}/report.html`} />
    </>
  );

const LazyDraft = lazyPart(async () => (await import('./choice-draft-form.tsx')).ChoiceDraftForm);
const LazyFound = lazyPart(async () => (await import('./found-camera.tsx')).FoundCamera);
const LazyResults = lazyPart(async () => (await import('./choice-view.tsx')).ChoiceView);

export function contribute(bench: Bench): Contributions {
  const { recipe, show, change, start } = bench;
  return contributionsOf(bench, choice, createStore(choice, bench.signal), {
    Draft: (props) => <LazyDraft {...props} recipe={useReadable(recipe)} />,
    Found: (props) => (
      <LazyFound
        {...props}
        scene={useReadable(recipe).scene}
        onUse={(found, name) => {
          show({ view: 'result' });
          change({ type: 'restored', recipe: found, name });
          start(found);
        }}
      />
    ),
    Files,
    Results: (props) => <LazyResults {...props} />,
  });
}
