import { expect, it } from 'vitest';
import { initialRecipe, reduceRecipe } from '../../model/recipe/recipe.ts';
import { readRecipe } from '../../model/recipe/recipe-json.ts';
import {
  objectInWords,
  objectLine,
  objectMotionOf,
  taskOf,
  typedObject,
  withDistance,
} from './typed-object.ts';

const recipe = readRecipe({
  opticsParams: { objectDistance: 0.4, fNumber: 5.6 },
  task: { featureMm: 2, kind: 'code2d', blurPixels: 1 },
  motion: { millimetresPerSecond: [120, 30], subFrames: 8 },
});

it('shows the object of a recipe in millimetres, and gives the same recipe back', () => {
  const typed = typedObject(recipe);
  expect(typed).toEqual({ distance: '400', feature: '2', kind: 'code2d', speed: '120' });
  expect(objectInWords(typed)).toBe('400 mm · 2 mm, code2d · 120 mm/s');
  expect(withDistance(recipe.opticsParams!, typed)).toEqual(recipe.opticsParams);
  expect(taskOf(typed, recipe.task)).toEqual(recipe.task);
  expect(objectMotionOf(typed, recipe.motion)).toEqual(recipe.motion);
});

it('drops what is emptied, and leaves a motion of another unit alone', () => {
  const typed = { distance: ' ', feature: '', kind: 'none', speed: '' };
  expect(withDistance(recipe.opticsParams!, typed)).toEqual({ fNumber: '5.6' });
  expect(taskOf(typed, { featureMm: 2, kind: 'code2d' })).toBeUndefined();
  expect(objectMotionOf(typed, { millimetresPerSecond: [1, 0] })).toBeUndefined();
  const turning = { degreesPerSecond: [1, 0, 0] };
  expect(objectMotionOf(typed, turning)).toBe(turning);
  expect(objectInWords(typed)).toBe('infinity');
});

it('takes a kind in place of own pixels, and hands wrong text on to be refused', () => {
  const typed = { distance: 'near', feature: '2 or 3', kind: 'detect', speed: '5' };
  expect(taskOf(typed, { featureMm: 1, pixels: 7 })).toEqual({
    featureMm: '2 or 3',
    kind: 'detect',
  });
  expect(withDistance({}, typed)).toEqual({ objectDistance: 'near' });
  expect(objectMotionOf(typed, { pixelsPerSecond: [9, 9] })).toEqual({
    millimetresPerSecond: [5, 0],
  });
});

it('says what the sensor sees in a line', () => {
  const object = {
    mmPerPixel: [0.16464, 0.16464],
    fieldMm: [406.2, 338.9],
    feature: { pixels: 12.14, mm: 2, needed: 4 },
    motion: { limitPixels: 0.5, longestExposureSeconds: 0.000686 },
  };
  expect(objectLine(object as never)).toBe(
    '0.165 mm per pixel · field 406 × 339 mm · 12.1 px on 2 mm (needs 4) · 0.5 px of blur at 0.686 ms',
  );
});

it('makes one step of lens, task and motion, and one level of the light', () => {
  const changed = reduceRecipe(initialRecipe, {
    type: 'optics',
    optics: { objectDistance: '0.4' },
    object: { task: { featureMm: 2 }, motion: undefined },
  });
  expect(changed).toMatchObject({
    opticsParams: { objectDistance: '0.4' },
    task: { featureMm: 2 },
  });
  expect('motion' in changed).toBe(false);
  const lit = reduceRecipe(
    { ...initialRecipe, sceneLuminance: 100 },
    { type: 'illuminance', lux: 5 },
  );
  expect(lit).toMatchObject({ illuminantLux: 5, sceneLuminance: '', illuminantLuminance: '' });
  const again = reduceRecipe(lit, { type: 'illuminant luminance', value: 3 });
  expect('illuminantLux' in again).toBe(false);
});
