import type { ReactNode } from 'react';
import { lazyPart } from '../../../kit/part/part.tsx';
import { snapshots } from '../../../kit/picture/snapshots.ts';
import { derived, follow, useReadable, writable, type Readable } from '../../../model/store.ts';
import type { Bench } from '../../../shell/bench/bench.ts';
import { choosingOf } from '../../../shell/bench/choosing-of.ts';
import type { Contributions } from '../../../shell/bench/feature.ts';
import { inspectedOf, type OpenedPicture } from './opened-picture.tsx';
import { createScoreStore } from './score-store.ts';

const LazyPane = lazyPart(async () => (await import('./score-pane.tsx')).ScorePane);
const LazyView = lazyPart(async () => (await import('./score-view.tsx')).ScoreView);

/** The goal Score of the tab Study: which camera is best for a network. */
export function scoreContributions(
  bench: Bench,
  absent: Readable<ReadonlyMap<string, string>>,
): Contributions {
  const { recipe, switches, run, change, show, signal } = bench;
  const store = createScoreStore(signal);
  const Pane = () => (
    <LazyPane
      recipe={useReadable(recipe)}
      absent={useReadable(absent)}
      features={useReadable(switches)}
      runs={useReadable({ current: snapshots.all, subscribe: snapshots.subscribe })}
      scores={{ ...store, ...useReadable(store) }}
      onShow={(isScore) => show({ view: isScore ? 'score' : 'result' })}
      onRecipe={(opened, name) => change({ type: 'restored', recipe: opened, name })}
    />
  );
  const opened = writable<OpenedPicture | undefined>(undefined);
  const close = (): boolean => {
    const wasOpen = opened.current() !== undefined;
    opened.set(undefined);
    return wasOpen;
  };
  // A run makes another picture.
  follow([derived([run], () => run.current().image)], close, signal);
  const View = ({ views }: { readonly views: ReactNode }) => (
    <LazyView
      score={useReadable(store).open}
      views={views}
      onOpen={(picture) => {
        opened.set(picture);
        show({ view: 'result' });
      }}
    />
  );
  return {
    tabs: [
      {
        ...{ id: 'score', label: 'Study', goal: 'Score' },
        ...{ widthLabel: 'Width of the study', Content: Pane },
      },
    ],
    views: [{ id: 'score', label: 'Study', Content: View }],
    labels: choosingOf(
      bench,
      'score',
      store,
      (draft) => draft.conditions,
      () => import('./varied-fields.ts'),
    ),
    inspected: derived([opened], () => {
      const picture = opened.current();
      return picture && inspectedOf(picture, close);
    }),
    leave: close,
  };
}
