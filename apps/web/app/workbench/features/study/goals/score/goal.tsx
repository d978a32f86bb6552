import { lazyPart } from '../../../../kit/part/part.tsx';
import { snapshots } from '../../../../kit/picture/snapshots.ts';
import { derived, follow, useReadable, writable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import { choosingOf } from '../../../../shell/bench/choosing-of.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { contributionsOf } from '../../contributions.tsx';
import { createStore } from '../../store.ts';
import { inspectedOf, type OpenedPicture } from './opened-picture.tsx';
import { ScoreFiles, ScoreParts } from './score-parts.tsx';
import { score } from './score.ts';

const LazyDraft = lazyPart(async () => (await import('./score-draft-form.tsx')).ScoreDraftForm);
const LazyResults = lazyPart(async () => (await import('./score-view.tsx')).ScoreResults);

/** The goal Score of the tab Study: which camera is best for a network. */
export function contribute(bench: Bench): Contributions {
  const { recipe, switches, run, change, show, signal } = bench;
  const store = createStore(score, signal);
  const opened = writable<OpenedPicture | undefined>(undefined);
  const close = (): boolean => {
    const wasOpen = opened.current() !== undefined;
    opened.set(undefined);
    return wasOpen;
  };
  // A run makes another picture.
  follow([derived([run], () => run.current().image)], close, signal);
  return {
    ...contributionsOf(bench, score, store, {
      Draft: (props) => (
        <LazyDraft
          {...props}
          recipe={useReadable(recipe)}
          features={useReadable(switches)}
          runs={useReadable({ current: snapshots.all, subscribe: snapshots.subscribe })}
          onRecipe={(other, name) => change({ type: 'restored', recipe: other, name })}
        />
      ),
      Found: ScoreParts,
      Files: ScoreFiles,
      Results: (props) => (
        <LazyResults
          {...props}
          onOpen={(picture) => {
            opened.set(picture);
            show({ view: 'result' });
          }}
        />
      ),
    }),
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
