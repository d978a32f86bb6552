import { loadLensFile, sizedLens } from '@lumenloom/engine';
import { expect, it } from 'vitest';
import { lensAnswer } from './lens-answer.ts';
import type { LensResults, LensSettings } from './messages.ts';

const lens = sizedLens(await loadLensFile('double-gauss'));
const settings = { wavelengths: [550], fractions: [0], frequencies: [] };

/** A result that needs nothing but the lens. */
async function resultAt(
  name: 'spots' | 'layout',
  focus: LensSettings['focus'],
): Promise<LensResults[typeof name]> {
  const { answer } = await lensAnswer(
    { kind: 'lens result', lens, name, settings: { ...settings, ...(focus && { focus }) } },
    {} as Parameters<typeof lensAnswer>[1],
  );
  return (answer as { readonly value: LensResults[typeof name] }).value;
}

it('places the object, and focuses on it where that is asked for', async () => {
  const radius = async (focus: LensSettings['focus']): Promise<number> => {
    const [spot] = (await resultAt('spots', focus)) as LensResults['spots'];
    return spot!.rmsUm;
  };
  const far = await radius(undefined);
  expect(await radius({ objectDistance: 0.3 })).toBeGreaterThan(5 * far);
  expect(await radius({ objectDistance: 0.3, focusDistance: 0.3 })).toBeLessThan(2 * far);
});

it('gives the focal length of the lens, and the f-number and length at its object', async () => {
  const figures = async (focus: LensSettings['focus']) =>
    ((await resultAt('layout', focus)) as LensResults['layout']).figures;
  const far = await figures(undefined);
  const near = await figures({ objectDistance: 0.05, focusDistance: 0.05 });
  expect(near.focalLengthMm).toBe(far.focalLengthMm);
  expect(near.fNumber).toBeGreaterThan(1.1 * far.fNumber);
  expect(near.lengthMm).toBeGreaterThan(far.lengthMm + 1);
});

it('refuses an object nearer than 1:1', async () => {
  await expect(resultAt('layout', { objectDistance: 0.001 })).rejects.toThrow(
    /nearer than 1:1 for this lens/,
  );
});
