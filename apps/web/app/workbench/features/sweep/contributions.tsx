import type { ReactNode } from 'react';
import { lazyPart } from '../../kit/part/part.tsx';
import { withFieldsOf } from '../../kit/study/kept-fields.ts';
import { follow, useReadable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import { choosingOf } from '../../shell/bench/choosing-of.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import { figureToolOf } from '../../shell/bench/figure-tool-of.ts';
import { createSweepStore, type SweepStore } from './sweep-store.ts';

const LazyPane = lazyPart(async () => (await import('./sweep-pane.tsx')).SweepPane);
const LazyView = lazyPart(async () => (await import('./sweep-view.tsx')).SweepView);

/** Shows the draft with a field that is asked for by its path, and with figures. */
async function vary(
  path: string,
  figures: readonly string[],
  { signal, recipe, switches }: Bench,
  store: SweepStore,
): Promise<void> {
  const { withPaths } = await import('../../kit/study/with-paths.ts');
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

export function contribute(bench: Bench): Contributions {
  const store = createSweepStore(bench.signal);
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
  const { recipe, switches, change, start, show } = bench;
  const Pane = () => (
    <LazyPane
      recipe={useReadable(recipe)}
      features={useReadable(switches)}
      sweeps={{ ...store, ...useReadable(store) }}
      onShow={(isSweep) => show({ view: isSweep ? 'sweep' : 'result' })}
      onOpen={(opened, isRun) => {
        show({ view: 'result' });
        change({ type: 'restored', recipe: opened });
        if (isRun) start(opened);
      }}
    />
  );
  const View = ({ views }: { readonly views: ReactNode }) => {
    const { open, picked } = useReadable(store);
    return (
      <LazyView
        sweep={open}
        picked={picked}
        onPick={(run) => {
          store.pick(run);
          show({ tab: 'sweep' });
        }}
        views={views}
      />
    );
  };
  return {
    tabs: [
      {
        ...{ id: 'sweep', label: 'Study', goal: 'Sweep' },
        ...{ widthLabel: 'Width of the study', Content: Pane },
      },
    ],
    views: [{ id: 'sweep', label: 'Study', Content: View }],
    figureTools: figureToolOf(bench, { tab: 'sweep', to: 'sweep' }, store, {
      figuresOf: ({ measure }) => measure,
      figure: (draft, path) => ({ ...draft, measure: [...draft.measure, path] }),
    }),
    labels: choosingOf(
      bench,
      'sweep',
      store,
      (draft) => draft.fields,
      () => import('../../kit/study/with-paths.ts'),
    ),
  };
}
