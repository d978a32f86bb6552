import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { correctionOf, correctionsInWords, typedCorrections } from './typed-corrections.ts';

const none = typedCorrections(initialRecipe);

describe('the corrections as they are typed', () => {
  it('are nothing where all is blank or fixed', () => {
    for (const part of ['toneMap', 'lensShading', 'whiteBalance', 'colourMatrix'] as const)
      expect(correctionOf(none, part)).toBeUndefined();
    expect(correctionsInWords(none)).toBe('none');
  });

  it('are held without blanks, and are drawn from a recipe again', () => {
    const typed = {
      ...none,
      toneMap: { ...none.toneMap, operator: 'linear', key: ' ' },
      whiteBalance: { '': 'greyWorld' },
    };
    expect(correctionOf(typed, 'toneMap')).toEqual({ operator: 'linear' });
    expect(correctionOf(typed, 'whiteBalance')).toBe('greyWorld');
    expect(correctionsInWords(typed)).toBe('tone map, white balance');
    const recipe = {
      ...initialRecipe,
      toneMap: { operator: 'linear' },
      whiteBalance: 'greyWorld',
    };
    expect(correctionsInWords(typedCorrections(recipe))).toBe('tone map, white balance');
  });
});
