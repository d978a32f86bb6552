import { LONGEST_SWEEP_NAME } from '@lumenloom/contract';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { shownChoice } from '../../model/own-names.ts';
import type { Ticked } from './parts-store.ts';

/** What a purchase is decided by. */
const FIGURES = [
  'object.mmPerPixel.0',
  'object.feature.pixels',
  'object.feature.modulation',
  'sensor.snrAtGrey18',
  'object.depthOfField.totalMm',
];
const CHOICES = ['sensor', 'optics'] as const;

/** How many pairs there are; a list without ticks has the part of the recipe. */
export const countPairs = (ticked: Ticked): number =>
  CHOICES.reduce((product, choice) => product * Math.max(1, ticked[choice]?.length ?? 0), 1);

/** Why there is nothing to compute; undefined where there is. */
export function whyNoPairs(recipe: Recipe, ticked: Ticked): string | undefined {
  if (countPairs(ticked) < 2) return 'Tick two or more sensors or lenses to compare them.';
  if (recipe.scene === '') return 'Choose a scene first.';
  if (recipe.sensor === '' && !ticked.sensor?.length) return 'Tick a sensor too.';
  return undefined;
}

/** What the verdict needs and the recipe does not say. */
export const whyNoVerdict = ({ task, opticsParams }: Recipe): string | undefined =>
  task?.['featureMm'] === undefined || !opticsParams?.objectDistance
    ? 'For a verdict give distance and feature under Object in Optics Params.'
    : undefined;

/**
 * The sweep over all pairs of ticked parts, with the exposure that the first pair is metered at.
 * What is behind the sensor is left out: it changes none of the figures.
 */
export function pairsDocument(recipe: Recipe, ticked: Ticked): object {
  const vary = CHOICES.flatMap((path) => {
    const values = ticked[path] ?? [];
    return values.length > 0 ? [{ path, values }] : [];
  });
  const name = vary.map(({ values }) => values.map(shownChoice).join(', ')).join(' × ');
  return {
    name: name.slice(0, LONGEST_SWEEP_NAME),
    recipe: {
      ...recipe,
      isp: '',
      algorithm: '',
      ...Object.fromEntries(vary.map(({ path, values }) => [path, values[0]])),
    },
    vary,
    measure: FIGURES,
    hold: { exposure: 'first' },
  };
}
