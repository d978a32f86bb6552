import { lazyPart } from '../../../../kit/part/part.tsx';
import { follow, useReadable } from '../../../../model/store.ts';
import { withFieldsOf } from '../../../../kit/study/kept-fields.ts';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { Bench } from '../../../../shell/bench/bench.ts';
import { choosingOf } from '../../../../shell/bench/choosing-of.ts';
import type { Contributions } from '../../../../shell/bench/feature.ts';
import { figureToolOf } from '../../../../shell/bench/figure-tool-of.ts';
import { contributionsOf } from '../../contributions.tsx';
import type { TuneAim } from '../tune-isp/tune-isp.ts';
import { createStore, type ExperimentStore } from '../../store.ts';
import { optimise, StudyFiles, StudyResults, type Study } from './parts.tsx';
import { aimAt } from './study-draft.ts';

const LazyDraft = lazyPart(async () => (await import('./study-draft-form.tsx')).StudyDraftForm);
const LazyBest = lazyPart(async () => (await import('./best-run.tsx')).BestRun);

/** Computes one recipe after the other; both pictures are then among the runs of this visit. */
function runBoth({ run, start, change, show, say, signal }: Bench) {
  return (first: Recipe, second: Recipe, name: string): void => {
    change({ type: 'restored', recipe: first, name: `${name}: the start` });
    start(first);
    const ended = run.subscribe(() => {
      if (run.current().phase === 'running') return;
      ended();
      change({ type: 'restored', recipe: second, name });
      start(second);
      show({ view: 'result', strip: 'runs' });
      say('Start and best are in Runs as A and B: W wipes between them.', 'line');
    });
    signal.addEventListener('abort', ended, { once: true });
  };
}

/** Tune ISP: studies of one run say where to start and where the limits are; then it searches. */
async function tune(
  { recipe, show }: Bench,
  store: ExperimentStore<Study>,
  aim: TuneAim,
): Promise<void> {
  const isStarted = await store.startPrepared('Measuring the start…', async (signal) => {
    const [{ tuneIsp }, { firstRun }, { askCameraLight }] = await Promise.all([
      import('../tune-isp/tune-isp.ts'),
      import('../tune-isp/first-run.ts'),
      import('../../../../kit/camera-light.ts'),
    ]);
    const asked = {
      light: askCameraLight,
      startFigures: (start: object) => firstRun(start, signal),
    };
    const { draft, document } = await tuneIsp(recipe.current(), asked, aim);
    store.changeDraft(draft);
    return document;
  });
  if (isStarted) show({ view: 'study' });
}

/**
 * A new draft begins with the fields that a sweep's draft has; those that another part of the
 * workbench asks for take the place of earlier ones of a lens.
 */
function takeFields({ place, show }: Bench, store: ExperimentStore<Study>): void {
  const { draft } = store.current();
  const { tab, fields } = place.current();
  if (tab !== 'study') return;
  if (fields.length > 0) {
    show({ fields: [] });
    const kept = draft.fields.filter(({ path }) => !path.startsWith('lens.'));
    store.changeDraft({ ...draft, fields: [...kept, ...fields] });
    return;
  }
  const begun = withFieldsOf('sweep', draft);
  if (begun !== draft) store.changeDraft(begun);
}

export function contribute(bench: Bench): Contributions {
  const store = createStore(optimise, bench.signal);
  follow([bench.place], () => takeFields(bench, store), bench.signal);
  const { recipe, switches, run, change, start, show } = bench;
  return {
    ...contributionsOf(bench, optimise, store, {
      Draft: (props) => (
        <LazyDraft
          {...props}
          recipe={useReadable(recipe)}
          features={useReadable(switches)}
          report={useReadable(run).report}
          onTune={(aim) => void tune(bench, store, aim)}
        />
      ),
      Found: (props) => (
        <LazyBest
          {...props}
          onUse={(opened, name) => {
            show({ view: 'result' });
            change({ type: 'restored', recipe: opened, name });
            start(opened);
          }}
          onCompare={runBoth(bench)}
        />
      ),
      Files: StudyFiles,
      Results: StudyResults,
    }),
    figureTools: figureToolOf(bench, { tab: 'study', to: 'study' }, store, {
      figuresOf: ({ aims }) => aims.map(({ figure }) => figure),
      figure: (draft, path) => ({ ...draft, aims: [...draft.aims, aimAt(path)] }),
    }),
    labels: choosingOf(
      bench,
      'study',
      store,
      (draft) => draft.fields,
      () => import('../../../../kit/study/with-paths.ts'),
    ),
  };
}
