import { snapshots } from '../../kit/picture/snapshots.ts';
import { shownChoice } from '../../model/own-names.ts';
import { blankWords } from '../../model/recipe/caption.ts';
import { differences } from '../../model/recipe/differences.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import type { RunState } from '../../model/run/run-store.ts';
import { derived, type Readable } from '../../model/store.ts';
import type { Shown, ShownRun } from './bench.ts';
import type { Inspected } from './shown.ts';

/** The lens and the sensor. */
const cameraOf = ({ optics, sensor }: Recipe): string =>
  [shownChoice(optics) || blankWords.optics, shownChoice(sensor) || blankWords.sensor].join(', ');

const isSame = (one: Recipe, other: Recipe): boolean =>
  one === other || differences(one, other).length === 0;

/** Which run is shown, by the picture, what stands over it, and the recipe. */
export function shownRunOf(
  recipe: Readable<Recipe>,
  shown: Readable<Shown>,
  inspected: Readable<Inspected | undefined>,
  last: Readable<RunState>,
): Readable<ShownRun> {
  const run = derived([inspected, last], () => inspected.current()?.run ?? last.current());
  const inputs = derived([run], () => run.current().inputs);
  const other = derived([inspected], () => inspected.current()?.recipe);
  const isOfAnother = derived(
    [inputs, recipe, other],
    () =>
      !isSame(inputs.current(), recipe.current()) ||
      !isSame(inputs.current(), other.current() ?? inputs.current()),
  );
  return derived([run, shown, inspected, isOfAnother, snapshots], (): ShownRun => {
    const now = run.current();
    const { source, words, measured, lines } = shown.current();
    const isSource = source !== undefined && !inspected.current()?.run;
    const hasRun = now.phase === 'running' || now.image !== undefined;
    const name = hasRun ? snapshots.nameOf(now.image) : '';
    const isOld = now.image !== undefined && (isSource || isOfAnother.current());
    const title = isSource ? 'Live' : name.replace(/^run /, 'Run ');
    return {
      run: now,
      measured: isSource ? measured : now,
      name,
      title,
      line: isSource
        ? [title, words].filter((part) => part !== '').join(' · ')
        : hasRun
          ? `${title} · ${cameraOf(now.inputs)}${isOld ? ' · changed since' : ''}`
          : '',
      isOld,
      lines: isSource ? lines : [],
      areLinesOld: !isSame(measured.inputs, {
        ...shown.current().run.inputs,
        algorithm: measured.inputs.algorithm,
      }),
    };
  });
}
