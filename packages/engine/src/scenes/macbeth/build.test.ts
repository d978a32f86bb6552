import { expect, test } from 'vitest';
import { build } from './build.ts';
import table from './reflectances.json' with { type: 'json' };

const loadImage = () => Promise.reject(new Error('a chart loads no image'));

test('the patches in reading order, white at the lower left, black at the lower right', async () => {
  const scene = await build({ hfov: 0.17, patchSize: 2 }, { loadImage });
  expect([scene.rows, scene.columns]).toEqual([8, 12]);
  const patchAt = (row: number, column: number): string => {
    const index = scene.spectra.findIndex(
      (_, patch) => scene.raster(patch)[row * 12 + column] === 1,
    );
    return table.patches[index]!.name;
  };
  expect([patchAt(0, 0), patchAt(0, 11), patchAt(7, 0), patchAt(7, 11)]).toEqual([
    'darkSkin',
    table.patches[5]!.name,
    'white',
    'black',
  ]);
  const brightness = scene.spectra.map((spectrum) =>
    spectrum.reduce((sum, value) => sum + value, 0),
  );
  expect(brightness.indexOf(Math.max(...brightness))).toBe(18);
  expect(brightness.indexOf(Math.min(...brightness))).toBe(23);
  // The grey row falls from left to right.
  for (let patch = 19; patch < 24; patch += 1)
    expect(brightness[patch]).toBeLessThan(brightness[patch - 1]!);
});

test('every sample belongs to one patch', async () => {
  const scene = await build({ hfov: 0.17, patchSize: 3 }, { loadImage });
  const total = new Float32Array(scene.rows * scene.columns);
  for (const patch of scene.spectra.keys())
    scene.raster(patch).forEach((value, sample) => {
      total[sample]! += value;
    });
  expect(total).toEqual(new Float32Array(total.length).fill(1));
});

test('reflectances are shares of light', () => {
  for (const { reflectance } of table.patches)
    for (const value of reflectance) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
    }
});
