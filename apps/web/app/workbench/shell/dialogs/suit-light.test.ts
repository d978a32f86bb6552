import { expect, test } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { suitLight } from './suit-light.ts';

const recipe = { ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' };

test('fills AWB and CCM in, says what gets better and what changed, and has nothing to change afterwards', async () => {
  const typed = recipe.ispParams;
  const { sentence, changes } = await suitLight(recipe, 'fastOpenIsp', typed);
  expect(Object.keys(changes).toSorted()).toEqual(['awbB', 'awbR', 'ccmValues']);
  const [, before, after, clippedBefore, clippedAfter] =
    /^For the Macbeth chart under D65: CIEDE2000 (\S+)\u00a0→\u00a0(\S+), clipped by CCM (\S+)\u00a0→\u00a0(\S+)\u00a0%\. A white diffuser, not the slightly yellow white patch, is neutral\. Changed: r_gain 1400\u00a0→\u00a0\d+, b_gain 5000\u00a0→\u00a0\d+, 9 of 12 CCM values\.$/
      .exec(sentence)!
      .map(Number) as [number, number, number, number, number];
  expect(after).toBeLessThan(0.85 * before);
  expect(clippedAfter).toBeLessThan(clippedBefore);
  // White is neutral: the rows of the matrix have equal sums, but for rounding.
  const [first, ...others] = (changes['ccmValues'] as string[][]).map((row) =>
    row.reduce((sum, cell) => sum + Number(cell), 0),
  );
  for (const sum of others) expect(Math.abs(sum - first!)).toBeLessThanOrEqual(3);
  const again = await suitLight(recipe, 'fastOpenIsp', { ...typed, ...changes });
  expect(again.sentence).toMatch(
    /^AWB and CCM stay: no others were found that lower the colour error of the Macbeth chart under D65, CIEDE2000 \S+, without clipping more\.$/,
  );
  expect(again.changes).toEqual({});
});

test('says why there is nothing to fit where the picture has no colours', async () => {
  const { sentence, changes } = await suitLight(recipe, 'fastOpenIsp', {
    ...recipe.ispParams,
    cfaEnabled: false,
    ccmEnabled: false,
    cscEnabled: false,
  });
  expect(sentence).toMatch(/^CFA is off, so the picture has no colours|needs CFA/);
  expect(changes).toEqual({});
});

test('says what to do where the light is not known', async () => {
  const { sentence, changes } = await suitLight(
    initialRecipe,
    'fastOpenIsp',
    initialRecipe.ispParams,
  );
  expect(sentence).toBe('Choose an illuminant or a scene first: the light is not known.');
  expect(changes).toEqual({});
});

test('an ISP that suits every light by itself says so', async () => {
  const { sentence, changes } = await suitLight(recipe, 'reference', recipe.referenceParams);
  expect(sentence).toMatch(/^The Reference ISP suits the light of every run by itself/);
  expect(changes).toEqual({});
});
