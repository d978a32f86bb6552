import { describe, expect, it } from 'vitest';
import { initialRecipe } from '../../model/recipe/recipe.ts';
import { CORRECTIONS_PART } from './typed-corrections.ts';

const { read, write, words } = CORRECTIONS_PART;
const none = read(initialRecipe);

describe('the corrections as they are typed', () => {
  it('are nothing where all is blank or fixed', () => {
    const written = write(none, initialRecipe);
    for (const part of ['toneMap', 'lensShading', 'whiteBalance', 'colourMatrix'] as const)
      expect(written[part]).toBeUndefined();
    expect(words(none, initialRecipe)).toBe('none');
  });

  it('are held without blanks, and are drawn from a recipe again', () => {
    const typed = {
      ...none,
      'toneMap.operator': 'linear',
      'toneMap.key': ' ',
      whiteBalance: 'greyWorld',
    };
    const written = write(typed, initialRecipe);
    expect(written['toneMap']).toEqual({ operator: 'linear' });
    expect(written['whiteBalance']).toBe('greyWorld');
    expect(words(typed, initialRecipe)).toBe('tone map, white balance');
    const recipe = {
      ...initialRecipe,
      toneMap: { operator: 'linear' },
      whiteBalance: 'greyWorld',
    };
    expect(words(read(recipe), recipe)).toBe('tone map, white balance');
  });
});
