import {
  algorithms,
  illuminants,
  isps,
  optics,
  scenes,
  sensors,
} from '@lumenloom/engine/catalogue';
import { expect, it } from 'vitest';
import { initialRecipe } from './recipe/recipe.ts';
import { choiceLists } from './choice-lists.ts';

it('lists the six groups in the order of the light', () => {
  expect(choiceLists([]).map(({ label }) => label)).toEqual([
    'Illuminant',
    'Scene',
    'Optics',
    'Sensor',
    'ISP',
    'Algorithms',
  ]);
});

it('has a field of the recipe for each', () => {
  for (const { choice } of choiceLists([])) expect(initialRecipe[choice]).toBe('');
});

it('offers the members of each family of the catalogue, in its order, charts and the reference ISP with their switches only', () => {
  for (const [choice, family] of Object.entries({
    illuminant: illuminants,
    scene: scenes,
    optics,
    sensor: sensors,
    isp: isps,
    algorithm: algorithms,
  }))
    expect(
      choiceLists(['charts', 'reference-isp']).find((list) => list.choice === choice)?.options,
    ).toEqual(Object.values<{ readonly label: string }>(family).map(({ label }) => label));
  expect(choiceLists([])[4]!.options).toEqual(['Fast-openISP']);
  expect(choiceLists([])[1]!.options).toEqual([
    'Macbeth',
    'Point Array',
    'Gridlines',
    'Slanted Edge',
    'Rings Rays',
    'apple.jpg',
  ]);
});
