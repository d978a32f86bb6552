import { expect, it } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { choiceLists } from './choice-lists.ts';

it('lists the six groups in the order of the light', () => {
  expect(choiceLists.map(({ label }) => label)).toEqual(['Illuminant', 'Scene', 'Optics', 'Sensor', 'ISP', 'Algorithms']);
});

it('has a field of the recipe for each', () => {
  for (const { choice } of choiceLists) expect(initialRecipe[choice]).toBe('');
});

it('says why where there is nothing to choose', () => {
  for (const { options, whyEmpty } of choiceLists) if (options.length === 0) expect(whyEmpty).toMatch(/\.$/);
});
