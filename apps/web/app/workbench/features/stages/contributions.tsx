import { member } from '@lumenloom/contract';
import { ispNamed, isps } from '@lumenloom/engine/catalogue';
import { useEffect } from 'react';
import { lazyPart } from '../../kit/part/part.tsx';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { madeWith } from '../../model/run/run-store.ts';
import { derived, useReadable, writable } from '../../model/store.ts';
import type { Bench } from '../../shell/bench/bench.ts';
import type { Contributions } from '../../shell/bench/feature.ts';
import styles from './pixel-column.module.css';
import { createStageView, OVERLAY, RESULT_STAGE, type ResultPictures } from './stage-view.tsx';
import { StagesRow } from './stages-row.tsx';
import { createStagesStore } from './stages-store.ts';

const LazyColumn = lazyPart(async () => (await import('./pixel-column.tsx')).PixelColumn);

/** What the strip, the tab Pixel and the keys show and change. */
function createStages({ shown, place, signal }: Pick<Bench, 'shown' | 'place' | 'signal'>) {
  const isStrip = derived([place], () => place.current().strip === 'stages');
  const run = derived([shown], () => shown.current().run);
  const recipe = derived([run], () =>
    run.current().image === undefined ? undefined : madeWith(run.current()),
  );
  const pictures = derived([run], (): ResultPictures => {
    const { image, plain } = run.current();
    return { result: plain ?? image, overlay: plain === undefined ? undefined : image };
  });
  const isBusy = derived([shown], () => shown.current().isBusy);
  /** The stage that is shown, and whether the tab with the values of a pixel is. */
  const stage = writable<string | undefined>(undefined);
  const isColumn = writable(false);
  const stages = createStagesStore(
    recipe,
    derived([isStrip, isBusy], () => isStrip.current() && !isBusy.current()),
    derived([stage, isColumn], () => stage.current() === 'irradiance' || isColumn.current()),
    signal,
  );
  const view = createStageView(stages, pictures, stage, signal);
  return { isStrip, recipe, pictures, stages, view, isColumn };
}

/** Why the ISP of a recipe has no stages; undefined where it has, or there is none. */
function lackOf(recipe: Recipe | undefined): string | undefined {
  const [id] = member(isps, recipe?.isp) ?? [];
  return id && recipe?.sensor !== '' ? ispNamed(id).lacks.stages : undefined;
}

export function contribute(bench: Bench): Contributions {
  const { isStrip, recipe, pictures, stages, view, isColumn } = createStages(bench);
  const { reading, show } = bench;
  const Row = () => (
    <StagesRow
      view={useReadable(view)}
      stages={useReadable(stages)}
      pictures={useReadable(pictures)}
      hasRun={useReadable(recipe) !== undefined}
      lack={lackOf(useReadable(recipe))}
    />
  );
  const Column = () => {
    const { stages: computed, isOther, problem } = useReadable(stages);
    const { title } = useReadable(bench.shownRun);
    const isShown = useReadable(isStrip);
    const now = useReadable(reading);
    useEffect(() => {
      isColumn.set(true);
      return () => isColumn.set(false);
    }, []);
    // A picture of another feature has no stages.
    const isOfRun = now?.by === undefined || now.by === 'stages';
    return (
      <div className={styles.pane} tabIndex={0} role="group" aria-label="Pixel">
        <LazyColumn
          opened={isShown ? computed?.opened : undefined}
          problem={isShown ? problem : undefined}
          whose={isOther ? 'the recipe before' : title}
          isOther={isOther}
          view={useReadable(view)}
          pictures={useReadable(pictures)}
          reading={isOfRun ? now : undefined}
        />
      </div>
    );
  };
  const step = (by: 1 | -1) => (): void => {
    show({ strip: 'stages' });
    const { list, shown, show: showStage } = view.current();
    const places = [
      ...list.map(({ id }) => id),
      RESULT_STAGE,
      ...(pictures.current().overlay === undefined ? [] : [OVERLAY]),
    ];
    const at = places.indexOf(shown ?? places.at(-1)!);
    showStage(places[Math.min(places.length - 1, Math.max(0, at + by))]);
  };
  return {
    strips: [{ id: 'stages', label: 'Stages', Content: Row }],
    tabs: [{ id: 'pixel', label: 'Pixel', widthLabel: 'Width of the values', Content: Column }],
    inspected: derived([isStrip, recipe, view], () =>
      isStrip.current() && recipe.current() ? view.current().inspected : undefined,
    ),
    keys: [
      { key: '[', where: 'picture', says: 'shows the stage before', perform: step(-1) },
      { key: ']', where: 'picture', says: 'shows the next stage', perform: step(1) },
    ],
    leave: () => {
      const { shown, show: showStage } = view.current();
      showStage(undefined);
      return shown !== undefined;
    },
  };
}
