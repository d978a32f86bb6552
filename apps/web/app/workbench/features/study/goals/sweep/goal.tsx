import { lazyPart } from '../../../../kit/part/part.tsx';
import { withFieldsOf } from '../../../../kit/study/kept-fields.ts';
import { derived, follow, useReadable } from '../../../../model/store.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import { startAsked } from '../../../../shell/bench/asked-document.ts';
import { choosingOf } from '../../../../shell/bench/choosing-of.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { figureToolOf } from '../../../../shell/bench/figure-tool-of.ts';
import { contributionsOf } from '../../contributions.tsx';
import { createStore, type ExperimentStore } from '../../store.ts';
import { sweep, type Sweep } from './sweep.ts';

/** Shows the draft with a field that is asked for by its path, and with figures. */
async function vary(
  path: string,
  figures: readonly string[],
  { signal, recipe, switches }: Bench,
  store: ExperimentStore<Sweep>,
): Promise<void> {
  const { withPaths } = await import('../../../../kit/study/with-paths.ts');
  if (signal.aborted) return;
  store.show('');
  const { draft } = store.current();
  const measure = [...new Set([...draft.measure, ...figures])];
  const isVaried = draft.fields.some((field) => field.path === path);
  store.changeDraft({
    ...(isVaried ? draft : withPaths(draft, recipe.current(), switches.current(), [path])),
    measure,
  });
}

const LazyDraft = lazyPart(async () => (await import('./sweep-draft-form.tsx')).SweepDraftForm);
const LazyPicked = lazyPart(async () => (await import('./picked-runs.tsx')).PickedRuns);

export function contribute(bench: Bench): Contributions {
  const store = createStore(sweep, bench.signal);
  follow(
    [bench.place],
    () => {
      const { tab, section, figures } = bench.place.current();
      if (tab !== 'sweep') return;
      const { draft } = store.current();
      const begun = withFieldsOf('study', draft);
      if (begun !== draft) store.changeDraft(begun);
      if (section === undefined) return;
      bench.show({ section: undefined, figures: [] });
      void vary(section, figures, bench, store);
    },
    bench.signal,
  );
  startAsked(bench, sweep.id, store.start);
  const { recipe, switches, run, change, start, show } = bench;
  const shownSeconds = derived([run, recipe], () => {
    const { inputs, report } = run.current();
    return inputs === recipe.current() ? report?.sensor?.exposureSeconds : undefined;
  });
  return {
    ...contributionsOf(bench, sweep, store, {
      Draft: (props) => (
        <LazyDraft
          {...props}
          recipe={useReadable(recipe)}
          features={useReadable(switches)}
          shownSeconds={useReadable(shownSeconds)}
        />
      ),
      Found: (props) => (
        <LazyPicked
          {...props}
          onOpen={(opened, isRun) => {
            show({ view: 'result' });
            change({ type: 'restored', recipe: opened });
            if (isRun) start(opened);
          }}
        />
      ),
      Files: lazyPart(async () => (await import('./sweep-files.tsx')).SweepFiles),
      Results: lazyPart(async () => (await import('./sweep-plots.tsx')).Plots),
    }),
    figureTools: figureToolOf(bench, { tab: 'sweep', to: 'sweep' }, store, {
      figuresOf: ({ measure }) => measure,
      figure: (draft, path) => ({ ...draft, measure: [...draft.measure, path] }),
    }),
    labels: choosingOf(
      bench,
      'sweep',
      store,
      (draft) => draft.fields,
      () => import('../../../../kit/study/with-paths.ts'),
    ),
  };
}
