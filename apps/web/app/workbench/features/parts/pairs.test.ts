import { readSweepDocument } from '@lumenloom/contract';
import { expect, test } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { countPairs, pairsDocument, whyNoPairs, whyNoVerdict } from './pairs-document.ts';
import { unfitFor } from './unfit-isps.ts';

const recipe = { ...initialRecipe, scene: 'Slanted Edge', isp: 'Fast-openISP' };
const ticked = {
  sensor: ['published:imx264', 'published:imx287'],
  optics: ['Double-Gauss', 'Cooke Triplet'],
};

test('ticked parts are all pairs, metered once on the first one, without what is behind the sensor', () => {
  expect(countPairs(ticked)).toBe(4);
  const read = readSweepDocument(pairsDocument(recipe, ticked));
  expect(read).toMatchObject({
    ok: true,
    value: {
      recipe: { sensor: 'published:imx264', optics: 'Double-Gauss', isp: '' },
      vary: [
        { path: 'sensor', values: ticked.sensor },
        { path: 'optics', values: ticked.optics },
      ],
      hold: { exposure: 'first' },
      mode: 'grid',
    },
  });
});

test('one list alone is compared with the other part of the recipe; what is missing is said', () => {
  const sensors = { sensor: ticked.sensor };
  expect(pairsDocument({ ...recipe, optics: 'Fisheye' }, sensors)).toMatchObject({
    recipe: { optics: 'Fisheye' },
    vary: [{ path: 'sensor' }],
  });
  expect(whyNoPairs(recipe, sensors)).toBeUndefined();
  expect(whyNoPairs(recipe, { sensor: ['published:imx264'] })).toMatch(/two or more/);
  expect(whyNoPairs(initialRecipe, sensors)).toBe('Choose a scene first.');
  expect(whyNoPairs({ ...recipe, sensor: '' }, { optics: ticked.optics })).toMatch(/sensor too/);
  expect(whyNoVerdict(recipe)).toMatch(/distance and feature/);
  expect(
    whyNoVerdict({ ...recipe, task: { featureMm: 2 }, opticsParams: { objectDistance: '0.4' } }),
  ).toBeUndefined();
});

test('a sensor without a Bayer mosaic excludes the ISP that needs one, with its sentence', () => {
  expect([...unfitFor('mono')]).toEqual([
    [
      'Fast-openISP',
      'Fast-openISP needs a Bayer sensor; this one is mono: choose none or the tone curve.',
    ],
  ]);
  expect(unfitFor('rggb').size).toBe(0);
  expect(unfitFor(null).size).toBe(0);
});
