import type { ComponentType, ReactNode } from 'react';
import { useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import type { Experiment, Goal, Kind } from './goal.ts';
import { ExperimentList } from './list.tsx';
import { Progress } from './progress.tsx';
import type { ExperimentState, ExperimentStore, PickedRuns } from './store.ts';
import { ResultsView } from './view.tsx';

/** What the form of a draft gets. */
export interface DraftProps<Draft> {
  readonly draft: Draft;
  /** What is done before it starts by itself; '' for nothing. */
  readonly busy: string;
  readonly onDraft: (draft: Draft) => void;
  /** Starts it, and shows its results. */
  readonly onStart: (document: object) => void;
}

/** What the parts of an experiment get that is shown. */
export interface ExperimentProps<K extends Kind> {
  readonly experiment: Experiment<K>;
  readonly picked: PickedRuns | undefined;
}

export interface ResultsProps<K extends Kind> extends ExperimentProps<K> {
  readonly onPick: (run: number) => void;
  /** Starts another one. */
  readonly onStart: (document: object) => void;
}

/** What a goal draws. */
interface GoalParts<K extends Kind> {
  readonly Draft: ComponentType<DraftProps<K['draft']>>;
  /** Under the progress. */
  readonly Found: ComponentType<ExperimentProps<K>>;
  /** Buttons for its files. */
  readonly Files: ComponentType<ExperimentProps<K>>;
  /** In place of the picture. */
  readonly Results: ComponentType<ResultsProps<K>>;
}

/** The tab of a goal and its view. */
export function contributionsOf<K extends Kind>(
  { show }: Pick<Bench, 'show'>,
  goal: Goal<K>,
  store: ExperimentStore<K>,
  { Draft, Found, Files, Results }: GoalParts<K>,
): Contributions {
  const { id, tab = 'Study', title, noun } = goal;
  const onShow = (isShown: boolean): void => show({ view: isShown ? id : 'result' });
  const Pane = () => {
    const state: ExperimentState<K> = useReadable(store);
    const { open, draft, busy, picked, isStopping } = state;
    return (
      <ExperimentList
        goal={goal}
        state={state}
        onShow={(chosen) => {
          store.show(chosen);
          onShow(chosen !== '');
        }}
      >
        {open ? (
          <>
            <Progress {...{ goal, experiment: open, isStopping, commands: store, onShow }}>
              <Files experiment={open} picked={picked} />
            </Progress>
            <Found experiment={open} picked={picked} />
          </>
        ) : (
          <Draft
            draft={draft}
            busy={busy}
            onDraft={store.changeDraft}
            onStart={(document) =>
              void store.start(document).then((isStarted) => {
                if (isStarted) onShow(true);
              })
            }
          />
        )}
      </ExperimentList>
    );
  };
  const View = ({ views }: { readonly views: ReactNode }) => {
    const { open, picked } = useReadable(store);
    return (
      <ResultsView noun={noun} tab={tab} views={views}>
        {open && (
          <Results
            key={open.status.id}
            experiment={open}
            picked={picked}
            onPick={(run) => {
              store.pick(run);
              show({ tab: id });
            }}
            onStart={(document) => void store.start(document)}
          />
        )}
      </ResultsView>
    );
  };
  return {
    tabs: [{ id, label: tab, goal: title, widthLabel: 'Width of the study', Content: Pane }],
    views: [{ id, label: tab === 'Study' ? tab : title, Content: View }],
  };
}
