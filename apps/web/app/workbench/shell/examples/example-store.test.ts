import { expect, test, vi } from 'vitest';
import { reduceRecipe } from '../../model/recipe/recipe.ts';
import type { Report } from '../../model/run/run-store.ts';
import { writable } from '../../model/store.ts';
import { benchForTests } from '../bench/bench-for-tests.ts';
import { createExamples } from './example-store.ts';

/** A workbench that is opened at an example. */
function opened(areOffered: boolean | undefined) {
  const fragment = writable('#example=dash-camera-at-dusk');
  const { bench, run } = benchForTests();
  const recipe = writable(bench.recipe.current());
  const offers = writable(areOffered);
  const start = vi.fn();
  const examples = createExamples(
    {
      ...bench,
      recipe,
      fragment,
      clearFragment: () => fragment.set(''),
      change: (change) => recipe.set(reduceRecipe(recipe.current(), change)),
      start,
    },
    offers,
  );
  const end = (report: object): void =>
    run.set({
      ...run.current(),
      phase: 'ended',
      inputs: recipe.current(),
      report: report as Report,
    });
  return { recipe, fragment, offers, start, examples, end };
}
const REPORT = { sensor: { snrAtGrey18: 11.71 } };

test('an example is loaded and run, and its first result answers, until the recipe changes', async () => {
  const { recipe, fragment, start, examples, end } = opened(true);
  await expect.poll(() => start.mock.calls.length).toBe(1);
  expect(fragment.current()).toBe('');
  expect(recipe.current()).toMatchObject({ scene: 'Macbeth', illuminant: 'D75' });
  expect(examples.current()).toBeUndefined();
  end(REPORT);
  await expect
    .poll(() => examples.current())
    .toMatchObject({
      answer: 'SNR 11.7 dB at 18 % grey.',
      next: [{ feature: 'sweep', field: 'sensorParams.pixel_size' }],
    });
  recipe.set({ ...recipe.current(), scene: 'Gridlines' });
  expect(examples.current()).toBeUndefined();
});

test('none is opened before it is known whether they are offered, nor where they are not', async () => {
  const { fragment, offers, start } = opened(undefined);
  offers.set(false);
  expect(fragment.current()).toBe('#example=dash-camera-at-dusk');
  offers.set(true);
  await expect.poll(() => start.mock.calls.length).toBe(1);
  expect(fragment.current()).toBe('');
});
