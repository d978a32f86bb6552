import { sensors } from '@lumenloom/engine/catalogue';
import { expect, test } from 'vitest';
import { namesInRecipe, withoutNames } from './names-in-recipe.ts';

const recipe = {
  optics: 'published:heliar',
  sensor: 'mine:a1',
  scene: 'mine:',
  // A name of the list, in a choice that takes no published part, or in no choice.
  illuminant: 'published:heliar',
  algorithm: 'None',
  seed: 'mine:a1',
};

test('the parts that a recipe names are those of its author and those that are published', () => {
  expect(namesInRecipe(recipe)).toEqual([
    { choice: 'scene', name: 'mine:', mine: '' },
    { choice: 'optics', name: 'published:heliar', published: 'heliar' },
    { choice: 'sensor', name: 'mine:a1', mine: 'a1' },
  ]);
  expect(namesInRecipe('mine:a1')).toEqual([]);
});

test('in their places stands what the list has first, or nothing', () => {
  expect(withoutNames(recipe, ['optics', 'sensor'])).toEqual({
    ...recipe,
    optics: '',
    sensor: Object.values(sensors)[0]!.label,
  });
});
