import { describe, expect, it } from 'vitest';
import { initialRecipe, type Recipe } from '../../model/recipe/recipe.ts';
import { lightOf } from '../../kit/tests/light-of.ts';
import { whiteBalanceNote } from './white-balance-note.ts';

const note = (recipe: Partial<Recipe>, gains: Readonly<Record<string, string | boolean>> = {}) =>
  whiteBalanceNote(lightOf({ ...initialRecipe, ...recipe }), {
    ...initialRecipe.ispParams,
    ...gains,
  });

describe('white balance in the units of the dialog', () => {
  it('says how far the default gains are from neutral under D65, and the gains that are neutral', () => {
    expect(note({ illuminant: 'D65' })).toEqual({
      sentence: 'Blue 11\u00a0% above neutral for D65; neutral would be r_gain 1521, b_gain 4500.',
      remedy: { awbR: '1521', awbB: '4500' },
    });
  });

  it('follows the gains, those of green too', () => {
    expect(note({ illuminant: 'D65' }, { awbR: '1521', awbB: '4500' })?.sentence).toBe(
      'Neutral for D65.',
    );
    expect(note({ illuminant: 'D65' }, { awbR: '500', awbB: '4500' })?.sentence).toMatch(
      /^Red 67\u00a0% below neutral for D65;/,
    );
    expect(note({ illuminant: 'D65' }, { awbGr: '600', awbGb: '600' })?.remedy).toEqual({
      awbR: '761',
      awbB: '2250',
    });
  });

  it('uses the light of the scene where no illuminant is chosen, and the custom table', () => {
    expect(note({ scene: 'Macbeth' })?.sentence).toMatch(/ for D65;/);
    expect(note({ scene: 'Gridlines' })?.sentence).toMatch(/ for equal photons;/);
    expect(note({ illuminant: 'Custom' })?.sentence).toMatch(
      /^Blue 11\u00a0% above neutral for the custom spectrum; neutral would be r_gain 1521, b_gain 4500\.$/,
    );
  });

  it('names the gains only while AWB is off', () => {
    expect(note({ illuminant: 'D65' }, { awbEnabled: false })).toEqual({
      sentence: 'AWB is off. For D65, neutral would be r_gain 1521, b_gain 4500.',
    });
  });

  it('says nothing without a light or with gains that are no numbers, and why a light cannot be used', () => {
    expect(note({})).toBeUndefined();
    expect(note({ illuminant: 'D65' }, { awbB: 'much' })).toBeUndefined();
    const illuminantCustomPhotons = initialRecipe.illuminantCustomPhotons.map(() => 0);
    expect(note({ illuminant: 'Custom', illuminantCustomPhotons })).toEqual({
      sentence: 'Custom illuminant photons are all 0: enter light in at least one row.',
    });
  });
});
