import type { ReactNode } from 'react';
import type { ChoosingFields } from '../../../kit/fields/choosing-fields.ts';
import { lazyPart } from '../../../kit/part/part.tsx';
import { snapshots } from '../../../kit/picture/snapshots.ts';
import { derived, follow, loadedFor, useReadable, writable } from '../../../model/store.ts';
import type { Bench } from '../../../shell/bench/bench.ts';
import type { Contributions } from '../../../shell/bench/feature.ts';
import { inspectedOf, type OpenedPicture } from './opened-picture.tsx';
import { createScoreStore, type ScoreStore } from './score-store.ts';

const LazyPane = lazyPart(async () => (await import('./score-pane.tsx')).ScorePane);
const LazyView = lazyPart(async () => (await import('./score-view.tsx')).ScoreView);

/** A press of a label takes its fields into the conditions, while a draft is shown. */
function choosingOf({ recipe, switches, place, signal }: Bench, store: ScoreStore) {
  const isChosen = derived([place, store], () =>
    place.current().tab === 'score' && !store.current().open ? true : undefined,
  );
  const fields = loadedFor(isChosen, () => import('./varied-fields.ts'), signal);
  const draft = derived([store], () => store.current().draft);
  return derived([fields, draft, recipe, switches], (): ChoosingFields | undefined => {
    const loaded = fields.current();
    if (!loaded) return undefined;
    return {
      isVaried: (path) => draft.current().conditions.some((one) => one.path === path),
      onPaths: (paths) =>
        store.changeDraft(
          loaded.withPaths(draft.current(), recipe.current(), switches.current(), paths),
        ),
    };
  });
}

/** The goal Score of the tab Study: which camera is best for a network. */
export function scoreContributions(bench: Bench): Contributions {
  const { recipe, switches, run, change, show, signal } = bench;
  const store = createScoreStore(signal);
  follow([run], () => snapshots.take(run.current()), signal);
  const Pane = () => (
    <LazyPane
      recipe={useReadable(recipe)}
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
    labels: choosingOf(bench, store),
    inspected: derived([opened], () => {
      const picture = opened.current();
      return picture && inspectedOf(picture, close);
    }),
    leave: close,
  };
}
