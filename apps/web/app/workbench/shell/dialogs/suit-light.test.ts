import type { LightOfCamera } from '@lumenloom/browser-host';
import { expect, test } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { lightOf, warmLed } from '../../kit/tests/light-of.ts';
import { suitLight } from './suit-light.ts';
import { whiteBalanceNote } from './white-balance-note.ts';

/** CIEDE2000 that job J9 asks for at most, and how near to neutral white is. */
const [MOST_ERROR, NEUTRAL] = [6.6, 0.01];

const recipe = { ...initialRecipe, scene: 'Macbeth', illuminant: 'D65' };
const light = lightOf(recipe);

test('fills AWB and CCM in, says what gets better and what changed, and has nothing to change afterwards', async () => {
  const typed = recipe.ispParams;
  const { sentence, changes } = await suitLight(light, 'fastOpenIsp', typed);
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
  const again = await suitLight(light, 'fastOpenIsp', { ...typed, ...changes });
  expect(again.sentence).toMatch(
    /^AWB and CCM stay: no others were found that lower the colour error of the Macbeth chart under D65, CIEDE2000 \S+, without clipping more\.$/,
  );
  expect(again.changes).toEqual({});
});

test('says why there is nothing to fit where the picture has no colours', async () => {
  const { sentence, changes } = await suitLight(light, 'fastOpenIsp', {
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
    lightOf(initialRecipe),
    'fastOpenIsp',
    initialRecipe.ispParams,
  );
  expect(sentence).toBe('Choose an illuminant or a scene first: the light is not known.');
  expect(changes).toEqual({});
});

test('an ISP that suits every light by itself says so', async () => {
  const { sentence, changes } = await suitLight(light, 'reference', recipe.referenceParams);
  expect(sentence).toMatch(/^The Reference ISP suits the light of every run by itself/);
  expect(changes).toEqual({});
});

test('a light of the own and the sensor of the run count: a warm LED becomes neutral', async () => {
  const own = lightOf({ ...recipe, illuminant: '' }, warmLed);
  const { sentence, changes } = await suitLight(own, 'fastOpenIsp', recipe.ispParams);
  const [, before, after] =
    /^For the Macbeth chart under warm-led\.csv: CIEDE2000 (\S+)\u00a0→\u00a0(\S+), /
      .exec(sentence)!
      .map(Number) as [number, number, number];
  expect(before).toBeGreaterThan(20);
  expect(after).toBeLessThanOrEqual(MOST_ERROR);
  const typed = { ...recipe.ispParams, ...changes };
  expect(whiteBalanceNote(own, typed)).toEqual({ sentence: 'Neutral for warm-led.csv.' });
  const [red, blue, green] = ['awbR', 'awbB', 'awbGr'].map((key) => Number(typed[key])) as [
    number,
    number,
    number,
  ];
  const { neutral } = own as LightOfCamera;
  expect(Math.abs(red / green / neutral.red - 1)).toBeLessThan(NEUTRAL);
  expect(Math.abs(blue / green / neutral.blue - 1)).toBeLessThan(NEUTRAL);
});

test.each([
  [
    'dark',
    lightOf({
      ...recipe,
      illuminant: 'Custom',
      illuminantCustomPhotons: recipe.illuminantCustomPhotons.map(() => 0),
    }),
    'Custom illuminant photons are all 0: enter light in at least one row.',
  ],
  [
    'not there',
    { kind: 'refused', problems: [{ field: 'illuminant', message: 'This file is gone.' }] },
    'This file is gone.',
  ],
] as const)('a light that is %s is refused with its sentence', async (_, answer, sentence) => {
  expect(await suitLight(answer, 'fastOpenIsp', recipe.ispParams)).toEqual({
    sentence,
    changes: {},
    isRefused: true,
  });
  expect(whiteBalanceNote(answer, recipe.ispParams)).toEqual({ sentence });
});

test('a sensor without a Bayer mosaic is refused with its sentence', async () => {
  const mono = { ...light, sensor: { ...(light as LightOfCamera).sensor, order: undefined } };
  const { sentence, isRefused } = await suitLight(mono, 'fastOpenIsp', recipe.ispParams);
  expect(isRefused).toBe(true);
  expect(sentence).toBe(
    'Fast-openISP develops Bayer patterns only: choose such a sensor to suit it to a light.',
  );
});
