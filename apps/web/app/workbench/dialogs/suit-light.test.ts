import { isps } from '@lumenloom/engine/catalogue';
import { expect, test } from 'vitest';
import { initialRecipe } from '../recipe/recipe.ts';
import { suitLight } from './suit-light.ts';

const { fields } = isps.fastOpenIsp;
const recipe = { ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' };

test('fills AWB and CCM in, says what it changed, and has nothing to change afterwards', async () => {
  const typed = recipe.ispParams;
  const { sentence, changes } = await suitLight(recipe, fields, typed);
  expect(Object.keys(changes).toSorted()).toEqual(
    ['awbB', 'awbGb', 'awbGr', 'awbR', 'ccmValues'].toSorted(),
  );
  expect(sentence).toMatch(/^For D65: r_gain 1400\u00a0→\u00a0\d+, .*, 9 of 12 CCM values\.$/);
  // White stays neutral: the rows of the matrix sum to 1024, but for rounding.
  for (const row of changes['ccmValues'] as string[][])
    expect(Math.abs(row.reduce((sum, cell) => sum + Number(cell), -1024))).toBeLessThanOrEqual(2);
  const again = await suitLight(recipe, fields, { ...typed, ...changes });
  expect(again.sentence).toBe('AWB and CCM suit D65 already.');
  expect(again.changes).toEqual({});
});

test('says what to do where the light is not known', async () => {
  const { sentence, changes } = await suitLight(initialRecipe, fields, initialRecipe.ispParams);
  expect(sentence).toBe('Choose an illuminant or a scene first: the light is not known.');
  expect(changes).toEqual({});
});
