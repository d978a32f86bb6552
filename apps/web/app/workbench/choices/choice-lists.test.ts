import { expect, it } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { choiceLists } from './choice-lists.ts';

it('lists the six groups in the order of the light', () => {
  expect(choiceLists.map(({ label }) => label)).toEqual([
    'Illuminant',
    'Scene',
    'Optics',
    'Sensor',
    'ISP',
    'Algorithms',
  ]);
});

it('has a field of the recipe for each', () => {
  for (const { choice } of choiceLists) expect(initialRecipe[choice]).toBe('');
});

it('offers the algorithms of the catalogue (W-055)', () => {
  expect(choiceLists.find(({ choice }) => choice === 'algorithm')?.options).toEqual([
    'DETR',
    'MiDaS_DPT_Small',
  ]);
});
