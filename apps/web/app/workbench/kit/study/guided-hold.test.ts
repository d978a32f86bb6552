import { expect, test } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { holdOf, holdOffers, offerInWords, pressed, type TypedHold } from './guided-hold.ts';

const PITCH = 'sensorParams.pixel_size';
const recipe = {
  ...initialRecipe,
  scene: 'Macbeth',
  sensor: 'Bayer-grbg',
  sensorParams: { ...initialRecipe.sensorParams, pixel_size: '2', rows: '240', cols: '320' },
};
const holdFor = (paths: readonly string[], typed: TypedHold = {}, held = recipe) =>
  holdOf(holdOffers(held, paths), typed);
const wordsFor = (paths: readonly string[], held = recipe, seconds?: number) =>
  holdOffers(held, paths, seconds).map((offer) => offerInWords(offer, {}));

test('pixel sizes are compared at one exposure, on one die, with the same electrons per area', () => {
  expect(holdFor([PITCH])).toEqual({ exposure: 'first', sensor: 'die', well: 'density' });
  expect(wordsFor([PITCH], recipe, 0.02)).toEqual([
    'Exposure held 20 ms',
    'Die held 0.64 × 0.48 mm',
    'Electrons per µm² held',
  ]);
  expect(holdFor([PITCH, 'sensorParams.rows'])).toEqual({ exposure: 'first', well: 'density' });
});

test('lenses, sensors and f-numbers hold the exposure, and offer field or light', () => {
  const placed = { ...recipe, opticsParams: { objectDistance: '0.4' } };
  expect(holdFor(['sensor', 'optics'], {}, placed)).toEqual({ exposure: 'first' });
  expect(wordsFor(['optics'], placed)).toContain('Field on the object not held');
  expect(wordsFor(['optics'])).toEqual(['Exposure held']);
  expect(wordsFor(['opticsParams.fNumber'])).toContain('Light on the sensor not held');
  expect(holdFor(['ispParams.nlmRadius'])).toBeUndefined();
  expect(holdFor([PITCH, 'exposureParams.seconds'])).toEqual({ sensor: 'die', well: 'density' });
  expect(holdFor(['optics'], {}, { ...recipe, sensor: '' })).toBeUndefined();
});

test('a press releases what is held, and holds it again; a blur takes the place of the exposure', () => {
  const moving = {
    ...recipe,
    opticsParams: { objectDistance: '8' },
    motion: { millimetresPerSecond: [1500, 0] },
  };
  const [exposure, blur] = holdOffers(moving, [PITCH]);
  const released = pressed(exposure!, {});
  expect(holdFor([PITCH], released)).toEqual({ sensor: 'die', well: 'density' });
  expect(holdFor([PITCH], pressed(exposure!, released))).toMatchObject({ exposure: 'first' });
  expect(holdFor([PITCH], pressed(blur!, {}), moving)).toMatchObject({
    exposure: { blurPixels: 0.5 },
  });
});
