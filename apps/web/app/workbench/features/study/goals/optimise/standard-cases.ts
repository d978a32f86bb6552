import { illuminants, scenes } from '@lumenloom/engine/catalogue';
import { shown } from '@lumenloom/report';
import { fieldInWords } from '@lumenloom/experiment/page';
import type { Recipe } from '../../../../model/recipe/recipe.ts';
import type { DraftCase } from './study-draft.ts';

/** How often less light stands for a dark case. */
const DARKER = [10, 100];

/**
 * A case with less light. The meter exposes less light longer, so the gain stands for it: the
 * electrons are those of the darker scene at the same exposure.
 */
export function darker(
  { sensorParams }: Recipe,
  times: number,
  set: DraftCase['set'] = {},
): DraftCase['set'] {
  const gain = Number(sensorParams['analog_gain']) || 1;
  return { ...set, 'sensorParams.analog_gain': Number((gain / times).toPrecision(6)) };
}

/** Cases that most people would ask for: the recipe itself, other charts, lights, less light. */
export const standardCases = (recipe: Recipe): readonly DraftCase[] => [
  { name: 'this recipe', set: {} },
  ...(['macbeth', 'slantedEdge', 'appleJpg'] as const).map((id) => ({
    name: scenes[id].label,
    set: { scene: scenes[id].label },
  })),
  ...Object.entries(illuminants).flatMap(([id, { label }]) =>
    id === 'custom' ? [] : [{ name: label, set: { illuminant: label } }],
  ),
  ...(recipe.sensor === ''
    ? []
    : DARKER.map((times) => ({ name: `1/${times} of the light`, set: darker(recipe, times) }))),
];

/** What a case sets, in a few words. */
export const shownValues = (set: DraftCase['set']): string =>
  Object.entries(set)
    .map(([path, value]) => fieldInWords(path, shown(value)))
    .join(', ');
