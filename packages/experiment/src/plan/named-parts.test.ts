import { readSensorFile } from '@lumenloom/engine';
import { expect, test } from 'vitest';
import { withNamesAgain } from './named-parts.ts';

test('a recipe names a published part again, with the numbers that are not its own', async () => {
  const { sensor } = await readSensorFile(
    JSON.stringify({ pattern: 'mono', sensorParams: { rows: 48, cols: 64, pixel_size: 3 } }),
    'part.json',
  );
  const recipe = {
    scene: 'Macbeth',
    sensor: 'Bayer-grbg',
    sensorParams: { ...sensor.parameters, rows: 24 },
  };
  expect(withNamesAgain(recipe, { sensor: 'published:imx264' }, { sensor })).toEqual({
    scene: 'Macbeth',
    sensor: 'published:imx264',
    sensorParams: { rows: 24 },
  });
  // A file beside a document is not known elsewhere: its numbers stay.
  expect(withNamesAgain(recipe, { sensor: 'part.json' }, { sensor })).toEqual(recipe);
});
