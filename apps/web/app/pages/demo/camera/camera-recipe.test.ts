import { DEFAULT_BUDGET, toPlan } from '@lumenloom/contract';
import { illuminants } from '@lumenloom/engine/catalogue';
import { expect, it } from 'vitest';
import { firstSettings, LENSES, LIGHTS, PROCESSINGS, shotOf } from './camera-recipe.ts';

it('offers lights and lenses that the engine has', () => {
  const known = Object.values<{ readonly label: string }>(illuminants).map(({ label }) => label);
  expect(known).toEqual(expect.arrayContaining([...LIGHTS]));
  expect(LENSES).toContain(firstSettings.lens);
});

it.each(LIGHTS)(
  'can be computed in %s with every processing, exactly as asked for',
  async (light) => {
    for (const processing of Object.keys(PROCESSINGS) as (keyof typeof PROCESSINGS)[]) {
      const { recipe, exposureSeconds } = await shotOf({ ...firstSettings, light, processing });
      const decoded = toPlan(recipe, DEFAULT_BUDGET, exposureSeconds);
      if (!decoded.ok) throw new Error(decoded.problems[0]!.message);
      const { plan, unknownKeys } = decoded.value;
      expect(unknownKeys).toEqual([]);
      expect(plan).toMatchObject({ exposureSeconds: 1 / 50, grid: { rows: 300, columns: 450 } });
      expect(plan?.isp === undefined).toBe(processing === 'raw');
    }
  },
);

it('balances the white of each light by itself', async () => {
  const gains = await Promise.all(
    LIGHTS.map(async (light) => (await shotOf({ ...firstSettings, light })).recipe.ispParams.awbB),
  );
  expect(new Set(gains).size).toBe(LIGHTS.length);
});
