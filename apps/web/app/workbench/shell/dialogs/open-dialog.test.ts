import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { dialogOfPart, placeOf } from './open-dialog.ts';

const recipe = { ...initialRecipe, scene: 'Macbeth', isp: 'Fast-openISP', illuminant: 'Custom' };

describe('dialogOfPart', () => {
  it.each([
    ['macbethParams', 'scene'],
    ['sensorParams', 'sensor'],
    ['ispParams', 'isp'],
    ['sceneLuminance', 'scene luminance'],
    ['illuminantCustomPhotons', 'illuminant'],
    ['scene', undefined],
  ])('%s: %s', (part, name) => expect(dialogOfPart(part)).toBe(name));
});

describe('placeOf', () => {
  it.each([
    ['sensorParams.rows', { dialog: { name: 'sensor', focus: 'rows' } }],
    ['ispParams.ccmValues[1][2]', { dialog: { name: 'isp', focus: 'ccmValues' } }],
    ['illuminantCustomPhotons[3]', { dialog: { name: 'illuminant', focus: '3' } }],
    ['motion.pixelsPerSecond[1]', { dialog: { name: 'scene', focus: 'motion' } }],
    ['flicker.hertz', { dialog: { name: 'scene', focus: 'flicker' } }],
    ['sensorFile.shutter.lineSeconds', { dialog: { name: 'sensor', focus: 'shutter' } }],
    ['captures', { dialog: { name: 'sensor', focus: 'captures' } }],
    ['optics', { list: 'optics' }],
    ['seed', undefined],
    ['', undefined],
  ])('%s', (field, place) => expect(placeOf(field, recipe)).toEqual(place));

  it('is in the dialog of a feature while there is one, and the distance in that of the scene', () => {
    expect(placeOf('opticsParams.fNumber', recipe)).toBeUndefined();
    expect(placeOf('opticsParams.fNumber', recipe, ['opticsParams'])).toEqual({
      settings: 'opticsParams',
      focus: 'fNumber',
    });
    const distance = { dialog: { name: 'scene', focus: 'objectDistance' } };
    expect(placeOf('opticsParams.objectDistance', recipe)).toEqual(distance);
    expect(placeOf('sceneDepth', recipe)).toEqual({
      dialog: { name: 'scene', focus: 'sceneDepth' },
    });
  });

  it('is nowhere for what is not chosen any more', () => {
    expect(placeOf('gridlinesParams.hfov', recipe)).toBeUndefined();
    expect(placeOf('ispParams.awbR', { ...recipe, isp: '' })).toBeUndefined();
    expect(placeOf('illuminantLuminance', recipe)).toBeUndefined();
  });
});
